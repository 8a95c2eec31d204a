"""The contents of the Astron box: strip, deck and ships, with tables computed from them."""

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
    """A ship: the name of its tag, its colour and its take-off cell."""

    name: Annotated[str, Meta(min_length=1)]
    colour: Paint
    takeoff: Site


class Box(Struct, frozen=True, dict=True):
    """The contents of one Astron box. The rows of the strip run from Earth outwards."""

    rows: tuple[str, ...]
    lowest: int
    highest: int
    danger: tuple[int, int]
    cards: tuple[Cards, ...]
    ships: tuple[Ship, ...]

    @cached_property
    def strip(self) -> Strip:
        """The strip, which gives the terrain under the window at every offset."""
        return strip(self.rows)

    @cached_property
    def deck(self) -> tuple[str, ...]:
        """The name of every card, sorted."""
        return tuple(sorted(name for cards in self.cards for name in cards.names))

    @cached_property
    def flights(self) -> dict[str, Flights]:
        """The flights that each card allows from each cell."""
        return all_flights(self.cards)

    @cached_property
    def paths(self) -> dict[str, Paths]:
        """The cells that must be clear of ships for each flight, by card and starting cell."""
        return all_paths(self.cards)

    @cached_property
    def upheavals(self) -> dict[str, int]:
        """The cards that move the strip, with the number of rows."""
        base = [cards for cards in self.cards if cards.heading is Heading.BASE]
        return {name: cards.value for cards in base for name in cards.names}

    @cached_property
    def reach(self) -> dict[Site, tuple[Site, ...]]:
        """For each cell, all cells that a ship there can pass over or end on with some card."""
        return reaches(self.cards)

    @cached_property
    def stacks(self) -> tuple[tuple[Stack, ...], ...]:
        """For each ship, its content of a cell for each seat that may fly it."""
        return tuple(
            tuple((Piece(ship.name, Seat(seat)),) for seat in range(FLEET)) for ship in self.ships
        )


@cache
def strip(rows: tuple[str, ...]) -> Strip:
    """Return the strip with these rows (cached, so that boxes with the same map share it)."""
    return Strip(rows)
