"""The same hands are told the same: no word hangs on how Python happens to keep a set."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.panels import EVERY

ROOT = Path(__file__).parents[2]
TURNS = 6
FOUND = [("situation7", 2)]  # of two pieces laid at once, another was recorded first


def story(panel: str, seed: int, order: int) -> str:
    """What a table tells, kept in this order."""
    command = [sys.executable, "-m", "tests.hands.story", panel, str(seed), str(TURNS)]
    kept = os.environ | {"PYTHONHASHSEED": str(order)}
    return subprocess.run(
        command, cwd=ROOT, env=kept, check=True, capture_output=True, text=True
    ).stdout


@pytest.mark.parametrize(("panel", "seed"), [*((panel, 1) for panel in EVERY), *FOUND])
def test_the_same_hands_are_told_the_same_in_whatever_order_sets_are_kept(
    panel: str, seed: int
) -> None:
    one, other = (story(panel, seed, order) for order in (1, 2))
    assert one
    assert one == other
