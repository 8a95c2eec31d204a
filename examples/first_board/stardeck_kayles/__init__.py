"""Kayles: eight stars in a row, and who takes the last one wins. A game for a first board."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import msgspec

from stardeck.game import Game
from stardeck_kayles.drawing import drawing, pieces
from stardeck_kayles.moves import parse
from stardeck_kayles.rules import Kayles, start

GAME = Game(
    name="kayles",
    title="Kayles",
    seats=range(2, 3),
    options={},
    opening=start,
    parse=parse,
    thaw=partial(msgspec.json.decode, type=Kayles),
    drawing=drawing,
    pieces=pieces,
    folder=Path(__file__).parent,
)
