"""The holes in the plates and the parts under them, and the search for overlapping ones."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from math import dist

from msgspec import Struct

from controller.drawing import Point
from drivers.kit.drawn.shapes import Box, meets


class HoleKind(Enum):
    """The purpose of a hole."""

    REED = "reed"
    HALL = "hall"
    COIL = "coil"
    BEAM = "beam"
    LIGHT = "light"
    KEY = "key"
    SENSOR = "sensor"
    FORK = "fork"
    WHEEL = "wheel"
    SCREW = "screw"


# mm. A DRV5032, 1.4 × 1.1, faces up through the bed from its small board. A QRE1113, sunk into the
# top plate, measures 3.6 × 2.9; a TCST1103, a fork that reaches over the paper's edge,
# 10.8 × 6.3 as seen from above, and 11.9 in height (Vishay 83764).
HOLE_WIDTHS = {
    HoleKind.REED: 2.5,
    HoleKind.HALL: 3.0,
    HoleKind.LIGHT: 6.0,
    HoleKind.KEY: 24.0,
    HoleKind.SENSOR: 4.2,
    HoleKind.FORK: 12.0,
    HoleKind.WHEEL: 8.0,
    HoleKind.SCREW: 3.2,
}


HIGH = {HoleKind.SENSOR: 3.5, HoleKind.FORK: 7.3}  # mm, along the strip


class Hole(Struct, frozen=True):
    """A drilled, cut or only drawn hole; it is round, or rectangular if it has a height."""

    kind: HoleKind
    at: Point
    wide: float
    site: str = ""
    number: int = -1  # channel, antenna or pixel
    drilled: bool = True
    high: float = 0.0  # mm, of a rectangle
    other: int = -1  # the second channel of a part that closes two

    @property
    def called(self) -> str:
        """Its channel or pixel numbers, or its site if it has none."""
        numbers = [str(one) for one in (self.number, self.other) if one >= 0]
        return " ".join(numbers) or self.site

    @property
    def box(self) -> Box:
        (x, y), across, down = self.at, self.wide / 2, (self.high or self.wide) / 2
        return x - across, y - down, x + across, y + down

    @property
    def solid(self) -> bool:
        """True if no other hole may overlap it; a light may lie within a key."""
        return self.drilled or (self.kind is HoleKind.LIGHT and not self.site.startswith("key."))


def clash(one: Hole, other: Hole) -> bool:
    """True if the two holes overlap."""
    if one.high or other.high:
        return meets(one.box, other.box)
    return dist(one.at, other.at) < (one.wide + other.wide) / 2


def first_clash(holes: Iterable[Hole]) -> tuple[Hole, Hole] | None:
    """Return the first pair of overlapping holes, or None."""
    solid = sorted((hole for hole in holes if hole.solid), key=lambda hole: hole.box[0])
    for at, one in enumerate(solid):
        for other in solid[at + 1 :]:
            if other.box[0] > one.box[2]:
                break
            if clash(one, other):
                return one, other
    return None
