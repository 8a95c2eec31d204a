"""Astroplane (2005): half-square craft fly corner to corner towards the Singularity."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import msgspec

from controller.game import Game
from controller.games.astroplane.drawing import drawing, pieces
from controller.games.astroplane.moves import parse
from controller.games.astroplane.rules import OPTIONS, Astroplane, start

GAME = Game(
    name="astroplane",
    title="Astroplane",
    seats=range(2, 5),
    options=OPTIONS,
    opening=start,
    parse=parse,
    thaw=partial(msgspec.json.decode, type=Astroplane),
    drawing=drawing,
    pieces=pieces,
    folder=Path(__file__).parent,
    place=5,
    no_teams="astroplane.no-teams",
)
