"""How many files and functions a plain move passes, from the contact to the light.

The games and the simulated board are left out: only what runs for every move of every game counts.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from sims.bench.rig import Rig
from tests.astroplane import at
from tests.panels import load_panel

ROOT = Path(__file__).parents[1]
ROOMS = ("controller", "drivers", "firmware")
GAMES = ROOT / "controller/games"
FILES, FUNCTIONS = 57, 379  # at most: less to read for whoever follows a move


@contextmanager
def counted() -> Iterator[set[tuple[str, str]]]:
    """Yield a set that is filled with the file and name of each function that runs meanwhile."""
    passed: set[tuple[str, str]] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            passed.add((frame.f_code.co_filename, frame.f_code.co_qualname))

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield passed
    finally:
        sys.setprofile(before)


def of_the_program(passed: set[tuple[str, str]]) -> set[tuple[Path, str]]:
    """Return the functions with a name in the rooms of the program, without the games."""
    homes = [ROOT / room for room in ROOMS]
    named = ((Path(path), name) for path, name in passed if not name.endswith(">"))
    return {
        (path, name)
        for path, name in named
        if any(map(path.is_relative_to, homes)) and not path.is_relative_to(GAMES)
    }


def test_a_plain_move_passes_few_enough_functions_to_follow():
    rig = Rig(at("d3n=1 d11s=2", home="12"), load_panel("astroplane"))
    rig.settle()
    rig.wait(2.0)
    with counted() as passed:
        rig.do("lift d3n")
        rig.wait(0.3)
        rig.do("put d5n")
        rig.wait(1.0)
    assert [str(move) for move in rig.table.history] == ["1 flies d3n-d5n"]
    through = of_the_program(passed)
    assert len({path for path, _ in through}) <= FILES
    assert len(through) <= FUNCTIONS
