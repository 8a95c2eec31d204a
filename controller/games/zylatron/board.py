"""The galaxy of Zylatron: 769 points of a triangular grid, and how far it is between them."""

from __future__ import annotations

from collections.abc import Iterable
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

BITS = tuple(1 << point for point in range(len(SITES)))
"""Sets of points are numbers with a bit for each: here every point alone."""

STRIKE = Site("strike")
ACTS = ("fire", "launch", "beam", "buy", "repair")
KEYS = {name: Site(f"key.{name}") for name in (*ACTS, "leave", "stack", "done", "cancel")}


def distance(point: int, other: int) -> int:
    """Steps along the lines of the grid, nothing in the way."""
    (x, row), (to_x, to_row) = SPOTS[point], SPOTS[other]
    down, across = abs(to_row - row), abs(to_x - x)
    return down + max(0, (across - down) // 2)


def mask(points: Iterable[int]) -> int:
    """These points, each once, as one set."""
    return sum(map(BITS.__getitem__, points))


def bits(points: int) -> list[int]:
    """The points of a set, the far ones first."""
    found = []
    while points:
        lowest = points & -points
        found.append(lowest.bit_length() - 1)
        points ^= lowest
    return found


@cache
def ball(point: int, radius: int) -> int:
    """Everything within so many steps of a point."""
    whole = edge = 1 << point
    for _ in range(radius):
        edge = around(edge) & ~whole
        whole |= edge
    return whole


@lru_cache(maxsize=512)  # 2 MB
def disc(point: int, radius: int) -> frozenset[int]:
    """The same, to be asked point by point."""
    return frozenset(bits(ball(point, radius)))


def with_neighbour(dx: int, dy: int) -> int:
    """The points that have a neighbour on that side."""
    return mask(number for (x, y), number in NUMBERS.items() if (x + dx, y + dy) in NUMBERS)


LEFT, RIGHT, UP_LEFT, UP_RIGHT, DOWN_LEFT, DOWN_RIGHT = (with_neighbour(*step) for step in STEPS)
ROW = WIDTH // 2  # how much greater the number of the neighbour on the lower left is


def around(points: int) -> int:
    """Everything one step from any of these points."""
    return (
        (points & LEFT) >> 1
        | (points & RIGHT) << 1
        | (points & UP_LEFT) >> ROW + 1
        | (points & UP_RIGHT) >> ROW
        | (points & DOWN_LEFT) << ROW
        | (points & DOWN_RIGHT) << ROW + 1
    )


NEIGHBOURS = tuple(map(around, BITS))
"""The points one step from each point."""


@lru_cache(maxsize=1024)  # 2 MB; all of them would be 30
def ring(source: int, radius: int) -> tuple[int, dict[int, int]]:
    """Everything just so many steps from a point, as one set and point by point."""
    edge = ball(source, radius) & ~ball(source, radius - 1)
    return edge, dict.fromkeys(bits(edge), radius)


@lru_cache(maxsize=512)  # 2 MB
def ways(source: int, steps: int, clear: int) -> dict[int, int]:
    """Every point a piece can come to over clear ground, and the steps it takes."""
    found: dict[int, int] = {}
    edge = BITS[source]
    clear &= ~edge
    for step in range(1, steps + 1):
        edge = around(edge) & clear
        clear &= ~edge
        found |= of_ring(source, step, edge)
    return found


def of_ring(source: int, step: int, edge: int) -> dict[int, int]:
    """The points that this step leads to: those of its ring, and others on a detour."""
    whole, points = ring(source, step)
    if edge == whole:
        return points
    if edge & ~whole:
        return dict.fromkeys(bits(edge), step)
    return {point: step for point in points if edge & BITS[point]}
