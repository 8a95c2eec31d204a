"""What comes in the box: the strip, the deck and the ships."""

from __future__ import annotations

from functools import cache, cached_property
from typing import Annotated

from msgspec import Meta, Struct

from controller.games.astron.board import Strip
from controller.games.astron.cards import (
    Cards,
    Flights,
    Heading,
    Paths,
    all_flights,
    all_paths,
    reaches,
)
from controller.games.files import Paint
from controller.values import Piece, Seat, Site, Stack

FLEET = 6


class Ship(Struct, frozen=True, forbid_unknown_fields=True):
    """A ship by the name of its tag, its colour, and where it takes off."""

    name: Annotated[str, Meta(min_length=1)]
    colour: Paint
    takeoff: Site


class Box(Struct, frozen=True, dict=True):
    """One set of the game. Its rows run from Earth outwards."""

    rows: tuple[str, ...]
    lowest: int
    highest: int
    danger: tuple[int, int]
    cards: tuple[Cards, ...]
    ships: tuple[Ship, ...]

    @cached_property
    def strip(self) -> Strip:
        """The window at every offset."""
        return strip(self.rows)

    @cached_property
    def deck(self) -> tuple[str, ...]:
        """The name of every card, in order."""
        return tuple(sorted(name for cards in self.cards for name in cards.names))

    @cached_property
    def flights(self) -> dict[str, Flights]:
        """Where each card takes a ship from each cell."""
        return all_flights(self.cards)

    @cached_property
    def paths(self) -> dict[str, Paths]:
        """What must be clear of ships for each card from each cell."""
        return all_paths(self.cards)

    @cached_property
    def upheavals(self) -> dict[str, int]:
        """The cards that move the strip, and by how many rows."""
        base = [cards for cards in self.cards if cards.heading is Heading.BASE]
        return {name: cards.value for cards in base for name in cards.names}

    @cached_property
    def reach(self) -> dict[Site, tuple[Site, ...]]:
        """From each cell, every cell a ship could come over or end on with some card."""
        return reaches(self.cards)

    @cached_property
    def stacks(self) -> tuple[tuple[Stack, ...], ...]:
        """Each ship as it stands alone on a cell, by the seat that flies it."""
        return tuple(
            tuple((Piece(ship.name, Seat(seat)),) for seat in range(FLEET)) for ship in self.ships
        )


@cache
def strip(rows: tuple[str, ...]) -> Strip:
    """Boxes with the same map look through the same windows."""
    return Strip(rows)
