"""Zylatron drawn: points on a grid, planets beneath them, four fleets."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import sqrt

from controller.drawing import Cell, Drawing, Face, Point, Print, Token
from controller.games.zylatron.board import POINTS, ROWS, SITES, SPOTS, WIDTH, ball, bits
from controller.games.zylatron.box import Box
from controller.games.zylatron.sheet import DAMAGE, HIT, KINDS, MISS, Kind, Land, Planet, Works
from controller.games.zylatron.standing import Standing
from controller.values import Saying, Seat, Site
from controller.words import say

PITCH = sqrt(3) / 2  # rows of a triangular grid stand closer than its points
DISC = 0.42

OUTLINES: dict[Kind, tuple[Point, ...]] = {
    Kind.STAR: (
        *((0, -0.46), (0.12, -0.18), (0.42, -0.22), (0.22, 0), (0.42, 0.22), (0.12, 0.18)),
        *((0, 0.46), (-0.12, 0.18), (-0.42, 0.22), (-0.22, 0), (-0.42, -0.22), (-0.12, -0.18)),
    ),
    Kind.FIGHTER: ((0, -0.4), (0.36, 0.3), (0.12, 0.2), (0, 0.34), (-0.12, 0.2), (-0.36, 0.3)),
    Kind.WARRIOR: (
        *((-0.1, -0.36), (0.1, -0.36), (0.14, -0.12), (0.28, -0.04), (0.2, 0.36)),
        *((-0.2, 0.36), (-0.28, -0.04), (-0.14, -0.12)),
    ),
    Kind.MISSILE: (
        *((0, -0.42), (0.1, -0.2), (0.1, 0.2), (0.22, 0.38), (-0.22, 0.38), (-0.1, 0.2)),
        (-0.1, -0.2),
    ),
}
FACES = {HIT: "✸", DAMAGE: "⚡", MISS: "○"}


def draw_board(now: Standing) -> Drawing:
    """How the board looks, all through a game."""
    return drawn(now.box)


def tagged_pieces(now: Standing) -> tuple[str, ...]:
    """Everything in the box that can carry a tag, by name."""
    return (*now.box.names, *now.box.deck)


def conditions(now: Standing) -> dict[str, Saying]:
    """Who is out of action, and which factories do not work (Z14, Z16)."""
    hurt = {now.box.names[piece]: Saying("zylatron.is.damaged") for piece in now.damaged}
    broken = {
        SITES[factory.point]: Saying(f"zylatron.is.works-{works.value}")
        for factory, works in zip(now.box.factories, now.works, strict=True)
        if works is not Works.WORKING
    }
    return hurt | broken


@cache
def drawn(box: Box) -> Drawing:
    """The board of this box, drawn once."""
    return Drawing(
        size=(WIDTH / 2 + 0.5, (ROWS - 1) * PITCH + 1),
        cells=tuple(Cell(site, middle(site), radius=DISC) for site in SITES),
        tokens=tuple(tokens(box)),
        prints=tuple(prints(box)),
        cards={
            card: Face(sign, word(f"card.{card.lower()}"), card) for card, sign in FACES.items()
        },
        called=works(box),
    )


def middle(site: Site) -> Point:
    """Where a point lies, one unit from its neighbours."""
    x, row = SPOTS[POINTS[site]]
    return round(x / 2 + 0.5, 3), round(row * PITCH + 0.5, 3)


def word(key: str, **fields: str | int) -> str:
    return say(Saying(f"zylatron.{key}", fields))


def tokens(box: Box) -> Iterator[Token]:
    """Every piece of the fleets that play, with a letter for its kind and its own number."""
    seats = {planet: Seat(seat) for seat, planet in enumerate(box.home)}
    for unit in box.units:
        if unit.planet in seats:
            planet, seat = box.galaxy.planets[unit.planet], seats[unit.planet]
            title = word(f"piece.{unit.kind.value}", planet=planet.name, number=unit.name[-1])
            label = f"{unit.kind.value[0].upper()}{unit.name[-1]}"
            yield Token(unit.name, title, seat, planet.colour, OUTLINES[unit.kind], label=label)


def works(box: Box) -> dict[str, str]:
    """What every factory is called aloud."""
    kinds = [word("print.factory", planet=planet.name) for planet in box.galaxy.planets]
    return {one.name: f"{kinds[one.planet]} {one.name[-1]}" for one in box.factories}


def prints(box: Box) -> Iterator[Print]:
    """Lands first, then start marks, factories and headquarters on them."""
    yield from (ground(land) for land in box.galaxy.lands)
    for planet in box.galaxy.planets:
        yield from printed_buildings(planet)
    yield spot("headquarters", box.galaxy.zylon, "H", word("print.zylon-headquarters"))


def ground(land: Land) -> Print:
    """A planet over all its points."""
    places = tuple(middle(SITES[point]) for point in bits(ball(POINTS[land.centre], land.radius)))
    size = 2 * land.radius + 1
    return Print(
        land.kind, middle(land.centre), (size, size), "", word(f"print.{land.kind}"), places
    )


def printed_buildings(planet: Planet) -> Iterator[Print]:
    """What is printed for one corner."""
    for kind in KINDS:
        title = word(f"print.mark-{kind.value}", planet=planet.name)
        yield from (spot("mark", s, kind.value[0].upper(), title) for s in planet.marks.of(kind))
    title = word("print.factory", planet=planet.name)
    yield from (spot("factory", site, "F", title) for site in planet.factories)
    title = word("print.headquarters", planet=planet.name)
    yield spot("headquarters", planet.headquarters, "H", title)


def spot(kind: str, site: Site, label: str, title: str) -> Print:
    """Something printed on one point."""
    return Print(kind, middle(site), (1, 1), label, title, (middle(site),))
