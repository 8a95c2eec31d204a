"""The galaxy of Zylatron: 769 points of a triangular grid, and distances between them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from controller.values import Site

ROWS, WIDTH = 29, 53


def column(number: int) -> str:
    """Return the letter of a column, as in a spreadsheet: a to z, then aa."""
    return "abcdefghijklmnopqrstuvwxyz"[number] if number < 26 else "aa"


SPOTS = tuple((x, row) for row in range(ROWS) for x in range(row % 2, WIDTH, 2))
"""Every point, the far row first: half columns from the left, rows from the far edge."""

SITES = tuple(Site(f"{column(x // 2)}{ROWS - row}") for x, row in SPOTS)
"""The name of each point: its place in the row, then the row number, 1 being the nearest."""

POINTS = {site: point for point, site in enumerate(SITES)}
LINES = tuple(
    tuple(s for s, (_, r) in zip(SITES, SPOTS, strict=True) if r == row) for row in range(ROWS)
)
NUMBERS = {spot: point for point, spot in enumerate(SPOTS)}
STEPS = ((-2, 0), (2, 0), (-1, -1), (1, -1), (-1, 1), (1, 1))

BITS = tuple(1 << point for point in range(len(SITES)))
"""Sets of points are integers with one bit per point; these are the sets of a single point."""

STRIKE = Site("strike")
ACTS = ("fire", "launch", "beam", "buy", "repair")
KEYS = {name: Site(f"key.{name}") for name in (*ACTS, "leave", "stack", "done", "cancel")}


def distance(point: int, other: int) -> int:
    """Return the steps between two points along the lines of the grid, ignoring obstacles."""
    (x, row), (to_x, to_row) = SPOTS[point], SPOTS[other]
    down, across = abs(to_row - row), abs(to_x - x)
    return down + max(0, (across - down) // 2)


def mask(points: Iterable[int]) -> int:
    """Return these points as a bit set."""
    return sum(map(BITS.__getitem__, points))


def bits(points: int) -> list[int]:
    """Return the points of a bit set, the far ones first."""
    found = []
    while points:
        lowest = points & -points
        found.append(lowest.bit_length() - 1)
        points ^= lowest
    return found


@cache
def ball(point: int, radius: int) -> int:
    """Return the bit set of all points within `radius` steps of a point (cached)."""
    whole = edge = 1 << point
    for _ in range(radius):
        edge = around(edge) & ~whole
        whole |= edge
    return whole


@lru_cache(maxsize=512)  # at most 2 MB
def disc(point: int, radius: int) -> frozenset[int]:
    """Return the points within `radius` steps of a point as a frozenset (cached)."""
    return frozenset(bits(ball(point, radius)))


def with_neighbour(dx: int, dy: int) -> int:
    """Return the bit set of points that have a neighbour in this direction."""
    return mask(number for (x, y), number in NUMBERS.items() if (x + dx, y + dy) in NUMBERS)


LEFT, RIGHT, UP_LEFT, UP_RIGHT, DOWN_LEFT, DOWN_RIGHT = (with_neighbour(*step) for step in STEPS)
ROW = WIDTH // 2  # difference in number between a point and its lower left neighbour


def around(points: int) -> int:
    """Return the bit set of all points one step from any of these points."""
    return (
        (points & LEFT) >> 1
        | (points & RIGHT) << 1
        | (points & UP_LEFT) >> ROW + 1
        | (points & UP_RIGHT) >> ROW
        | (points & DOWN_LEFT) << ROW
        | (points & DOWN_RIGHT) << ROW + 1
    )


NEIGHBOURS = tuple(map(around, BITS))
"""The bit set of the neighbours of each point."""


@lru_cache(maxsize=1024)  # 2 MB; an unlimited cache would grow to 30 MB
def ring(source: int, radius: int) -> tuple[int, dict[int, int]]:
    """Return the points exactly `radius` steps away: a bit set, and a mapping to that distance."""
    edge = ball(source, radius) & ~ball(source, radius - 1)
    return edge, dict.fromkeys(bits(edge), radius)


@lru_cache(maxsize=512)  # 2 MB
def ways(source: int, steps: int, clear: int) -> dict[int, int]:
    """Return the points that can be reached over clear ground, with the steps it takes (cached)."""
    found: dict[int, int] = {}
    edge = BITS[source]
    clear &= ~edge
    for step in range(1, steps + 1):
        edge = around(edge) & clear
        clear &= ~edge
        found |= of_ring(source, step, edge)
    return found


def of_ring(source: int, step: int, edge: int) -> dict[int, int]:
    """Return the points of `edge` with their distance `step`, using the cached ring if possible."""
    whole, points = ring(source, step)
    if edge == whole:
        return points
    if edge & ~whole:
        return dict.fromkeys(bits(edge), step)
    return {point: step for point in points if edge & BITS[point]}
