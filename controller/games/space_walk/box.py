"""The contents of the Space Walk box, and the settings of one game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property
from typing import Annotated

from msgspec import Meta, Struct

from controller.games.files import Paint
from controller.games.space_walk.board import HOLES, SEATS, onward
from controller.games.space_walk.cards import deck
from controller.games.space_walk.moves import Empty, Place, Spend
from controller.games.space_walk.ships import Ship, fleet
from controller.values import Seat, Site

FEW = 2  # up to so many players use the small orbit
MANY = 5  # from so many players each has one token less

Colour = Annotated[str, Meta(pattern="^[a-z]{1,12}$")]


class Livery(Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a fleet's colour, and how the lights mix it."""

    name: Colour
    colour: Paint


class Box(Struct, frozen=True):
    """The contents of one box: two orbits, each listed clockwise from a hole, and five fleets."""

    small: tuple[Site, ...]
    large: tuple[Site, ...]
    fleets: tuple[Livery, ...]


class Chart(Struct, frozen=True):
    """Lookup tables for one orbit and the fleets on it."""

    ahead: Mapping[Site, Site]  # the next field clockwise
    holes: frozenset[Site]
    ships: Mapping[str, Ship]  # by name: bigger ones first, then by number and seat
    names: tuple[tuple[str, ...], ...]  # the names of each seat's ships, in the order of the fleet
    order: Mapping[str, int]  # the index of each ship in `ships`
    places: Mapping[str, Mapping[Site, Place]]  # the move placing each ship on each planet
    empties: tuple[Mapping[Site, Empty], ...]  # the move of each seat emptying each planet
    spends: tuple[Spend, ...]
    owners: Mapping[str, Seat]  # the owner of every card


class Terms(Struct, frozen=True, dict=True):
    """The box, the number of seats and the options, which stay the same during a game."""

    box: Box
    seats: int
    action_cards: bool = False
    second_player_opens: bool = False
    token_reset_own_turn: bool = False
    trays: bool = False  # the panel has trays, in which the ships lie until they are placed

    @cached_property
    def orbit(self) -> tuple[Site, ...]:
        """The orbit in use: the small one for two players, the large one for more."""
        return self.box.small if self.seats <= FEW else self.box.large

    @cached_property
    def chart(self) -> Chart:
        """The lookup tables for this orbit and these fleets."""
        return chart(self.orbit, tuple(livery.name for livery in self.box.fleets[: self.seats]))

    @cached_property
    def opener(self) -> Seat:
        """The seat that begins the movement and every round of it (W2)."""
        return SEATS[1 if self.second_player_opens else 0]

    @cached_property
    def following(self) -> tuple[Seat, ...]:
        """For each seat the seat whose turn comes next (W1)."""
        return (*SEATS[1 : self.seats], SEATS[0])

    @cached_property
    def preceding(self) -> tuple[Seat, ...]:
        """For each seat the seat whose turn comes before."""
        return (SEATS[self.seats - 1], *SEATS[: self.seats - 1])

    @cached_property
    def tokens(self) -> int:
        """The number of tokens each player begins with; none with action cards (W12)."""
        if self.action_cards:
            return 0
        return 3 if self.seats >= MANY else 4


@cache
def chart(orbit: tuple[Site, ...], colours: tuple[str, ...]) -> Chart:
    """Return the lookup tables for this orbit and these fleet colours (cached)."""
    fleets = [tuple(fleet(colour, SEATS[seat])) for seat, colour in enumerate(colours)]
    ships = {ship.name: ship for rank in zip(*fleets, strict=True) for ship in rank}
    planets = [field for field in orbit if field not in HOLES]
    return Chart(
        ahead=onward(orbit),
        holes=frozenset(orbit).intersection(HOLES),
        ships=ships,
        names=tuple(tuple(ship.name for ship in nine) for nine in fleets),
        order={name: at for at, name in enumerate(ships)},
        places={
            name: {planet: Place(ship.seat, name, planet) for planet in planets}
            for name, ship in ships.items()
        },
        empties=tuple(
            {planet: Empty(seat, planet) for planet in planets} for seat in SEATS[: len(colours)]
        ),
        spends=tuple(map(Spend, SEATS[: len(colours)])),
        owners={card: SEATS[seat] for seat, name in enumerate(colours) for card in deck(name)},
    )
