"""The deck of Astron: headings, names, and the flights that each card allows."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import cache
from typing import Annotated

from msgspec import Meta, Struct

from controller.games.astron.board import CELLS, PLACES, cell_at, way
from controller.games.cards import UNSEEN
from controller.values import Site

FEW = 3  # up to so many players are dealt the smaller hand
FARTHEST_TURN = 5  # most rows that one card may move the strip


class Heading(Enum):
    """The direction a card moves the ship; BASE moves the strip."""

    FORWARDS = "forwards"
    BACKWARDS = "backwards"
    SIDEWAYS = "sideways"
    BASE = "base"


STEPS = {
    Heading.FORWARDS: ((0, 1),),
    Heading.BACKWARDS: ((0, -1),),
    Heading.SIDEWAYS: ((-1, 0), (1, 0)),
    Heading.BASE: (),
}


class Cards(Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of card, with the number of copies in the deck."""

    heading: Heading
    value: Annotated[int, Meta(ge=-FARTHEST_TURN, le=11)]
    count: Annotated[int, Meta(ge=1, le=99)]

    @property
    def kind(self) -> str:
        """The part of the name that all copies share: F2, B1, S4, U-2."""
        if self.heading is Heading.BASE:
            return f"U{self.value:+}"
        return f"{self.heading.value[0].upper()}{self.value}"

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each copy."""
        return tuple(f"{self.kind}.{copy + 1}" for copy in range(self.count))


def hand_size(seats: int) -> int:
    """Return the hand size at the start: five cards for two or three players, else six (A2)."""
    return 5 if seats <= FEW else 6


class Flight(Struct, frozen=True):
    """One straight flight a card allows, and the cells that must be clear of ships for it."""

    target: Site
    way: tuple[Site, ...]
    clear: frozenset[Site]


Flights = Mapping[Site, tuple[Flight, ...]]
Paths = Mapping[Site, tuple[frozenset[Site], ...]]


@cache
def flights(heading: Heading, value: int) -> Flights:
    """Return the flights that a card of this heading and value allows from every cell (A6)."""
    return {
        cell: tuple(
            flight(heading, cell, target)
            for dx, dy in STEPS[heading]
            if (target := cell_at(x + dx * value, y + dy * value)) is not None
        )
        for cell, (x, y) in PLACES.items()
    }


def flight(heading: Heading, source: Site, target: Site) -> Flight:
    """Return the flight; sideways only the target must be clear, otherwise the whole way (A7)."""
    over = way(source, target)
    return Flight(target, over, frozenset(over[-1:] if heading is Heading.SIDEWAYS else over))


@cache
def paths(heading: Heading, value: int) -> Paths:
    """Return, by starting cell, the cells that must be clear for each flight of such a card."""
    table = flights(heading, value)
    return {cell: tuple(flight.clear for flight in some) for cell, some in table.items()}


@cache
def all_flights(deck: tuple[Cards, ...]) -> dict[str, Flights]:
    """Return the flights of every card by its name; a face-down card allows none."""
    table: dict[str, Flights] = {UNSEEN: dict.fromkeys(CELLS, ())}
    for cards in deck:
        table |= dict.fromkeys(cards.names, flights(cards.heading, cards.value))
    return table


@cache
def all_paths(deck: tuple[Cards, ...]) -> dict[str, Paths]:
    """Return the cells that must be clear for each flight, by card name and starting cell."""
    table: dict[str, Paths] = {UNSEEN: dict.fromkeys(CELLS, ())}
    for cards in deck:
        table |= dict.fromkeys(cards.names, paths(cards.heading, cards.value))
    return table


@cache
def reaches(deck: tuple[Cards, ...]) -> dict[Site, tuple[Site, ...]]:
    """Return for each cell all cells that a flight with some card of the deck passes or ends on."""
    tables = [flights(cards.heading, cards.value) for cards in deck]
    return {
        cell: tuple(dict.fromkeys(over for table in tables for f in table[cell] for over in f.way))
        for cell in CELLS
    }
