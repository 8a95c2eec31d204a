"""Every law of hands on every panel, counted: python -m tests.soak 200

python -m tests.soak 40 --first 12 --workers 1
python -m tests.soak 4 --patience 0.5    a table that waits half as long for people, or twice
"""

from __future__ import annotations

import logging
import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial

from msgspec.structs import force_setattr

from controller.app.computer.garbage import collect_seldom
from controller.reading.timing import WAITS
from tests.hands.failure import Found
from tests.hands.laws import LAWS, tried
from tests.panels import EVERY

DONE = ("games", "moves", "gestures", "troubles")
WRONG = ("false", "refused", "astray", "dead ends")
# Waits for what people do; the others are how long sensors and frames take.
WITH_PEOPLE = ("contact", "settle", "linger", "hover", "mistake", "forget", "repair", "leave")
ROUND = 4  # seeds after which there is a table: a run that is broken off has still shown something


def soaked(panel: str, seed: int) -> Found:
    """One case of every law on this panel."""
    return sum((tried(law, panel, seed) for law in LAWS), Found())


def told(every: Iterable[Found]) -> Found:
    """All together, each failure said as it comes."""
    total = Found()
    for found in every:
        for failure in found.failures:
            sys.stdout.write(f"{failure}\n")
        total += found
        sys.stdout.flush()
    return total


def row(panel: str, found: Found) -> str:
    """One panel in figures; questions for each hundred moves that were shown by natural hands."""
    counts = found.counts + Counter(LAWS[failure.law].breach for failure in found.failures)
    asked = 100 * counts["questions"] / max(1, counts["shown"])
    figures = "".join(f"{counts[name]:10}" for name in (*DONE, *WRONG))
    return f"{panel:18}{figures}{asked:10.1f}"


def table(found: Mapping[str, Found]) -> str:
    """Every panel in figures."""
    head = "".join(f"{name:>10}" for name in (*DONE, *WRONG, "asked"))
    return "\n".join([f"{'':18}{head}", *(row(panel, one) for panel, one in found.items()), ""])


def soak(seeds: Sequence[int], pool: Executor) -> Found:
    """A few seeds on every panel, then a few more; all that was found."""
    total = dict.fromkeys(EVERY, Found())
    for start in range(0, len(seeds), ROUND):
        some = seeds[start : start + ROUND]
        for panel in EVERY:
            total[panel] += told(pool.map(partial(soaked, panel), some))
            sys.stdout.write(f"{row(panel, total[panel])}\n")
            sys.stdout.flush()
        sys.stdout.write(f"seeds {seeds[0]} to {some[-1]}\n{table(total)}")
    return sum(total.values(), Found())


def prepare(patience: float) -> None:
    """In every worker: mistakes are planted, so no log; and this patience with people."""
    logging.disable(logging.WARNING)
    collect_seldom()
    for name in WITH_PEOPLE:
        force_setattr(WAITS, name, patience * getattr(WAITS, name))


def main(asked: Namespace) -> int:
    terms = {"initializer": prepare, "initargs": (asked.patience,)}
    with ProcessPoolExecutor(asked.workers, **terms) as pool:
        found = soak(range(asked.first, asked.first + asked.cases), pool)
    wrong = len(found.failures)
    cases = asked.cases * len(LAWS) * len(EVERY)
    counts = ", ".join(f"{found.counts[name]} {name}" for name in DONE)
    verdict = "" if wrong else ": nothing invented, refused or stuck"
    sys.stdout.write(f"{cases} cases, {wrong} went wrong ({counts}){verdict}\n")
    return bool(wrong)


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("cases", type=int, nargs="?", default=200)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--workers", type=int)
    parser.add_argument("--patience", type=float, default=1.0)
    sys.exit(main(parser.parse_args()))
