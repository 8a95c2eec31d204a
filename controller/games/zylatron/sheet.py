"""The data in the files of a Zylatron box: galaxy, unit sheet and Strike Cards."""

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
    """The kind of a piece."""

    STAR = "star"
    FIGHTER = "fighter"
    WARRIOR = "warrior"
    MISSILE = "missile"


KINDS = tuple(Kind)
TOPS = frozenset({Kind.WARRIOR, Kind.MISSILE})
"""The kinds that carry nothing: at most one of them tops a bay (Z7)."""

SHORT = frozenset({Kind.FIGHTER, Kind.WARRIOR})
"""The kinds used in the short game (Z23)."""


class Over(Enum):
    """The ground a piece can go over."""

    LAND = "land"
    SPACE = "space"
    BOTH = "both"


class Works(Enum):
    """The state of a factory."""

    WORKING = "working"
    DAMAGED = "damaged"
    DESTROYED = "destroyed"


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the sheet, for one kind of piece. Ranges are in steps, prices in Zys."""

    each: Count
    move: Range
    over: Over
    replace: Zys
    repair: Zys
    short: Range = 0  # its distance in the short game
    laser: Range = 0
    blast: Range = 0
    bays: Annotated[int, Meta(ge=0, le=3)] = 0


class Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    """The unit sheet, with the amounts that apply to every player."""

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
    """The number of Strike Cards of each kind."""

    hit: Copies
    damage: Copies
    miss: Copies
    provenance: str = ""


class Land(Struct, frozen=True, forbid_unknown_fields=True):
    """A round piece of land: a home planet, a moon, or Zylon."""

    kind: str
    centre: Site
    radius: Range


class Marks(Struct, frozen=True, forbid_unknown_fields=True):
    """The start marks of a planet's pieces."""

    star: tuple[Site, ...]
    fighter: tuple[Site, ...]
    warrior: tuple[Site, ...]
    missile: tuple[Site, ...]

    def of(self, kind: Kind) -> tuple[Site, ...]:
        """Return the marks of this kind."""
        marks: tuple[Site, ...] = getattr(self, kind.value)
        return marks


class Planet(Struct, frozen=True, forbid_unknown_fields=True):
    """A home planet with its headquarters, factories and marks."""

    name: Annotated[str, Meta(pattern="^[a-z]+$")]
    colour: Paint
    headquarters: Site
    factories: tuple[Site, ...]
    marks: Marks


class Galaxy(Struct, frozen=True, forbid_unknown_fields=True):
    """The board: Zylon's headquarters, all land, and planets clockwise from the far left corner."""

    zylon: Site
    lands: tuple[Land, ...]
    planets: tuple[Planet, ...]
    provenance: str = ""
