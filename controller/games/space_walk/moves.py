"""The moves of Space Walk and their notation."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from controller.game import Move
from controller.games.space_walk.board import HOLES, KEYS
from controller.notation import Form, Notation
from controller.values import Site

Ship = Annotated[str, Form(r"[a-z]{1,12}\.(?:large|medium|small)\.[1-3]")]
Field = Annotated[Site, Form("h[1-3]|i[1-6]|o(?:[1-6]|[89]|1[0-35-9]|20)")]
Card = Annotated[str, Form(r"group\.[a-z]{1,12}\.[1-4]|(?:double|copy|step|rest)\.[a-z]{1,12}|\?")]


class Phase(Enum):
    """The kind of move that the game waits for."""

    PLACE = "place"  # placing a ship in orbit
    TURN = "turn"  # emptying a planet
    LAND = "land"  # landing the next ship of the group
    GAP = "gap"  # the next turn, or any player's token
    CHOICE = "choice"  # after a token spent right after one's own turn: a second turn, or a step
    STEP = "step"  # advancing one of the player's ships
    CARD = "card"  # playing an action card
    OVER = "over"


PLACE, TURN, LAND, GAP, CHOICE, STEP, CARD, OVER = Phase
"""Module constants for speed: playouts compare phases often, and Enum attributes are slow."""


class Arrival(Move, frozen=True):
    """A move that puts a ship on a field; in a hole only the beam sensor notices it."""

    ship: Ship
    field: Field

    @property
    def touches(self) -> frozenset[Site]:
        return frozenset({self.field}) if self.field in HOLES else frozenset()


class Place(Arrival, frozen=True):
    """A move: a player places a ship in orbit."""

    LINE = "{seat} places {ship} {field}"


class Empty(Move, frozen=True):
    """A move: a player takes up all ships of a field."""

    LINE = "{seat} empties {field}"

    field: Field


class Land(Arrival, frozen=True):
    """A move: the player puts down the next ship of the group."""

    LINE = "{seat} lands {ship} {field}"


class Spend(Move, frozen=True):
    """A move: a player spends a token."""

    LINE = "{seat} spends"

    @property
    def touches(self) -> frozenset[Site]:
        return frozenset({KEYS[self.seat]})


class Advance(Move, frozen=True):
    """A move: a single ship moves to another field."""

    LINE = "{seat} advances {ship} {source}-{target}"

    ship: Ship
    source: Field
    target: Field

    @property
    def touches(self) -> frozenset[Site]:
        return frozenset({self.target}) if self.target in HOLES else frozenset()


class Play(Move, frozen=True):
    """A move: a player puts an action card on their own pile and shows it to the reader."""

    LINE = "{seat} plays {card}"

    card: Card


parse = Notation("Space Walk", 5, "1 empties o3", (Place, Empty, Land, Spend, Advance, Play)).parse
