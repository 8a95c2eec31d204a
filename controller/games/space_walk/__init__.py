"""Space Walk (Rüdiger Dorn): ships travel from planet to planet, and some into black holes."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import msgspec

from controller.game import Game
from controller.games.space_walk.drawing import drawing, pieces
from controller.games.space_walk.moves import parse
from controller.games.space_walk.rules import OPTIONS, SpaceWalk, start

GAME = Game(
    name="space_walk",
    title="Space Walk",
    seats=range(2, 6),
    options=OPTIONS,
    opening=start,
    parse=parse,
    thaw=partial(msgspec.json.decode, type=SpaceWalk),
    drawing=drawing,
    pieces=pieces,
    folder=Path(__file__).parent,
    place=2,
    no_teams="space_walk.no-teams",
)
