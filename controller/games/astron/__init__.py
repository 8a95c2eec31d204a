"""Astron (John Waddington Ltd, 1954): ships fly to Saturn over a scrolling strip."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import msgspec

from controller.game import Game
from controller.games.astron.choices import choices
from controller.games.astron.drawing import drawing, pieces
from controller.games.astron.moves import parse
from controller.games.astron.rules import OPTIONS, Astron, start

GAME = Game(
    name="astron",
    title="Astron",
    seats=range(2, 7),
    options=OPTIONS,
    opening=start,
    parse=parse,
    thaw=partial(msgspec.json.decode, type=Astron),
    drawing=drawing,
    pieces=pieces,
    folder=Path(__file__).parent,
    place=1,
    no_teams="",
    choices=choices,
)
