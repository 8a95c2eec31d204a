"""The same hands are told the same: no word hangs on how Python happens to keep a set."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.panels import EVERY

ROOT = Path(__file__).parents[2]
TURNS = "6"
FOUND = ("situation7:2",)  # of two pieces laid at once, another was recorded first
CASES = (*(f"{panel}:1" for panel in EVERY), *FOUND)


def stories(order: str) -> list[str]:
    """What tables tell on every panel, with sets kept in this order; in one process for all."""
    command = [sys.executable, "-m", "tests.hands.story", TURNS, *CASES]
    kept = os.environ | {"PYTHONHASHSEED": order}
    return subprocess.run(
        command, cwd=ROOT, env=kept, check=True, capture_output=True, text=True
    ).stdout.splitlines()


def test_the_same_hands_are_told_the_same_in_whatever_order_sets_are_kept() -> None:
    one, other = stories("1"), stories("2")
    assert {line.split()[0] for line in one} == {*CASES}
    assert one == other
