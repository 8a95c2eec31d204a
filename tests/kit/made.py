"""The kit of every panel, made once."""

from __future__ import annotations

from functools import cache

import pytest

from controller.app.making.panel_kit import panel_with_game
from controller.games import SHELF
from controller.words import say
from drivers.kit.drawn.shapes import Sheet
from drivers.kit.kit import Kit, kit_of
from drivers.kit.terms import Wishes
from drivers.kit.wired.diagram import diagrams

LONG = {"zylatron"}  # 108 registers, wired as those of the others
NAMES = [
    pytest.param(name, marks=[pytest.mark.hil] if name in LONG else []) for name in SHELF.panels
]


@cache
def kit(name: str) -> Kit:
    return kit_of(panel_with_game(name), Wishes())


@cache
def drawn(name: str) -> list[Sheet]:
    """Its wiring, sheet by sheet."""
    return diagrams(kit(name).circuit, name, kit(name).numbers, say)
