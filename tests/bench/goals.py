"""What each figure must come to, and what has become slower since an earlier run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tests.panels import PANELS

SLOWER = 1.15  # of what it was, and more: two runs of one commit differ by less


class Row(NamedTuple):
    """One figure as it is kept in bench.json."""

    name: str
    value: float
    unit: str
    cals: float | None  # what it costs; None where it is no time
    cal_ns: float

    @property
    def cost(self) -> float:
        """Less is better; in cals where that can be, so that machines can be compared."""
        if self.cals is not None:
            return self.cals
        return 1 / self.value if self.name in AT_LEAST and self.value else self.value


CALS = {
    "astron, 2 seats: random moves": 25,
    "astron, 6 seats: random moves": 25,
    "space_walk, 2 seats: random moves": 14,
    "space_walk, 5 seats: random moves": 18,
    "situation7, 2 seats: random moves": 35,
    "zylatron, 2 seats: random moves": 180,
    "zylatron, 4 seats: random moves": 180,
    "astroplane, 2 seats: random moves": 40,
    "astroplane, 4 seats: random moves": 40,
}
AT_MOST = {
    "zylatron: understand a lift, longest turn, p99": 1500,
    "zylatron: understand a lift, longest turn, max": 3000,
    "zylatron: understand a landing, longest turn, p99": 1500,
    "zylatron: understand a landing, longest turn, max": 3000,
    "zylatron: infer a snapshot, p99": 2000,
    "zylatron: infer a snapshot, max": 3000,
    **{f"{panel}: understand one bad sensor, longest turn, p99": 1000 for panel in PANELS},
    **{f"{panel}: one bad sensor, of the whole-position method": 0.25 for panel in PANELS},
    **{f"{panel}: bytes to bytes, p99 of the LEDs' wire": 8 for panel in PANELS},
    "start-up in starts of a bare python": 4,
    "idle: both threads' share of a processor, nobody looking": 0.2,
    "idle: both threads' share, 20 viewers": 0.3,
    "through a tty: edge to light in echoes, p50": 2,
    "through a tty: edge to light in echoes, p99": 2,
}
AT_LEAST = {
    **{f"peer: space_walk, {seats} seats: games, of OpenSpiel's": 2 for seats in (2, 5)},
    "frames decoded and unpacked": 2_000_000,
    "pages: pictures a second to 500 viewers": 5000,
    "pages: of 500 viewers get in": 500,
}


def must(row: Row) -> str:
    """Return the goal, with a star if it is missed; "" without a goal."""
    if row.name in CALS and row.cals is not None:
        return f"{CALS[row.name]} cals{'*' * (row.cals > CALS[row.name])}"
    if row.name in AT_MOST:
        return f"{AT_MOST[row.name]:,} {row.unit}{'*' * (row.value > AT_MOST[row.name])}"
    if row.name in AT_LEAST:
        least = AT_LEAST[row.name]
        return f"{least:,}{row.unit}{'*' * (row.value < least)}"
    return ""


def missed(rows: Sequence[Row]) -> int:
    """How many figures are not what they must be."""
    return sum(must(row).endswith("*") for row in rows)


def slower(before: Sequence[Row], now: Sequence[Row]) -> Iterator[str]:
    """The figures that cost more than they did, the worst first."""
    earlier = {row.name: row.cost for row in before}
    ratios = {row.name: row.cost / earlier[row.name] for row in now if earlier.get(row.name)}
    for name in sorted(ratios, key=lambda name: -ratios[name]):
        if ratios[name] >= SLOWER:
            yield f"{name:<58} costs {ratios[name]:.2f} times what it did"
