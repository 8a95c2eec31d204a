"""How Zylatron is drawn: points on a grid, planets beneath them, and four fleets."""

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

PITCH = sqrt(3) / 2  # distance between rows of a triangular grid, its points being 1 apart
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
    """Return the drawing of the board, which stays the same throughout a game."""
    return drawn(now.box)


def tagged_pieces(now: Standing) -> tuple[str, ...]:
    """Return the names of all pieces and cards in the box that can carry a tag."""
    return (*now.box.names, *now.box.deck)


def conditions(now: Standing) -> dict[str, Saying]:
    """Return the pieces that are out of action and the factories not working (Z14, Z16)."""
    hurt = {now.box.names[piece]: Saying("zylatron.is.damaged") for piece in now.damaged}
    broken = {
        SITES[factory.point]: Saying(f"zylatron.is.works-{works.value}")
        for factory, works in zip(now.box.factories, now.works, strict=True)
        if works is not Works.WORKING
    }
    return hurt | broken


@cache
def drawn(box: Box) -> Drawing:
    """Return the drawing for this box (cached)."""
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
    """Return the drawing coordinates of a point, one unit from its neighbours."""
    x, row = SPOTS[POINTS[site]]
    return round(x / 2 + 0.5, 3), round(row * PITCH + 0.5, 3)


def word(key: str, **fields: str | int) -> str:
    """Return the catalogue sentence of this key, in words."""
    return say(Saying(f"zylatron.{key}", fields))


def tokens(box: Box) -> Iterator[Token]:
    """Yield every piece of the fleets in play, labelled with its kind's letter and its number."""
    seats = {planet: Seat(seat) for seat, planet in enumerate(box.home)}
    for unit in box.units:
        if unit.planet in seats:
            planet, seat = box.galaxy.planets[unit.planet], seats[unit.planet]
            title = word(f"piece.{unit.kind.value}", planet=planet.name, number=unit.name[-1])
            label = f"{unit.kind.value[0].upper()}{unit.name[-1]}"
            yield Token(unit.name, title, seat, planet.colour, OUTLINES[unit.kind], label=label)


def works(box: Box) -> dict[str, str]:
    """Return the spoken name of every factory."""
    kinds = [word("print.factory", planet=planet.name) for planet in box.galaxy.planets]
    return {one.name: f"{kinds[one.planet]} {one.name[-1]}" for one in box.factories}


def prints(box: Box) -> Iterator[Print]:
    """Yield the prints: lands first, on them start marks, factories and headquarters."""
    yield from (ground(land) for land in box.galaxy.lands)
    for planet in box.galaxy.planets:
        yield from printed_buildings(planet)
    yield spot("headquarters", box.galaxy.zylon, "H", word("print.zylon-headquarters"))


def ground(land: Land) -> Print:
    """Return a planet or moon as a print over all its points."""
    places = tuple(middle(SITES[point]) for point in bits(ball(POINTS[land.centre], land.radius)))
    size = 2 * land.radius + 1
    return Print(
        land.kind, middle(land.centre), (size, size), "", word(f"print.{land.kind}"), places
    )


def printed_buildings(planet: Planet) -> Iterator[Print]:
    """Yield the marks, factories and headquarters of one planet."""
    for kind in KINDS:
        title = word(f"print.mark-{kind.value}", planet=planet.name)
        yield from (spot("mark", s, kind.value[0].upper(), title) for s in planet.marks.of(kind))
    title = word("print.factory", planet=planet.name)
    yield from (spot("factory", site, "F", title) for site in planet.factories)
    title = word("print.headquarters", planet=planet.name)
    yield spot("headquarters", planet.headquarters, "H", title)


def spot(kind: str, site: Site, label: str, title: str) -> Print:
    """Return a print on one point."""
    return Print(kind, middle(site), (1, 1), label, title, (middle(site),))
