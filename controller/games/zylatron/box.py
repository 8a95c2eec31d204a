"""The contents of the Zylatron box, with pieces, marks, factories and cards numbered."""

from __future__ import annotations

from functools import cached_property

from msgspec import Struct

from controller.games.zylatron.board import POINTS, SITES, ball
from controller.games.zylatron.sheet import (
    DAMAGE,
    HIT,
    KINDS,
    MISS,
    TOPS,
    Galaxy,
    Kind,
    Line,
    Over,
    Sheet,
    Strikes,
)
from controller.values import CHANCE, Piece, Seat, Stack

BANK, UNUSED = -1, -2  # the point of a piece in the Bank, and of a piece not in this game


class Unit(Struct, frozen=True):
    """A piece of the box: name, kind, and the planet whose colour it has."""

    name: str
    kind: Kind
    planet: int


class Factory(Struct, frozen=True):
    """A factory: its name, its planet and its point."""

    name: str
    planet: int
    point: int


class Stacks(dict[tuple[int, ...], Stack]):
    """Stacks of pieces, bottom to top, by their numbers, each built once."""

    def __init__(self, pieces: tuple[Piece, ...]) -> None:
        super().__init__()
        self.pieces = pieces

    def __missing__(self, units: tuple[int, ...]) -> Stack:
        stack = self[units] = tuple(self.pieces[unit] for unit in units)
        return stack


