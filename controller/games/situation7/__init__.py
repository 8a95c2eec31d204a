"""Situation 7 (Parker Brothers, 1969): two sides race to cover one board with two jigsaws."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import msgspec

from controller.game import Game
from controller.games.situation7.drawing import drawing, pieces
from controller.games.situation7.moves import parse
from controller.games.situation7.rules import OPTIONS, Situation7, start

GAME = Game(
    name="situation7",
    title="Situation 7",
    seats=range(2, 3),
    options=OPTIONS,
    opening=start,
    parse=parse,
    thaw=partial(msgspec.json.decode, type=Situation7),
    drawing=drawing,
    pieces=pieces,
    folder=Path(__file__).parent,
    place=3,
    wrong_seats="situation7.two-sides",
    no_teams="situation7.no-teams",
    partners=2,
)
