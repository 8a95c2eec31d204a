"""Where the time of an engine goes: python -m tests.bench.profile astron

Random games, as `make bench` plays them, under Python's profiler, which counts calls dear: shares
are to be compared with each other, not with a clock.
"""

from __future__ import annotations

import sys
from cProfile import Profile
from itertools import accumulate, islice
from pathlib import Path
from pstats import Stats
from random import Random
from typing import NamedTuple

from controller.games import SHELF
from tests.bench.games import LONGEST, walk

MOVES = 6000  # of each game, at least
SHOWN = 8  # functions
ROOT = Path(__file__).parents[2]


class Spent(NamedTuple):
    """One function: of all the time its own, and with all that it calls; calls for each move."""

    where: str
    own: float
    whole: float
    calls: float


def profiled(name: str, seats: int, least: int = MOVES) -> list[Spent]:
    """Return the functions of one game, the slowest first."""
    game, luck, profile, moves = SHELF[name], Random(seats), Profile(), 0
    all(islice(walk(game, seats, luck), LONGEST))  # what is worked out once is not looked at
    profile.enable()
    while moves < least:
        moves += sum(1 for _ in islice(walk(game, seats, luck), 1, LONGEST))
    profile.disable()
    stats = Stats(profile)
    total: float = stats.total_tt  # type: ignore[attr-defined]
    every = stats.stats.items()  # type: ignore[attr-defined]
    found = [
        Spent(called(*where), own / total, whole / total, calls / moves)
        for where, (_, calls, own, whole, _) in every
    ]
    return sorted(found, key=lambda spent: -spent.own)


def called(file: str, line: int, function: str) -> str:
    """As somebody would look for it."""
    path = Path(file)
    near = path.relative_to(ROOT) if path.is_relative_to(ROOT) else Path(path.name)
    return f"{near}:{line} {function}" if line else function


def until_half(every: list[Spent]) -> int:
    """How many functions, the dearest first, have half of the time to themselves."""
    return 1 + sum(so_far < 0.5 for so_far in accumulate(spent.own for spent in every))


def main(words: list[str]) -> None:
    for name in words or SHELF:
        every = profiled(name, SHELF[name].seats[0])
        calls, half = sum(spent.calls for spent in every), until_half(every)
        print(f"{name}: {calls:.0f} calls a move, half of the time in {half} functions")
        print("    own    with all  calls  function")
        for spent in every[:SHOWN]:
            shares = f"{100 * spent.own:5.1f} %{100 * spent.whole:7.1f} %{spent.calls:7.1f}"
            print(f"{shares}  {spent.where}")


if __name__ == "__main__":
    main(sys.argv[1:])
