"""`make bench`: each figure in seconds and in cals beside what it must come to; bench.json.

`--only WORDS` measures what has these words in its name, `--compare FILE` an earlier bench.json,
`--peers` other people's code as well, which `make bench PEERS=1` installs.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from controller.app.computer.garbage import collect_seldom
from tests.bench.cal import cal
from tests.bench.figures import FIGURES, Figure
from tests.bench.games import GAMES, named
from tests.bench.goals import Row, missed, must, slower
from tests.bench.pages import PAGES
from tests.bench.tty import TTY

Measure = Callable[[], Iterator[Figure]]


def main() -> int:
    """Measure; 1 if a figure is not what it must be, or nothing was measured."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--only", default="")
    asked.add_argument("--compare", type=Path)
    asked.add_argument("--peers", action="store_true")
    terms = asked.parse_args()
    collect_seldom()  # as the program does
    before = read(terms.compare) if terms.compare else []
    print(f"{'figure':<58}{'value':>14}{'unit':>6}{'cals':>12}{'cal ns':>8}  must")
    rows = [row for measure in chosen(terms.only, peers=terms.peers) for row in measured(measure)]
    print("* is not what it must be")
    machine = {"python": platform.python_version(), "machine": platform.machine()}
    kept = {**machine, "figures": [row._asdict() for row in rows]}
    if not terms.only:
        Path("bench.json").write_text(json.dumps(kept, indent=1) + "\n")
    for told in slower(before, rows):
        print(told)
    goals, wrong = sum(bool(must(row)) for row in rows), missed(rows)
    print(f"{len(rows)} figures, {goals} of them with a goal, {wrong} goals missed")
    return bool(wrong) or not rows


def chosen(words: str, *, peers: bool = False) -> list[Measure]:
    """What is to be measured: by its name, or all."""
    every = (*GAMES, *FIGURES, *TTY, *PAGES, *(others() if peers else ()))
    return [one for one in every if words in named(one)]


def others() -> list[Measure]:
    """Whose code is not ours; without it nothing here needs to be installed."""
    from tests.bench.peers import PEERS

    return PEERS


def read(path: Path) -> list[Row]:
    """An earlier run."""
    return [Row(**figure) for figure in json.loads(path.read_text())["figures"]]


def measured(measure: Measure) -> Iterator[Row]:
    before = cal()
    figures = list(measure())
    unit = (before + cal()) / 2
    for figure in figures:
        row = row_of(figure, unit)
        print(line(row), flush=True)
        yield row


def row_of(figure: Figure, unit: float) -> Row:
    """Each figure costs time: a rate is the time of one, a time is itself; memory has none."""
    seconds = {"/s": 1 / figure.value, "s": figure.value, "us": figure.value * 1e-6}
    cost = seconds.get(figure.unit)
    cals = None if cost is None else round(cost / unit, 2)
    return Row(figure.name, figure.value, figure.unit, cals, round(unit * 1e9, 1))


def line(row: Row) -> str:
    cals = "" if row.cals is None else f"{row.cals:,.1f}"
    value = f"{row.value:,.1f}" if row.value < 1000 else f"{row.value:,.0f}"
    if row.unit == "s":
        value = f"{row.value:.3f}"
    figures = f"{value:>14}{row.unit:>6}{cals:>12}{row.cal_ns:>8}"
    return f"{row.name:<58}{figures}  {must(row)}".rstrip()


if __name__ == "__main__":
    sys.exit(main())