class Box(Struct, frozen=True, dict=True):
    """One box of the game, with tables for those who play. Pieces are identified by number."""

    galaxy: Galaxy
    sheet: Sheet
    strikes: Strikes
    home: tuple[int, ...] = (0, 1, 2, 3)  # each seat's planet
    short: bool = False  # the short game (Z23)

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """Every piece, ordered by planet and kind."""
        return tuple(
            Unit(f"{planet.name}-{kind.value}{number + 1}", kind, colour)
            for colour, planet in enumerate(self.galaxy.planets)
            for kind in KINDS
            for number in range(self.lines[kind].each)
        )

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each piece by its name."""
        return {unit.name: number for number, unit in enumerate(self.units)}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each piece."""
        return tuple(unit.name for unit in self.units)

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """The kind of each piece."""
        return tuple(unit.kind for unit in self.units)

    @cached_property
    def ranks(self) -> tuple[int, ...]:
        """The kind of each piece as an index into KINDS, for faster lookups."""
        return tuple(map(KINDS.index, self.kinds))

    @cached_property
    def colours(self) -> tuple[int, ...]:
        """The planet whose colour each piece has."""
        return tuple(unit.planet for unit in self.units)

    @cached_property
    def fleets(self) -> tuple[tuple[int, ...], ...]:
        """The pieces of each colour."""
        colours = range(len(self.galaxy.planets))
        return tuple(tuple(p for p, c in enumerate(self.colours) if c == one) for one in colours)

    @cached_property
    def missiles(self) -> frozenset[int]:
        """The numbers of all missiles."""
        return frozenset(p for p, kind in enumerate(self.kinds) if kind is Kind.MISSILE)

    @cached_property
    def lines(self) -> dict[Kind, Line]:
        """The line of the sheet for each kind of piece."""
        sheet = self.sheet
        return dict(
            zip(KINDS, (sheet.star, sheet.fighter, sheet.warrior, sheet.missile), strict=True)
        )

    @cached_property
    def distances(self) -> tuple[int, ...]:
        """The distance each piece moves (Z4, Z23)."""
        lines = (self.lines[kind] for kind in self.kinds)
        return tuple(line.short if self.short else line.move for line in lines)

    @cached_property
    def bays(self) -> tuple[int, ...]:
        """The number of bays of each piece (Z7)."""
        return tuple(self.lines[kind].bays for kind in self.kinds)

    @cached_property
    def tops(self) -> tuple[bool, ...]:
        """Whether each piece is a Warrior or missile, which carries nothing and tops a bay (Z7)."""
        return tuple(kind in TOPS for kind in self.kinds)

    @cached_property
    def lasers(self) -> tuple[int, ...]:
        """The laser range of each piece (Z10)."""
        return tuple(self.lines[kind].laser for kind in self.kinds)

    @cached_property
    def prices(self) -> tuple[int, ...]:
        """The price to replace each piece (Z17)."""
        return tuple(self.lines[kind].replace for kind in self.kinds)

    @cached_property
    def grounds(self) -> tuple[int, ...]:
        """The points each piece can stand on, as a bit set."""
        return tuple(self.ground[self.lines[kind].over] for kind in self.kinds)

    @property
    def moves(self) -> int:
        """The number of pieces that may move in a turn (Z2, Z23)."""
        return self.sheet.short_moves if self.short else self.sheet.moves

    @cached_property
    def land(self) -> int:
        """All points that are land, as a bit set."""
        found = 0
        for land in self.galaxy.lands:
            found |= ball(POINTS[land.centre], land.radius)
        return found

    @cached_property
    def ground(self) -> dict[Over, int]:
        """The points of each kind of ground, as bit sets."""
        everywhere = (1 << len(SITES)) - 1
        return {Over.LAND: self.land, Over.SPACE: everywhere & ~self.land, Over.BOTH: everywhere}

    @cached_property
    def factories(self) -> tuple[Factory, ...]:
        """Every factory, ordered by planet."""
        return tuple(
            Factory(f"{planet.name}-factory{number}", colour, POINTS[site])
            for colour, planet in enumerate(self.galaxy.planets)
            for number, site in enumerate(planet.factories, 1)
        )

    @cached_property
    def sheds(self) -> frozenset[int]:
        """The points with factories."""
        return frozenset(factory.point for factory in self.factories)

    @cached_property
    def works(self) -> dict[str, int]:
        """The number of each factory by its name."""
        return {factory.name: number for number, factory in enumerate(self.factories)}

    @cached_property
    def headquarters(self) -> dict[int, int]:
        """The planet of each headquarters, by its point."""
        planets = enumerate(self.galaxy.planets)
        return {POINTS[planet.headquarters]: number for number, planet in planets}

    @cached_property
    def zylon(self) -> int:
        """The point of Zylon's headquarters."""
        return POINTS[self.galaxy.zylon]

    @cached_property
    def marks(self) -> tuple[dict[Kind, tuple[int, ...]], ...]:
        """The start marks of each kind, planet by planet."""
        return tuple(
            {kind: tuple(POINTS[site] for site in planet.marks.of(kind)) for kind in KINDS}
            for planet in self.galaxy.planets
        )

    @cached_property
    def next_seat(self) -> dict[Seat, Seat]:
        """The seat whose turn comes after each seat's, clockwise by the corners (Z1)."""
        order = sorted(map(Seat, range(len(self.home))), key=self.home.__getitem__)
        return dict(zip(order, (*order[1:], order[0]), strict=True))

    @cached_property
    def stacks(self) -> Stacks:
        """The stacks of pieces by the numbers of their pieces."""
        seats = {planet: Seat(seat) for seat, planet in enumerate(self.home)}
        return Stacks(tuple(Piece(u.name, seats.get(u.planet, CHANCE)) for u in self.units))

    @cached_property
    def alone(self) -> tuple[Stack, ...]:
        """Each piece as a stack of its own."""
        return tuple(self.stacks[piece,] for piece in range(len(self.units)))

    @cached_property
    def deck(self) -> tuple[str, ...]:
        """The name of every Strike Card; the short game has no DAMAGE (Z11, Z23)."""
        damage = 0 if self.short else self.strikes.damage
        cards = {HIT: self.strikes.hit, DAMAGE: damage, MISS: self.strikes.miss}
        return tuple(f"{card}.{copy + 1}" for card, count in cards.items() for copy in range(count))
