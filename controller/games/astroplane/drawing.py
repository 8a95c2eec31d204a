"""Astroplane drawn: diamonds with their four corners, the edge, and the craft."""

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

SIDE = 2 * (MIDDLE + 1)  # units, from edge to edge: a diamond is two units across
CRAFT_SHAPE: tuple[Point, ...] = ((0, -0.43), (0.86, 0.43), (-0.86, 0.43))
"""Half a diamond with its nose in the corner; two of them back to back are a Square."""

TURNS = {"n": 0.0, "e": 90.0, "s": 180.0, "w": 270.0}  # degrees that a craft there is turned


def drawing(now: Standing) -> Drawing:
    """How the board looks, all through a game."""
    return drawn(now.box, now.seats)


def pieces(now: Standing) -> tuple[str, ...]:
    """Everything in the box that can carry a tag, by name."""
    return tuple(name for fleet in now.box.fleets for name in fleet.names)


@cache
def drawn(box: Box, seats: int) -> Drawing:
    """The board of this box, drawn once."""
    return Drawing(
        size=(SIDE, SIDE),
        cells=tuple(map(cell, box.chart.sites)),
        tokens=tuple(tokens(playing(box, seats))),
        prints=tuple(prints(box)),
        piled=True,
    )


def middle(space: str) -> Point:
    """The middle of a space; y grows towards South."""
    x, y = PLACES[space]
    return x + SIDE / 2, SIDE / 2 - y


def corner(site: Site) -> Point:
    """Half way from the middle of a space to the corner a craft points at."""
    (x, y), (dx, dy) = middle(space_of(site)), AHEAD[apex_of(site)]
    return x + dx / 2, y - dy / 2


def kite(centre: Point, size: float) -> tuple[Point, ...]:
    x, y = centre
    return ((x, y - size), (x + size, y), (x, y + size), (x - size, y))


def cell(site: Site) -> Cell:
    """A quarter of a diamond, its outer tip the corner that a craft there points at."""
    if site in CORNERS:
        return Cell(site, middle(site), radius=0.6)
    return Cell(site, corner(site), kite(corner(site), 0.5), turn=TURNS[apex_of(site)])


def tokens(fleets: tuple[Fleet, ...]) -> Iterator[Token]:
    for seat, fleet in enumerate(fleets):
        title = say(Saying("astroplane.craft", {"side": fleet.title}))
        for name in fleet.names:
            yield Token(name, title, Seat(seat), fleet.colour, CRAFT_SHAPE)


def prints(box: Box) -> Iterator[Print]:
    """The grid first, then what is special on it."""
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
    """From the corner by which a craft comes out of its start area to the three others (P3)."""
    space, by = next_space(start), BEHIND[apex_of(start)]
    ways = [(part(space, by), part(space, apex)) for apex in AHEAD if apex != by]
    return arrows("entry", space, ways)


def access(centre: Site) -> Print:
    """From both sides into a central space; its far corner needs no telling (P17)."""
    space, nose = space_of(centre), apex_of(centre)
    sides = [apex for apex in AHEAD if apex not in (nose, BEHIND[nose])]
    ways = [(part(space, side, 1.1), part(space, side, 0.4)) for side in sides]
    return arrows("access", space, ways)


def part(space: str, apex: str, share: float = 0.72) -> Point:
    """So far on the way from the middle of a space to that corner."""
    (x, y), (dx, dy) = middle(space), AHEAD[apex]
    return round(x + dx * share, 3), round(y - dy * share, 3)


def arrows(kind: str, space: str, ways: list[tuple[Point, Point]]) -> Print:
    """Each arrow by its tail and its tip, one after the other."""
    title = say(Saying("astroplane.print.entry"))
    return Print(kind, middle(space), (2, 2), "", title, tuple(chain(*ways)))


def printed(kind: str, centre: Point, size: float, side: str = "") -> Print:
    title = say(Saying(f"astroplane.print.{kind}", {"side": side}))
    return Print(kind, centre, (size, size), "", title, (centre,))


SIGNS = {"n": "^", "e": ">", "s": "v", "w": "<"}


@cache
def picture(box: Box) -> Picture:
    """Every site by the height at which it lies, the far ones on top, each with its pointer."""
    rows: dict[float, list[tuple[float, Site, str]]] = {}
    for site in box.chart.sites:
        x, y = middle(site) if site in CORNERS else corner(site)
        rows.setdefault(y, []).append((x, site, "R" if site in CORNERS else SIGNS[site[-1]]))
    return tuple(
        tuple((site, sign) for _, site, sign in sorted(rows[height])) for height in sorted(rows)
    )
