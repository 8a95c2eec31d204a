"""Starter: three pieces in a row win."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import msgspec
from stardeck.game import Game

from stardeck_starter.drawing import drawing, pieces
from stardeck_starter.rules import GamePosition, parse, start

GAME = Game(
    name="starter",
    title="Starter",
    seats=range(2, 3),
    options={},
    opening=start,
    parse=parse,
    thaw=partial(msgspec.json.decode, type=GamePosition),
    drawing=drawing,
    pieces=pieces,
    folder=Path(__file__).parent,
)
