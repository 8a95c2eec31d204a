"""What the rules of Astroplane judge, one small choice at a time, and how it is written down."""

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
    """What the table waits for."""

    MOVE = "move"
    CROSS = "cross"  # a craft in hyperspace goes on
    RETURN = "return"  # a stack is sent back
    KILL = "kill"  # a stack is taken off, then the Square comes
    LEAVE = "leave"  # who cannot move takes his craft off
    AGAIN = "again"  # the next round of a match is set up
    OVER = "over"


class Carry(Move, frozen=True):
    """The top craft of one site is put on another."""

    source: Place
    target: Place


class Fly(Carry, frozen=True):
    """A craft leaves by the corner it points at."""

    LINE = "{seat} flies {source}-{target}"


class Cross(Carry, frozen=True):
    """A craft goes on through hyperspace."""

    LINE = "{seat} crosses {source}-{target}"


class Jump(Carry, frozen=True):
    """A craft falls through a wormhole."""

    LINE = "{seat} jumps {source}-{target}"


class Return(Carry, frozen=True):
    """A craft is sent back to a start area of its owner, which the mover chooses."""

    LINE = "{seat} returns {source}-{target}"


class Reinforce(Carry, frozen=True):
    """A craft comes out of the reserve."""

    LINE = "{seat} calls {source}-{target}"


class Slide(Move, frozen=True):
    """A Square goes through its sides from one space to another, both halves together."""

    LINE = "{seat} slides {source}-{target}"

    source: Space
    target: Space


class Fire(Move, frozen=True):
    """The two craft on the firing positions of a corner fly to the far centre."""

    LINE = "{seat} fires {one}+{other}"

    one: Place
    other: Place


class Remove(Move, frozen=True):
    """The top craft of a stack is taken off to make way for the Square that kills it."""

    LINE = "{seat} kills {source}"

    source: Place


class Withdraw(Move, frozen=True):
    """Who cannot move takes a craft of his own off, from wherever in the stack it lies."""

    LINE = "{seat} leaves {source}"

    source: Place


class Done(Move, frozen=True):
    """The rest of the turn is let go."""

    LINE = "{seat} done"

    @property
    def touches(self) -> frozenset[Site]:
        return frozenset({DONE})


class SetUp(Move, frozen=True):
    """All craft go back to where they began, for the next round of a match."""

    LINE = "{seat} sets up"


parse = Notation(
    "Astroplane",
    4,
    "1 flies d1n-d3e",
    (Fly, Cross, Jump, Return, Reinforce, Slide, Fire, Remove, Withdraw, Done, SetUp),
).parse
