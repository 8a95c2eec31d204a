"""What the rules of Space Walk judge, one small choice at a time, and how it is written down."""

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

    ship: Ship
    field: Field

    @property
    def touches(self) -> frozenset[Site]:
        return frozenset({self.field}) if self.field in HOLES else frozenset()


class Place(Arrival, frozen=True):
    """A ship is put into orbit."""

    LINE = "{seat} places {ship} {field}"


class Empty(Move, frozen=True):
    """All ships of a field are taken into the hand."""

    LINE = "{seat} empties {field}"

    field: Field


class Land(Arrival, frozen=True):
    """The next ship of the group is put down."""

    LINE = "{seat} lands {ship} {field}"


class Spend(Move, frozen=True):
    """A token is given up."""

    LINE = "{seat} spends"

    @property
    def touches(self) -> frozenset[Site]:
        return frozenset({KEYS[self.seat]})


class Advance(Move, frozen=True):
    """A single ship goes on by itself."""

    LINE = "{seat} advances {ship} {source}-{target}"

    ship: Ship
    source: Field
    target: Field

    @property
    def touches(self) -> frozenset[Site]:
        return frozenset({self.target}) if self.target in HOLES else frozenset()


class Play(Move, frozen=True):
    """An action card is laid on the own pile, and shown to the reader."""

    LINE = "{seat} plays {card}"

    card: Card


parse = Notation("Space Walk", 5, "1 empties o3", (Place, Empty, Land, Spend, Advance, Play)).parse
