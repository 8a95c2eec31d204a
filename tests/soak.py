"""Every law of hands on every panel, counted: python -m tests.soak 200"""

from __future__ import annotations

import logging
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from tests.hands.failure import Found
from tests.hands.laws import LAWS, tried
from tests.panels import PANELS

COLUMNS = ("games", "moves", "gestures", "false", "refused", "astray", "dead ends", "asked")
COUNTED_AS: Mapping[str, str] = {  # what breaks a law, by the law
    "natural": "refused",
    "obedient": "astray",
    "takeback": "astray",
    "reply": "refused",
    "wish": "refused",
    "untouched": "false",
    "deadends": "dead ends",
    "page": "dead ends",
    "game": "refused",
    "clumsy": "false",
    "race": "false",
    "demo": "refused",
}


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
    return total


def row(panel: str, found: Found) -> str:
    """One panel in figures; questions for each hundred moves that were shown by natural hands."""
    counts = found.counts + Counter(COUNTED_AS[failure.law] for failure in found.failures)
    asked = 100 * counts["questions"] / max(1, counts["shown"])
    figures = "".join(f"{counts[name]:10}" for name in COLUMNS[:-1])
    return f"{panel:16}{figures}{asked:10.1f}"


def main(count: int) -> int:
    rows, wrong = ["".join([f"{'':16}", *(f"{name:>10}" for name in COLUMNS)])], 0
    with ProcessPoolExecutor(initializer=logging.disable, initargs=(logging.WARNING,)) as pool:
        for panel in PANELS:
            found = told(pool.map(partial(soaked, panel), range(count), chunksize=4))
            rows.append(row(panel, found))
            wrong += len(found.failures)
            sys.stdout.write(f"{rows[-1]}\n")
            sys.stdout.flush()
    verdict = f"{wrong} cases went wrong" if wrong else "nothing invented, refused or stuck"
    sys.stdout.write("\n".join([*rows, f"{verdict}\n"]))
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 200))
