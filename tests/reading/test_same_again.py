"""Equal hands get equal answers: nothing depends on the order in which Python keeps a set."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from controller.games import SHELF
from tests.panels import EVERY

ROOT = Path(__file__).parents[2]
TURNS = "6"
FOUND = ("situation7:2",)  # of two pieces laid at once, another was recorded first
USUAL = [game.panel.stem for game in SHELF.values()]
OTHERS = [panel for panel in EVERY if panel not in USUAL]


def stories(order: str, cases: Sequence[str]) -> list[str]:
    """What tables tell on these panels, with sets kept in this order; in one process for all."""
    command = [sys.executable, "-m", "tests.hands.story", TURNS, *cases]
    kept = os.environ | {"PYTHONHASHSEED": order}
    return subprocess.run(
        command, cwd=ROOT, env=kept, check=True, capture_output=True, text=True
    ).stdout.splitlines()


@pytest.mark.parametrize(
    "panels",
    [
        pytest.param(USUAL, id="usual panels"),
        pytest.param(OTHERS, id="the others", marks=pytest.mark.long),
    ],
)
def test_the_same_hands_are_told_the_same_in_whatever_order_sets_are_kept(panels) -> None:
    cases = [*(f"{panel}:1" for panel in panels), *FOUND]
    one, other = stories("1", cases), stories("2", cases)
    assert {line.split()[0] for line in one} == {*cases}
    assert one == other
