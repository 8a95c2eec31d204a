"""The board of Nine Men's Morris: 24 points on 16 lines of three, and the men beside it."""

from __future__ import annotations

from itertools import pairwise

from stardeck.game import RGB, Seat, Site

MEN = 9  # of each side
SEATS = GREEN, VIOLET = Seat(0), Seat(1)
COLOURS = ("green", "violet")
PAINTS: tuple[RGB, RGB] = ((0, 200, 40), (150, 0, 210))

DRAWN = (
    "a7 d7 g7, b6 d6 f6, c5 d5 e5, a4 b4 c4, e4 f4 g4, c3 d3 e3, b2 d2 f2, a1 d1 g1,"
    "a1 a4 a7, b2 b4 b6, c3 c4 c5, d1 d2 d3, d5 d6 d7, e3 e4 e5, f2 f4 f6, g1 g4 g7"
)
LINES = tuple(tuple(map(Site, line.split())) for line in DRAWN.split(","))
POINTS = tuple(dict.fromkeys(point for line in LINES for point in line))

JOINTS = [frozenset(pair) for line in LINES for pair in pairwise(line)]
LINES_AT = {point: tuple(line for line in LINES if point in line) for point in POINTS}
NEXT = {
    point: frozenset().union(*(joint for joint in JOINTS if point in joint)) - {point}
    for point in POINTS
}
"""The points that a line joins to each, with none between."""


def other(seat: Seat) -> Seat:
    """Who sits across."""
    return SEATS[1 - seat]
