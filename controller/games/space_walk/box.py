"""What comes in the box of Space Walk, and what was agreed for one game with it."""

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

FEW = 2  # players who take the small orbit
MANY = 5  # players who have a token less each

Colour = Annotated[str, Meta(pattern="^[a-z]{1,12}$")]


class Livery(Struct, frozen=True, forbid_unknown_fields=True):
    """The colour of a fleet: what it is called and how the lights mix it."""

    name: Colour
    colour: Paint


class Box(Struct, frozen=True):
    """One set of the game: two orbits, each clockwise from a hole, and five fleets."""

    small: tuple[Site, ...]
    large: tuple[Site, ...]
    fleets: tuple[Livery, ...]


class Chart(Struct, frozen=True):
    """One orbit with its ships: all that can be looked up instead of worked out."""

    ahead: Mapping[Site, Site]  # the next field clockwise
    holes: frozenset[Site]
    ships: Mapping[str, Ship]  # bigger ones first, then by number and seat
    names: tuple[tuple[str, ...], ...]  # of each seat's ships, in the order of the fleet
    order: Mapping[str, int]  # the place of each ship in that order
    places: Mapping[str, Mapping[Site, Place]]  # each ship put on each planet
    empties: tuple[Mapping[Site, Empty], ...]  # each seat emptying each planet
    spends: tuple[Spend, ...]
    owners: Mapping[str, Seat]  # of every card


class Terms(Struct, frozen=True, dict=True):
    """Who plays on which board by which house rules: the same all through a game."""

    box: Box
    seats: int
    action_cards: bool = False
    second_player_opens: bool = False
    token_reset_own_turn: bool = False
    trays: bool = False  # ships lie in trays of the panel until they are placed, not in the box

    @cached_property
    def orbit(self) -> tuple[Site, ...]:
        """Two players take the small orbit, more the large one."""
        return self.box.small if self.seats <= FEW else self.box.large

    @cached_property
    def chart(self) -> Chart:
        """What can be looked up of this orbit and these fleets."""
        return chart(self.orbit, tuple(livery.name for livery in self.box.fleets[: self.seats]))

    @cached_property
    def opener(self) -> Seat:
        """Who begins the movement, and every round of it (W2)."""
        return SEATS[1 if self.second_player_opens else 0]

    @cached_property
    def following(self) -> tuple[Seat, ...]:
        """For each seat the one that has its turn next (W1)."""
        return (*SEATS[1 : self.seats], SEATS[0])

    @cached_property
    def preceding(self) -> tuple[Seat, ...]:
        """For each seat the one that has its turn before it."""
        return (SEATS[self.seats - 1], *SEATS[: self.seats - 1])

    @cached_property
    def tokens(self) -> int:
        """How many tokens everybody begins with; none with action cards (W12)."""
        if self.action_cards:
            return 0
        return 3 if self.seats >= MANY else 4


@cache
def chart(orbit: tuple[Site, ...], colours: tuple[str, ...]) -> Chart:
    """Games on the same orbit with the same fleets share a chart."""
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
