"""How Space Walk is drawn: the ring of planets and holes, the middle row, ships and cards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from math import cos, pi, sin

from controller.drawing import Cell, Drawing, Face, Point, Print, Token
from controller.games.space_walk.board import HOLES, INNER, OUTER, SEATS
from controller.games.space_walk.box import Box
from controller.games.space_walk.cards import Effect
from controller.games.space_walk.ships import ALIKE, Size, fleet, tray_of
from controller.games.space_walk.standing import Standing
from controller.values import Saying, Site
from controller.words import say

RADIUS = 4.4  # of the ring: 21 fields, 1.3 units apart
WIDTH = 2 * RADIUS + 1.4
FIELD = 0.5  # radius of a field
TRAY = (1.5, 0.9)  # distance between neighbouring trays, across and down
SHELTER = -0.8  # y of the first row of trays, from the middle of the ring (down is positive)
RIM = ((-0.47, -0.45), (0.47, -0.45), (0.47, 0.45), (-0.47, 0.45))  # tray corners, times TRAY
RING = (HOLES[0], *OUTER[:6], HOLES[1], *OUTER[6:12], HOLES[2], *OUTER[12:])
"""The outer ring, clockwise."""

HULLS: dict[Size, tuple[Point, ...]] = {
    Size.LARGE: (
        *((0, -0.42), (0.12, -0.2), (0.14, 0.06), (0.4, 0.26), (0.4, 0.36), (0.14, 0.3)),
        *((0.08, 0.42), (-0.08, 0.42), (-0.14, 0.3), (-0.4, 0.36), (-0.4, 0.26), (-0.14, 0.06)),
        (-0.12, -0.2),
    ),
    Size.MEDIUM: (
        *((0, -0.34), (0.14, -0.06), (0.32, 0.3), (0.1, 0.2), (0, 0.3)),
        *((-0.1, 0.2), (-0.32, 0.3), (-0.14, -0.06)),
    ),
    Size.SMALL: ((0, -0.22), (0.17, 0.2), (0, 0.1), (-0.17, 0.2)),
}
SIGNS = {
    Effect.GROUP: "●●",
    Effect.DOUBLE: "2×",
    Effect.COPY: "=",
    Effect.STEP: "+1",
    Effect.REST: "–",
}


def drawing(now: Standing) -> Drawing:
    """Return the drawing of the board, which stays the same throughout a game."""
    return drawn(now.terms.box, now.terms.seats, now.terms.trays, frozenset(now.terms.orbit))


def pieces(now: Standing) -> tuple[str, ...]:
    """Return the names of all ships and cards in play that can carry a tag."""
    return (*now.terms.chart.ships, *now.terms.chart.owners)


@cache
def drawn(box: Box, seats: int, trayed: bool, orbit: frozenset[Site]) -> Drawing:
    """Return the drawing for this box, number of seats, trays and orbit (cached)."""
    return Drawing(
        size=(WIDTH, WIDTH),
        cells=(*cells(), *(trays(seats) if trayed else ())),
        tokens=tuple(drawn_tokens(box, seats)),
        prints=tuple(prints(orbit)),
        cards={kind.value: face(kind) for kind in Effect},
    )


def trays(seats: int) -> Iterator[Cell]:
    """Yield the trays of each seat, one for each ship size, in the space within the ring."""
    for seat, (across, size) in product(SEATS[:seats], enumerate(Size)):
        x, y = spot((across - 1) * TRAY[0], SHELTER + seat * TRAY[1])
        corners = tuple((x + TRAY[0] * dx, y + TRAY[1] * dy) for dx, dy in RIM)
        yield Cell(tray_of(seat, size), (x, y), corners, room=ALIKE)


def cells() -> Iterator[Cell]:
    """Yield every field, with the direction in which a ship on it points."""
    for site, centre in middles().items():
        around = 360 * (RING.index(site) / len(RING) - 1 / 6) if site in RING else 180
        yield Cell(site, centre, radius=FIELD, turn=round(around + 90, 1))


@cache
def middles() -> dict[Site, Point]:
    """Return the centre of every field: holes h1 and h2 level, h3 at the near edge."""
    angles = (2 * pi * (at / len(RING) - 1 / 6) for at in range(len(RING)))
    ring = (spot(RADIUS * sin(angle), -RADIUS * cos(angle)) for angle in angles)
    found = dict(zip(RING, ring, strict=True))
    (left, level), (right, _) = found[HOLES[0]], found[HOLES[1]]
    gap = (right - left) / (len(INNER) + 1)
    row = ((round(right - gap * at, 3), level) for at in range(1, len(INNER) + 1))
    return found | dict(zip(INNER, row, strict=True))


def spot(x: float, y: float) -> Point:
    """Return drawing coordinates of a point given relative to the middle of the ring."""
    return round(WIDTH / 2 + x, 3), round(WIDTH / 2 + y, 3)


def prints(orbit: frozenset[Site]) -> Iterator[Print]:
    """Yield the orbit lines, then planets and holes; those not in this game's orbit are idle."""
    centres = middles()
    way = tuple(centres[site] for site in RING)
    yield Print("orbit", spot(0, 0), (2 * RADIUS, 2 * RADIUS), "", "", (*way, way[0]))
    row = (HOLES[1], *INNER, HOLES[0])
    yield Print("orbit", centres[INNER[2]], (1, 1), "", "", tuple(centres[site] for site in row))
    for site, centre in centres.items():
        kind, idle = "hole" if site in HOLES else "planet", site not in orbit
        title = say(Saying(f"space_walk.print.{kind}{'-outside' * idle}", {"site": site}))
        yield Print(kind, centre, (2 * FIELD, 2 * FIELD), site, title, (centre,), idle)


def drawn_tokens(box: Box, seats: int) -> Iterator[Token]:
    """Yield every ship in play: the outline shows its size, the colour its seat."""
    for seat, livery in zip(SEATS[:seats], box.fleets, strict=False):
        for ship in fleet(livery.name, seat):
            parts = {"colour": livery.name, "size": ship.size.value}
            title = say(Saying("space_walk.ship", parts))
            yield Token(ship.name, title, seat, livery.colour, HULLS[ship.size])


def face(kind: Effect) -> Face:
    """Return the face of a card: its sign and its title."""
    return Face(SIGNS[kind], say(Saying(f"space_walk.card.{kind.value}")), kind.value)
