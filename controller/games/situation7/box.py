"""The contents of the Situation 7 box: the board with its prints, and each side's pieces."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import cached_property
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import asdict, replace

from controller.games.files import Paint
from controller.games.situation7.board import Board, Row, Spaces, board
from controller.games.situation7.moves import Drop, Equipment, Lay, Man
from controller.values import Piece, Seat, Site, Stack

EACH = 3  # the number of rockets, of satellites and of astronauts that a side has
SEATS = (Seat(0), Seat(1))

Points = Annotated[int, Meta(ge=1, le=1000)]
Names = Annotated[str, Meta(min_length=2)]
"""Spaces as the file writes them: `F21 F22 F23`."""


class Thing(Enum):
    """A kind of printed thing that is worth points (S12)."""

    SECTOR = "sector"
    BASE = "base"
    PLANET = "planet"
    OBJECT = "object"
    SUN = "sun"
    CIRCLE = "circle"


class Prize(Struct, frozen=True):
    """A printed thing whose points go to the side that covers all of it alone."""

    thing: Thing
    points: int
    spaces: Spaces

    def share(self, covered: int) -> float:
        """Return the value of having `covered` of its spaces; it grows with the square."""
        return self.points * (covered / self.spaces.bit_count()) ** 2


class Worth(Struct, frozen=True, forbid_unknown_fields=True):
    """A printed thing worth points, as the box file writes it."""

    thing: Literal["planet", "object", "sun", "circle"]
    points: Points
    spaces: Names


ColourName = Annotated[str, Meta(pattern="^[a-z]*$")]


class Palette(Struct, frozen=True, forbid_unknown_fields=True):
    """The colours of a side: of its lights and home planet, its puzzle and its equipment."""

    light: Paint
    puzzle: Paint
    equipment: Paint
    called: ColourName = ""  # the name of the puzzle's colour, if it is not the side's name


class Colours(Struct, frozen=True, forbid_unknown_fields=True):
    """A side: name and colours, base line and three bases."""

    name: Annotated[str, Meta(pattern="^[a-z]+$")]
    light: Paint
    puzzle: Paint
    equipment: Paint
    line: Names
    rocket: Names
    satellite: Names
    astronaut: Names
    called: ColourName = ""
    clear: Palette | None = None  # colours that are easier to tell apart from the other side's

    @property
    def sign(self) -> str:
        """The last letter of the names of its pieces."""
        return self.name[0]

    @property
    def puzzle_colour(self) -> str:
        """The name of the colour of its puzzle."""
        return self.called or self.name

    def base(self, kind: Equipment) -> str:
        """Return the spaces of the base of this equipment."""
        return {
            Equipment.ROCKET: self.rocket,
            Equipment.SATELLITE: self.satellite,
            Equipment.ASTRONAUT: self.astronaut,
        }[kind]

    def in_clear_colours(self) -> Colours:
        """Return the side in its clear colours, or unchanged if it has none."""
        return replace(self, **asdict(self.clear)) if self.clear else self


class Box(Struct, frozen=True, dict=True, forbid_unknown_fields=True):
    """One box of the game, as `board.toml` writes it."""

    sector_points: Points
    base_points: Points
    sectors: tuple[Names, ...]
    worth: tuple[Worth, ...]
    rows: tuple[Row, ...]
    sides: tuple[Colours, Colours]
    provenance: str = ""

    @cached_property
    def board(self) -> Board:
        """The spaces and which of them touch."""
        return board(self.rows)

    @cached_property
    def in_clear_colours(self) -> Box:
        """The box with both sides in their clear colours."""
        one, other = self.sides
        return replace(self, sides=(one.in_clear_colours(), other.in_clear_colours()))

    @cached_property
    def lines(self) -> tuple[Spaces, ...]:
        """Each side's base line."""
        return tuple(self.board.of(side.line) for side in self.sides)

    @cached_property
    def bases(self) -> tuple[Mapping[Equipment, Spaces], ...]:
        """Each side's bases by equipment."""
        return tuple(
            {kind: self.board.of(side.base(kind)) for kind in Equipment} for side in self.sides
        )

    @cached_property
    def prizes(self) -> tuple[Prize, ...]:
        """All prizes, the sectors first."""
        of, bases = self.board.of, (base for side in self.bases for base in side.values())
        return (
            *(Prize(Thing.SECTOR, self.sector_points, of(names)) for names in self.sectors),
            *(Prize(Thing.BASE, self.base_points, base) for base in bases),
            *(Prize(Thing(it.thing), it.points, of(it.spaces)) for it in self.worth),
        )

    @cached_property
    def shares(self) -> tuple[tuple[Spaces, tuple[float, ...]], ...]:
        """The spaces of every prize, with its value by the number of them covered."""
        return tuple(
            (it.spaces, tuple(map(it.share, range(it.spaces.bit_count() + 1))))
            for it in self.prizes
        )

    @cached_property
    def lays(self) -> tuple[tuple[Lay, ...], ...]:
        """Each side's lay move on each space, created once for speed."""
        return tuple(tuple(Lay(seat, site) for site in self.board.spaces) for seat in SEATS)

    @cached_property
    def drops(self) -> tuple[Mapping[Equipment, tuple[Drop, ...]], ...]:
        """Each side's drop move of each equipment on each space."""
        return tuple(
            {
                kind: tuple(Drop(seat, site, kind) for site in self.board.spaces)
                for kind in Equipment
            }
            for seat in SEATS
        )

    @cached_property
    def mans(self) -> tuple[tuple[Man, ...], ...]:
        """Each side's move putting an astronaut on each space."""
        return tuple(tuple(Man(seat, site) for site in self.board.spaces) for seat in SEATS)

    @cached_property
    def puzzles(self) -> tuple[tuple[tuple[Site, Stack], ...], ...]:
        """Each side's piece for each space, with the space."""
        return tuple(
            tuple((site, (self.piece(seat, site),)) for site in self.board.spaces) for seat in SEATS
        )

    def piece(self, seat: Seat, site: Site) -> Piece:
        """Return the only piece of that side that fits the space."""
        return Piece(f"{site}{self.sides[seat].sign}", seat)

    def gear(self, seat: Seat, kind: Equipment, number: int) -> Piece:
        """Return a rocket, satellite or astronaut of that side, counted from 1."""
        return Piece(f"{kind.value}{number}{self.sides[seat].sign}", seat)
