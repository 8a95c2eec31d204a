"""Nine Men's Morris drawn: three squares joined by four lines, a point wherever two meet."""

from __future__ import annotations

from functools import cache

from stardeck.game import Cell, Drawing, Point, Print, Saying, Seat, Site, Token, say
from stardeck_nine_mens_morris.board import COLOURS, LINES, MEN, PAINTS, POINTS, SEATS
from stardeck_nine_mens_morris.standing import Standing

COLUMNS = "abcdefg"
MAN = 0.32  # radius, in columns


@cache
def drawn() -> Drawing:
    return Drawing(
        size=(len(COLUMNS), len(COLUMNS)),
        cells=tuple(Cell(point, middle(point), radius=0.42, room=1) for point in POINTS),
        tokens=tuple(man(seat, number) for seat in SEATS for number in range(1, MEN + 1)),
        prints=tuple(map(ruled, LINES)),
    )


def drawing(now: Standing) -> Drawing:
    """How the board looks, all through a game."""
    return drawn()


def pieces(now: Standing) -> tuple[str, ...]:
    """Everything in the box that can carry a tag, by name."""
    return tuple(token.name for token in drawn().tokens)


def middle(point: Site) -> Point:
    """Where a point lies: a1 at the near edge, on the left."""
    column, row = point
    return COLUMNS.index(column) + 0.5, len(COLUMNS) - int(row) + 0.5


def ruled(line: tuple[Site, ...]) -> Print:
    """A line through three points: what has no width, or no height, needs no picture of its own."""
    (left, top), (right, bottom) = middle(line[0]), middle(line[-1])
    return Print("line", middle(line[1]), (abs(right - left), abs(bottom - top)))


def man(seat: Seat, number: int) -> Token:
    title = say(Saying("nine_mens_morris.man", {"colour": COLOURS[seat], "number": number}))
    return Token(f"{COLOURS[seat]}.{number}", title, seat, PAINTS[seat], radius=MAN)
