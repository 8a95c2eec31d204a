"""What the rules of Space Walk judge, one small choice at a time, and how it is written down."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum

from controller.errors import BadNotation
from controller.game import Move
from controller.games.space_walk.board import HOLES, KEYS
from controller.values import Seat, Site


class Phase(Enum):
    """What the table waits for."""

    PLACE = "place"  # a ship put into orbit
    TURN = "turn"  # a planet emptied
    LAND = "land"  # a ship of the group put down
    GAP = "gap"  # the next turn, or somebody's token
    CHOICE = "choice"  # a token spent after the own turn: a second turn, or a step
    STEP = "step"  # one own ship advanced
    CARD = "card"  # an action card
    OVER = "over"


PLACE, TURN, LAND, GAP, CHOICE, STEP, CARD, OVER = Phase
"""By name alone: a playout asks for the phase all the time, and an Enum is slow to tell."""


class Arrival(Move, frozen=True):
    """A ship comes down on a field; in a hole only the beam feels it fall."""

    ship: str
    field: Site

    @property
    def touches(self) -> frozenset[Site]:
        return frozenset({self.field}) if self.field in HOLES else frozenset()


class Place(Arrival, frozen=True):
    """A ship is put into orbit."""

    def __str__(self) -> str:
        return f"{self.seat + 1} places {self.ship} {self.field}"


class Empty(Move, frozen=True):
    """All ships of a field are taken into the hand."""

    field: Site

    def __str__(self) -> str:
        return f"{self.seat + 1} empties {self.field}"


class Land(Arrival, frozen=True):
    """The next ship of the group is put down."""

    def __str__(self) -> str:
        return f"{self.seat + 1} lands {self.ship} {self.field}"


class Spend(Move, frozen=True):
    """A token is given up."""

    @property
    def touches(self) -> frozenset[Site]:
        return frozenset({KEYS[self.seat]})

    def __str__(self) -> str:
        return f"{self.seat + 1} spends"


class Advance(Move, frozen=True):
    """A single ship goes on by itself."""

    ship: str
    source: Site
    target: Site

    @property
    def touches(self) -> frozenset[Site]:
        return frozenset({self.target}) if self.target in HOLES else frozenset()

    def __str__(self) -> str:
        return f"{self.seat + 1} advances {self.ship} {self.source}-{self.target}"


class Play(Move, frozen=True):
    """An action card is laid on the own pile, and shown to the reader."""

    card: str

    def __str__(self) -> str:
        return f"{self.seat + 1} plays {self.card}"


PLAYER, SHIP = "([1-5])", r"([a-z]{1,12}\.(?:large|medium|small)\.[1-3])"
FIELD = "(h[1-3]|i[1-6]|o(?:[1-6]|[89]|1[0-35-9]|20))"
NAME = r"(group\.[a-z]{1,12}\.[1-4]|(?:double|copy|step|rest)\.[a-z]{1,12}|\?)"


def seat(number: str) -> Seat:
    """The seat of the player with this number."""
    return Seat(int(number) - 1)


GRAMMAR: dict[str, Callable[..., Move]] = {
    f"{PLAYER} places {SHIP} {FIELD}": lambda n, ship, to: Place(seat(n), ship, Site(to)),
    f"{PLAYER} empties {FIELD}": lambda n, field: Empty(seat(n), Site(field)),
    f"{PLAYER} lands {SHIP} {FIELD}": lambda n, ship, to: Land(seat(n), ship, Site(to)),
    f"{PLAYER} spends": lambda n: Spend(seat(n)),
    f"{PLAYER} advances {SHIP} {FIELD}-{FIELD}": lambda n, ship, *way: Advance(
        seat(n), ship, *map(Site, way)
    ),
    f"{PLAYER} plays {NAME}": lambda n, card: Play(seat(n), card),
}


def parse(text: str) -> Move:
    """The move this line writes down; BadNotation when it is none."""
    for pattern, made in GRAMMAR.items():
        if found := re.fullmatch(pattern, text):
            return made(*found.groups())
    raise BadNotation(f"{text!r} is no move of Space Walk; one reads like '1 empties o3'.")
