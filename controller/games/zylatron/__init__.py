"""Zylatron (Crown & Andrews; Ian Digney): four planets fight for a galaxy of 769 points."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import msgspec

from controller.game import Game
from controller.games.zylatron.drawing import draw_board, tagged_pieces
from controller.games.zylatron.moves import parse
from controller.games.zylatron.rules import OPTIONS, Zylatron, planet_choice, start

GAME = Game(
    name="zylatron",
    title="Zylatron",
    seats=range(2, 5),
    options=OPTIONS,
    opening=start,
    parse=parse,
    thaw=partial(msgspec.json.decode, type=Zylatron),
    drawing=draw_board,
    pieces=tagged_pieces,
    folder=Path(__file__).parent,
    place=4,
    no_teams="zylatron.no-teams",
    choices=planet_choice,
    partners=2,
)
