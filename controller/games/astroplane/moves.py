"""The moves of Astroplane and their notation."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from controller.game import Move
from controller.games.astroplane.board import DONE
from controller.notation import Form, Notation
from controller.values import Site

Space = Annotated[str, Form("[a-o](?:1[0-5]|[1-9])")]
Place = Annotated[Site, Form("[a-o](?:1[0-5]|[1-9])[nesw]?")]


class Phase(Enum):
    """The kind of move that the game waits for."""

    MOVE = "move"
    CROSS = "cross"  # a craft in hyperspace goes on to another one
    RETURN = "return"  # a stack is being sent back
    KILL = "kill"  # a stack is being taken off, then the Square slides there
    LEAVE = "leave"  # a player who cannot move takes their craft off
    AGAIN = "again"  # the next round of a match is set up
    OVER = "over"


class Carry(Move, frozen=True):
    """A move of the top craft of one site to another."""

    source: Place
    target: Place


class Fly(Carry, frozen=True):
    """A move: a craft leaves by the corner at which it points."""

    LINE = "{seat} flies {source}-{target}"


class Cross(Carry, frozen=True):
    """A move: a craft goes on through hyperspace."""

    LINE = "{seat} crosses {source}-{target}"


class Jump(Carry, frozen=True):
    """A move: a craft jumps through a wormhole."""

    LINE = "{seat} jumps {source}-{target}"


class Return(Carry, frozen=True):
    """A move: a craft is sent back to a start area of its owner; the mover chooses which."""

    LINE = "{seat} returns {source}-{target}"


class Reinforce(Carry, frozen=True):
    """A move: a craft comes out of the reserve."""

    LINE = "{seat} calls {source}-{target}"


class Slide(Move, frozen=True):
    """A move: a Square slides through its sides, both halves together."""

    LINE = "{seat} slides {source}-{target}"

    source: Space
    target: Space


class Fire(Move, frozen=True):
    """A move: the two craft on the firing positions of a corner fly to the centre."""

    LINE = "{seat} fires {one}+{other}"

    one: Place
    other: Place


class Remove(Move, frozen=True):
    """A move: the top craft of a stack is removed, for the Square that kills it."""

    LINE = "{seat} kills {source}"

    source: Place


class Withdraw(Move, frozen=True):
    """A move: a player who cannot move takes one of their craft out of a stack."""

    LINE = "{seat} leaves {source}"

    source: Place


class Done(Move, frozen=True):
    """A move: the player ends the turn early."""

    LINE = "{seat} done"

    @property
    def touches(self) -> frozenset[Site]:
        return frozenset({DONE})


class SetUp(Move, frozen=True):
    """A move: all craft are set up for the next round of a match."""

    LINE = "{seat} sets up"


parse = Notation(
    "Astroplane",
    4,
    "1 flies d1n-d3e",
    (Fly, Cross, Jump, Return, Reinforce, Slide, Fire, Remove, Withdraw, Done, SetUp),
).parse
