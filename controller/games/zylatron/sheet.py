"""What is written in the files of a box: the galaxy, the sheet of units, the Strike Cards."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from msgspec import Meta, Struct

from controller.games.files import Paint
from controller.values import Site

PLANETS = 4
HIT, DAMAGE, MISS = "HIT", "DAMAGE", "MISS"

Count = Annotated[int, Meta(ge=1, le=9)]
Range = Annotated[int, Meta(ge=0, le=12)]
Zys = Annotated[int, Meta(ge=0, le=200)]
Copies = Annotated[int, Meta(ge=0, le=99)]


class Kind(Enum):
    """What a piece is."""

    STAR = "star"
    FIGHTER = "fighter"
    WARRIOR = "warrior"
    MISSILE = "missile"


KINDS = tuple(Kind)
TOPS = frozenset({Kind.WARRIOR, Kind.MISSILE})
"""What carries nothing: at most one of them tops a bay (Z7)."""

SHORT = frozenset({Kind.FIGHTER, Kind.WARRIOR})
"""What the short game is played with (Z23)."""


class Over(Enum):
    """The ground a piece can go over."""

    LAND = "land"
    SPACE = "space"
    BOTH = "both"


class Works(Enum):
    """How a factory stands."""

    WORKING = "working"
    DAMAGED = "damaged"
    DESTROYED = "destroyed"


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the sheet. Ranges are in steps, prices in Zys."""

    each: Count
    move: Range
    over: Over
    replace: Zys
    repair: Zys
    short: Range = 0  # how far it moves in the short game
    laser: Range = 0
    blast: Range = 0
    bays: Annotated[int, Meta(ge=0, le=3)] = 0


class Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    """The information sheet, and what is agreed for everybody."""

    star: Line
    fighter: Line
    warrior: Line
    missile: Line
    money: Zys
    moves: Count
    short_moves: Count
    beam: Range
    rebuild: Zys
    provenance: str = ""


class Strikes(Struct, frozen=True, forbid_unknown_fields=True):
    """How many of each Strike Card there are."""

    hit: Copies
    damage: Copies
    miss: Copies
    provenance: str = ""


class Land(Struct, frozen=True, forbid_unknown_fields=True):
    """A round of land: a home planet, a moon, or Zylon."""

    kind: str
    centre: Site
    radius: Range


class Marks(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the pieces of a planet start."""

    star: tuple[Site, ...]
    fighter: tuple[Site, ...]
    warrior: tuple[Site, ...]
    missile: tuple[Site, ...]

    def of(self, kind: Kind) -> tuple[Site, ...]:
        """The marks of this kind."""
        marks: tuple[Site, ...] = getattr(self, kind.value)
        return marks


class Planet(Struct, frozen=True, forbid_unknown_fields=True):
    """A corner of the galaxy."""

    name: Annotated[str, Meta(pattern="^[a-z]+$")]
    colour: Paint
    headquarters: Site
    factories: tuple[Site, ...]
    marks: Marks


class Galaxy(Struct, frozen=True, forbid_unknown_fields=True):
    """The board: planets clockwise from the far left-hand corner, land, and Zylon's middle."""

    zylon: Site
    lands: tuple[Land, ...]
    planets: tuple[Planet, ...]
    provenance: str = ""
