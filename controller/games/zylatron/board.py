"""The galaxy of Zylatron: 769 points of a triangular grid, and how far it is between them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from controller.values import Site

ROWS, WIDTH = 29, 53


def column(number: int) -> str:
    """The letter of a column, as a spreadsheet has it: a to z, then aa."""
    return "abcdefghijklmnopqrstuvwxyz"[number] if number < 26 else "aa"


SPOTS = tuple((x, row) for row in range(ROWS) for x in range(row % 2, WIDTH, 2))
"""Every point, the far row first: half steps from the left, rows from the far edge."""

SITES = tuple(Site(f"{column(x // 2)}{ROWS - row}") for x, row in SPOTS)
"""What each point is called: its place in its row, and the row, row 1 being the nearest."""

POINTS = {site: point for point, site in enumerate(SITES)}
LINES = tuple(
    tuple(s for s, (_, r) in zip(SITES, SPOTS, strict=True) if r == row) for row in range(ROWS)
)
NUMBERS = {spot: point for point, spot in enumerate(SPOTS)}
STEPS = ((-2, 0), (2, 0), (-1, -1), (1, -1), (-1, 1), (1, 1))

NEIGHBOURS = tuple(
    sum(1 << NUMBERS[x + dx, row + dy] for dx, dy in STEPS if (x + dx, row + dy) in NUMBERS)
    for x, row in SPOTS
)
"""Sets of points are numbers with a bit for each: here those one step from each point."""

STRIKE = Site("strike")
ACTS = ("fire", "launch", "beam", "buy", "repair")
KEYS = {name: Site(f"key.{name}") for name in (*ACTS, "leave", "stack", "done", "cancel")}


def distance(point: int, other: int) -> int:
    """Steps along the lines of the grid, nothing in the way."""
    (x, row), (to_x, to_row) = SPOTS[point], SPOTS[other]
    down, across = abs(to_row - row), abs(to_x - x)
    return down + max(0, (across - down) // 2)


def mask(points: Iterator[int] | tuple[int, ...]) -> int:
    """These points as one set."""
    found = 0
    for point in points:
        found |= 1 << point
    return found


def bits(points: int) -> Iterator[int]:
    """The points of a set, the far ones first."""
    while points:
        lowest = points & -points
        yield lowest.bit_length() - 1
        points ^= lowest


@cache
def ball(point: int, radius: int) -> int:
    """Everything within so many steps of a point."""
    whole = edge = 1 << point
    for _ in range(radius):
        edge = around(edge) & ~whole
        whole |= edge
    return whole


@cache
def disc(point: int, radius: int) -> frozenset[int]:
    """The same, to be asked point by point."""
    return frozenset(bits(ball(point, radius)))


def around(points: int) -> int:
    """Everything one step from any of these points."""
    found = 0
    for point in bits(points):
        found |= NEIGHBOURS[point]
    return found


@lru_cache(maxsize=8192)
def ways(source: int, steps: int, clear: int) -> dict[int, int]:
    """Every point a piece can come to over clear ground, and the steps it takes."""
    found: dict[int, int] = {}
    edge = 1 << source
    clear &= ~edge
    for step in range(1, steps + 1):
        edge = around(edge) & clear
        clear &= ~edge
        found |= dict.fromkeys(bits(edge), step)
    return found
