"""Nine Men's Morris: three in a row take a man. A game that Stardeck finds when it is installed."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import msgspec

from stardeck.game import Game
from stardeck_nine_mens_morris.drawing import drawing, pieces
from stardeck_nine_mens_morris.moves import parse
from stardeck_nine_mens_morris.rules import OPTIONS, Morris, start

GAME = Game(
    name="nine_mens_morris",
    title="Nine Men's Morris",
    seats=range(2, 3),
    options=OPTIONS,
    opening=start,
    parse=parse,
    thaw=partial(msgspec.json.decode, type=Morris),
    drawing=drawing,
    pieces=pieces,
    folder=Path(__file__).parent,
)
