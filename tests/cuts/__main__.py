"""Power cuts over the five games, and what was lost: python -m tests.cuts 2000 1"""

from __future__ import annotations

import logging
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

from controller.errors import StardeckError
from tests.cuts import killed, lost
from tests.cuts.table import GAMES

KINDS = {"by SIGKILL": killed.cut, "unsynced bytes lost": lost.cut}
COLUMNS = ("cuts", "lit", "led")  # moves that were lit as made, ways back that were lit
NAMES = {*COLUMNS, "will"}
SHARE = 25  # cuts of one journal


def jobs(cuts: int, seed: int) -> Iterator[tuple[str, str, int, int]]:
    """Shares of all the cuts: the kind, the game, the seed, how many."""
    whole = -(-cuts // (len(KINDS) * len(GAMES)))
    for number, first in enumerate(range(0, whole, SHARE)):
        for game in GAMES:
            for kind in KINDS:
                yield kind, game, 1000 * seed + number, min(SHARE, whole - first)


def done(kind: str, game: str, seed: int, cuts: int) -> tuple[str, str, Counter[str]]:
    try:
        return kind, game, KINDS[kind](game, seed, cuts)
    except (AssertionError, StardeckError) as wrong:
        return kind, game, Counter({f"{kind}, {game}, seed {seed}: {wrong}": 1})


def main(cuts: int, seed: int) -> int:
    began, total = time.monotonic(), Counter[str]()
    with ProcessPoolExecutor(mp_context=get_context("fork")) as pool:
        logging.disable(logging.WARNING)
        waiting = [pool.submit(done, *job) for job in jobs(cuts, seed)]
        for one in as_completed(waiting):
            kind, game, seen = one.result()
            total += Counter({(kind, game, name): number for name, number in seen.items()})
    wrong = [name for _, _, name in total if name not in NAMES]
    sys.stdout.write("".join([f"{'':36}", *(f"{name:>10}" for name in COLUMNS), "\n"]))
    for kind in KINDS:
        for game in GAMES:
            figures = "".join(f"{total[kind, game, name]:10}" for name in COLUMNS)
            sys.stdout.write(f"{kind:22}{game:14}{figures}\n")
    made = sum(number for (_, _, name), number in total.items() if name == "cuts")
    took = time.monotonic() - began
    sys.stdout.write("".join(f"{line}\n" for line in wrong))
    verdict = (
        "something went wrong" if wrong else "no move lost, no half move, every journal opened"
    )
    sys.stdout.write(f"{made} power cuts in {took:.0f} s, {len(wrong)} failures: {verdict}\n")
    return bool(wrong)


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    sys.exit(main(*given, *(2000, 1)[len(given) :]))
