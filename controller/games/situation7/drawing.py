"""How Situation 7 is drawn: the disc, its prints, the puzzles and the equipment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from math import cos, pi, sin

from msgspec.structs import replace

from controller.drawing import Cell, Drawing, Picture, Point, Print, Token
from controller.games.situation7.board import Row
from controller.games.situation7.box import EACH, SEATS, Box, Colours, Worth
from controller.games.situation7.moves import Equipment
from controller.games.situation7.standing import Standing
from controller.values import Saying, Seat, Site
from controller.words import say

RADIUS = 5.0  # of the disc, in drawing units; a space is then about one unit wide
ARC = pi / 48  # the longest chord that still looks like a curve, in radians
FIT = 0.9  # size of a puzzle piece relative to its space
BORDER = (216, 52, 43)  # colour round pieces of a base line, as round its spaces on the board

OUTLINES: dict[Equipment, tuple[Point, ...]] = {
    Equipment.ROCKET: (
        *((0, -0.4), (0.1, -0.22), (0.1, 0.12), (0.26, 0.36), (0, 0.26)),
        *((-0.26, 0.36), (-0.1, 0.12), (-0.1, -0.22)),
    ),
    Equipment.SATELLITE: (
        *((-0.4, -0.16), (-0.14, -0.16), (0, -0.3), (0.14, -0.16), (0.4, -0.16)),
        *((0.4, 0.16), (0.14, 0.16), (0, 0.3), (-0.14, 0.16), (-0.4, 0.16)),
    ),
    Equipment.ASTRONAUT: (
        *((-0.1, -0.36), (0.1, -0.36), (0.14, -0.16), (0.32, 0.02), (0.14, 0.04), (0.2, 0.38)),
        *((0, 0.2), (-0.2, 0.38), (-0.14, 0.04), (-0.32, 0.02), (-0.14, -0.16)),
    ),
}

SIGNS = {"planet": "O", "object": "m", "sun": "*", "circle": "c"}
BASE_SIGNS = {Equipment.ROCKET: "r", Equipment.SATELLITE: "s", Equipment.ASTRONAUT: "a"}


def drawing(now: Standing) -> Drawing:
    """Return the drawing of the board, which stays the same throughout a game."""
    return drawn(now.box)


def pieces(now: Standing) -> tuple[str, ...]:
    """Return the names of everything in the box that can carry a tag."""
    return tuple(token.name for token in drawing(now).tokens)


@cache
def drawn(box: Box) -> Drawing:
    """Return the drawing for this box (cached)."""
    return Drawing(
        size=(2 * RADIUS, 2 * RADIUS),
        cells=tuple(cells(box).values()),
        tokens=tuple(tokens(box)),
        prints=tuple(prints(box)),
    )


@cache
def cells(box: Box) -> dict[Site, Cell]:
    """Return the cell of every space by its site (cached)."""
    return {site: cell(row, number) for row in box.rows for number, site in enumerate(row.sites)}


def cell(row: Row, number: int) -> Cell:
    """Return the outline of a space, going along its rim and back along its inner side."""
    width = 2 * pi / row.spaces
    steps = max(1, round(width / ARC))
    angles = [(number + step / steps) * width for step in range(steps + 1)]
    rim = [at(row.outer, angle) for angle in angles]
    inside = [at(row.inner, angle) for angle in reversed(angles)] if row.inner else [at(0.0, 0.0)]
    middle = at((row.inner + row.outer) / 2, (number + 0.5) * width)
    return Cell(row.sites[number], middle, (*rim, *inside))


def at(share: float, angle: float) -> Point:
    """Return the point at this share of the radius and this angle, clockwise from the south."""
    x, y = RADIUS - RADIUS * share * sin(angle), RADIUS + RADIUS * share * cos(angle)
    return round(x, 4), round(y, 4)


def tokens(box: Box) -> Iterator[Token]:
    """Yield the pieces of both puzzles, each cut like its space, then the equipment."""
    for seat in SEATS:
        yield from (puzzle(box, seat, cell) for cell in cells(box).values())
    for seat in SEATS:
        yield from (gear(box, seat, kind, n + 1) for kind in Equipment for n in range(EACH))


def puzzle(box: Box, seat: Seat, cell: Cell) -> Token:
    """Return the puzzle piece of this side for this cell."""
    x, y = cell.centre
    outline = tuple((round((px - x) * FIT, 4), round((py - y) * FIT, 4)) for px, py in cell.points)
    title = say(Saying(f"situation7.piece{seat + 1}", {"space": cell.site}))
    name = box.piece(seat, cell.site).name
    return Token(
        name,
        title,
        seat,
        box.sides[seat].puzzle,
        outline,
        label="",
        pile=f"puzzle{seat + 1}",
        home=cell.site,
        border=BORDER if on_a_line(box, cell.site) else None,
        heap=say(Saying(f"situation7.heap{seat + 1}")),
    )


def on_a_line(box: Box, site: Site) -> bool:
    """True if the space is on a base line; its pieces get a border, to be found quickly (S2)."""
    return any(site in side.line.split() for side in box.sides)


def gear(box: Box, seat: Seat, kind: Equipment, number: int) -> Token:
    """Return a rocket, satellite or astronaut of this side as a token."""
    title = say(Saying(f"situation7.title.{kind.value}{seat + 1}", {"number": number}))
    name = box.gear(seat, kind, number).name
    return Token(name, title, seat, box.sides[seat].equipment, OUTLINES[kind], label="")


def prints(box: Box) -> Iterator[Print]:
    """Yield the prints in drawing order: sectors, base lines, bases, other things worth points."""
    for names in box.sectors:
        yield printed(box, "sector", names)
    for side in box.sides:
        yield printed(box, "line", side.line)
    for side in box.sides:
        for kind in Equipment:
            title = Saying(f"situation7.print.{kind.value}-base")
            yield printed(box, "base", side.base(kind), kind.value[0].upper(), title)
    for it in box.worth:
        if it.thing == "planet" and (owner := home(box, it)):
            title = Saying("situation7.print.home", {"side": owner.name})
            planet = printed(box, "home", it.spaces, owner.name, title)
            yield replace(planet, colour=owner.light)
        else:
            yield printed(box, it.thing, it.spaces, str(it.points) if it.thing == "circle" else "")


def home(box: Box, planet: Worth) -> Colours | None:
    """Return the side on whose base line this planet lies, or None."""
    spaces = set(planet.spaces.split())
    return next((side for side in box.sides if spaces & set(side.line.split())), None)


def printed(box: Box, kind: str, names: str, label: str = "", title: Saying | None = None) -> Print:
    """Return a print of this kind that covers all these spaces."""
    shapes = [cells(box)[Site(name)] for name in names.split()]
    (left, top), (right, bottom) = bounds(point for shape in shapes for point in shape.points)
    return Print(
        kind,
        ((left + right) / 2, (top + bottom) / 2),
        (right - left, bottom - top),
        label,
        say(title or Saying(f"situation7.print.{kind}")),
        tuple(shape.centre for shape in shapes),
    )


def bounds(points: Iterable[Point]) -> tuple[Point, Point]:
    """Return the top left and bottom right corners of the rectangle around these points."""
    across, down = zip(*points, strict=True)
    return (min(across), min(down)), (max(across), max(down))


@cache
def picture(box: Box) -> Picture:
    """Return the text picture of the disc: the north half above, the south half below."""
    sign = signs(box)
    north = [row.sites[row.spaces // 4 : row.spaces * 3 // 4] for row in reversed(box.rows)]
    south = [
        (*reversed(row.sites[: row.spaces // 4]), *reversed(row.sites[row.spaces * 3 // 4 :]))
        for row in box.rows
    ]
    return tuple(tuple((site, sign[site]) for site in line) for line in (*north, *south))


def signs(box: Box) -> dict[Site, str]:
    """Return one letter for what is printed on each space."""
    found = dict.fromkeys(box.board.spaces, ".")
    for side in box.sides:
        found |= lettered(side.line, "=")
    for it in box.worth:
        found |= lettered(it.spaces, SIGNS[it.thing])
    for side in box.sides:
        for kind in Equipment:
            found |= lettered(side.base(kind), BASE_SIGNS[kind])
    return found


def lettered(names: str, sign: str) -> dict[Site, str]:
    """Return this letter for each of the spaces named."""
    return {Site(name): sign for name in names.split()}
