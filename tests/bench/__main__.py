"""`make bench`: prints each figure in seconds and in cals, and writes bench.json."""

from __future__ import annotations

import json
import platform
import sys
from pathlib import Path

from tests.bench.cal import cal
from tests.bench.figures import FIGURES, Figure
from tests.bench.games import GAMES
from tests.bench.pages import PAGES
from tests.bench.tty import TTY


def main() -> None:
    rows = []
    print(f"{'figure':<58}{'value':>14}{'unit':>12}{'cals':>12}{'cal ns':>8}")
    for measure in (*GAMES, *FIGURES, *TTY, *PAGES):
        before = cal()
        figures = list(measure())
        unit = (before + cal()) / 2
        for figure in figures:
            rows.append(row(figure, unit))
            print(line(rows[-1]))
            sys.stdout.flush()
    machine = {"python": platform.python_version(), "machine": platform.machine()}
    Path("bench.json").write_text(json.dumps({**machine, "figures": rows}, indent=1) + "\n")


def row(figure: Figure, unit: float) -> dict[str, float | str | None]:
    """Each figure costs time: a rate is the time of one, a time is itself; memory has none."""
    seconds = {"/s": 1 / figure.value, "s": figure.value, "us": figure.value * 1e-6}
    cost = seconds.get(figure.unit)
    cals = None if cost is None else round(cost / unit, 2)
    return {
        "name": figure.name,
        "value": figure.value,
        "unit": figure.unit,
        "cals": cals,
        "cal_ns": round(unit * 1e9, 1),
    }


def line(row: dict[str, float | str | None]) -> str:
    cals = "" if row["cals"] is None else f"{row['cals']:,.1f}"
    value = f"{row['value']:,.1f}" if float(str(row["value"])) < 1000 else f"{row['value']:,.0f}"
    if row["unit"] == "s":
        value = f"{row['value']:.3f}"
    return f"{row['name']:<58}{value:>14}{row['unit']:>12}{cals:>12}{row['cal_ns']:>8}"


if __name__ == "__main__":
    main()
