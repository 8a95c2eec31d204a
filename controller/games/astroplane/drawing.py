"""How Astroplane is drawn: diamonds with four corners, the edge and the craft."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain

from controller.drawing import Cell, Drawing, Picture, Point, Print, Token
from controller.games.astroplane.board import (
    AHEAD,
    BEHIND,
    CENTRE,
    CORNERS,
    DIAMONDS,
    MIDDLE,
    PLACES,
    apex_of,
    next_space,
    space_of,
)
from controller.games.astroplane.box import Box, Fleet, playing
from controller.games.astroplane.standing import Standing
from controller.values import Saying, Seat, Site
from controller.words import say

SIDE = 2 * (MIDDLE + 1)  # drawing units from edge to edge; a diamond is two units across
CRAFT_SHAPE: tuple[Point, ...] = ((0, -0.43), (0.86, 0.43), (-0.86, 0.43))
"""Half a diamond with its nose in the corner; two of them back to back form a Square."""

TURNS = {"n": 0.0, "e": 90.0, "s": 180.0, "w": 270.0}  # degrees, clockwise


def drawing(now: Standing) -> Drawing:
    """Return the drawing of the board, which stays the same throughout a game."""
    return drawn(now.box, now.seats)


def pieces(now: Standing) -> tuple[str, ...]:
    """Return the names of all craft in the box, which can carry tags."""
    return tuple(name for fleet in now.box.fleets for name in fleet.names)


@cache
def drawn(box: Box, seats: int) -> Drawing:
    """Return the drawing for this box and number of players (cached)."""
    return Drawing(
        size=(SIDE, SIDE),
        cells=tuple(map(cell, box.chart.sites)),
        tokens=tuple(tokens(playing(box, seats))),
        prints=tuple(prints(box)),
        piled=True,
    )


def middle(space: str) -> Point:
    """Return the centre of a space; y grows towards South."""
    x, y = PLACES[space]
    return x + SIDE / 2, SIDE / 2 - y


def corner(site: Site) -> Point:
    """Return the point half way from the centre of a space to the corner of the position."""
    (x, y), (dx, dy) = middle(space_of(site)), AHEAD[apex_of(site)]
    return x + dx / 2, y - dy / 2


def kite(centre: Point, size: float) -> tuple[Point, ...]:
    """Return a square standing on its corner, as an outline around the centre."""
    x, y = centre
    return ((x, y - size), (x + size, y), (x, y + size), (x - size, y))


def cell(site: Site) -> Cell:
    """Return the cell of a position: a quarter of a diamond, or a disc for a reserve."""
    if site in CORNERS:
        return Cell(site, middle(site), radius=0.6)
    return Cell(site, corner(site), kite(corner(site), 0.5), turn=TURNS[apex_of(site)])


def tokens(fleets: tuple[Fleet, ...]) -> Iterator[Token]:
    """Yield every craft of these fleets."""
    for seat, fleet in enumerate(fleets):
        title = say(Saying("astroplane.craft", {"side": fleet.title}))
        for name in fleet.names:
            yield Token(name, title, Seat(seat), fleet.colour, CRAFT_SHAPE)


def prints(box: Box) -> Iterator[Print]:
    """Yield the prints: the grid first, then special places on it."""
    yield Print("diamonds", (SIDE / 2, SIDE / 2), (SIDE, SIDE), places=tuple(map(middle, DIAMONDS)))
    yield printed("singularity", middle("h8"), 4)
    yield from map(access, CENTRE)
    for end in box.chart.partners:
        yield printed("wormhole", middle(end), 2)
    for site in box.hyperspace:
        yield printed("hyperspace", corner(site), 1)
    for site in box.chart.firing:
        yield printed("firing", corner(site), 1)
    for fleet in box.fleets:
        for site in fleet.starts:
            yield printed("start", corner(site), 1, fleet.title)
            yield entry(site)
        yield printed("reserve", middle(fleet.reserve), 1, fleet.title)


def entry(start: Site) -> Print:
    """Return arrows from the corner by which a craft leaves its start area to the others (P3)."""
    space, by = next_space(start), BEHIND[apex_of(start)]
    ways = [(part(space, by), part(space, apex)) for apex in AHEAD if apex != by]
    return arrows("entry", space, ways)


def access(centre: Site) -> Print:
    """Return arrows into a central space from its two sides (P17)."""
    space, nose = space_of(centre), apex_of(centre)
    sides = [apex for apex in AHEAD if apex not in (nose, BEHIND[nose])]
    ways = [(part(space, side, 1.1), part(space, side, 0.4)) for side in sides]
    return arrows("access", space, ways)


def part(space: str, apex: str, share: float = 0.72) -> Point:
    """Return the point at this share of the way from the centre of a space to the corner."""
    (x, y), (dx, dy) = middle(space), AHEAD[apex]
    return round(x + dx * share, 3), round(y - dy * share, 3)


def arrows(kind: str, space: str, ways: list[tuple[Point, Point]]) -> Print:
    """Return a print of arrows, each given by its tail and its tip."""
    title = say(Saying("astroplane.print.entry"))
    return Print(kind, middle(space), (2, 2), "", title, tuple(chain(*ways)))


def printed(kind: str, centre: Point, size: float, side: str = "") -> Print:
    """Return a print of this kind and size at one point."""
    title = say(Saying(f"astroplane.print.{kind}", {"side": side}))
    return Print(kind, centre, (size, size), "", title, (centre,))


SIGNS = {"n": "^", "e": ">", "s": "v", "w": "<"}


@cache
def picture(box: Box) -> Picture:
    """Return the text picture: sites by height, the far ones on top, each with its pointer."""
    rows: dict[float, list[tuple[float, Site, str]]] = {}
    for site in box.chart.sites:
        x, y = middle(site) if site in CORNERS else corner(site)
        rows.setdefault(y, []).append((x, site, "R" if site in CORNERS else SIGNS[site[-1]]))
    return tuple(
        tuple((site, sign) for _, site, sign in sorted(rows[height])) for height in sorted(rows)
    )
