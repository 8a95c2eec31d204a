"""The fault catalogue on paper is the one that is tested."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROWS = re.findall(r"^\| (F\d\d) \|.*\| ([^|]+) \|$", (ROOT / "hardware.md").read_text(), re.M)
TESTS = {
    name
    for path in (ROOT / "tests").rglob("test_*.py")
    for name in re.findall(r"def test_(f\d\d)_", path.read_text())
}


def test_every_fault_is_listed_once():
    assert len(ROWS) > 50
    assert [number for number, _ in ROWS] == [f"F{at:02}" for at in range(1, len(ROWS) + 1)]


@pytest.mark.parametrize(("number", "where"), ROWS)
def test_what_is_said_to_be_covered_has_a_test_of_its_name(number, where):
    assert (number.lower() in TESTS) == (where != "–")
