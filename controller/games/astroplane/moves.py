"""What the rules of Astroplane judge, one small choice at a time, and how it is written down."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum

from controller.errors import BadNotation
from controller.game import Move
from controller.games.astroplane.board import DONE
from controller.values import Seat, Site


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

    source: Site
    target: Site


class Fly(Carry, frozen=True):
    """A craft leaves by the corner it points at."""

    def __str__(self) -> str:
        return f"{self.seat + 1} flies {self.source}-{self.target}"


class Cross(Carry, frozen=True):
    """A craft goes on through hyperspace."""

    def __str__(self) -> str:
        return f"{self.seat + 1} crosses {self.source}-{self.target}"


class Jump(Carry, frozen=True):
    """A craft falls through a wormhole."""

    def __str__(self) -> str:
        return f"{self.seat + 1} jumps {self.source}-{self.target}"


class Return(Carry, frozen=True):
    """A craft is sent back to a start area of its owner, which the mover chooses."""

    def __str__(self) -> str:
        return f"{self.seat + 1} returns {self.source}-{self.target}"


class Reinforce(Carry, frozen=True):
    """A craft comes out of the reserve."""

    def __str__(self) -> str:
        return f"{self.seat + 1} calls {self.source}-{self.target}"


class Slide(Move, frozen=True):
    """A Square goes through its sides from one space to another, both halves together."""

    source: str
    target: str

    def __str__(self) -> str:
        return f"{self.seat + 1} slides {self.source}-{self.target}"


class Fire(Move, frozen=True):
    """The two craft on the firing positions of a corner fly to the far centre."""

    one: Site
    other: Site

    def __str__(self) -> str:
        return f"{self.seat + 1} fires {self.one}+{self.other}"


class Remove(Move, frozen=True):
    """The top craft of a stack is taken off to make way for the Square that kills it."""

    source: Site

    def __str__(self) -> str:
        return f"{self.seat + 1} kills {self.source}"


class Withdraw(Move, frozen=True):
    """Who cannot move takes a craft of his own off, from wherever in the stack it lies."""

    source: Site

    def __str__(self) -> str:
        return f"{self.seat + 1} leaves {self.source}"


class Done(Move, frozen=True):
    """The rest of the turn is let go."""

    @property
    def touches(self) -> frozenset[Site]:
        return frozenset({DONE})

    def __str__(self) -> str:
        return f"{self.seat + 1} done"


class SetUp(Move, frozen=True):
    """All craft go back to where they began, for the next round of a match."""

    def __str__(self) -> str:
        return f"{self.seat + 1} sets up"


SEAT, SPACE = "([1-4])", "([a-o](?:1[0-5]|[1-9]))"
SITE = "([a-o](?:1[0-5]|[1-9])[nesw]?)"
CARRIES: dict[str, type[Carry]] = {
    "flies": Fly,
    "crosses": Cross,
    "jumps": Jump,
    "returns": Return,
    "calls": Reinforce,
}


def seat(number: str) -> Seat:
    """The seat with this number."""
    return Seat(int(number) - 1)


def carry(number: str, verb: str, source: str, target: str) -> Move:
    """The move that this verb tells of."""
    return CARRIES[verb](seat(number), Site(source), Site(target))


GRAMMAR: dict[str, Callable[..., Move]] = {
    f"{SEAT} ({'|'.join(CARRIES)}) {SITE}-{SITE}": carry,
    f"{SEAT} slides {SPACE}-{SPACE}": lambda who, *spaces: Slide(seat(who), *spaces),
    rf"{SEAT} fires {SITE}\+{SITE}": lambda who, *sites: Fire(seat(who), *map(Site, sites)),
    f"{SEAT} kills {SITE}": lambda who, site: Remove(seat(who), Site(site)),
    f"{SEAT} leaves {SITE}": lambda who, site: Withdraw(seat(who), Site(site)),
    f"{SEAT} done": lambda who: Done(seat(who)),
    f"{SEAT} sets up": lambda who: SetUp(seat(who)),
}


def parse(text: str) -> Move:
    """The move this line writes down; BadNotation when it is none."""
    for pattern, made in GRAMMAR.items():
        if found := re.fullmatch(pattern, text):
            return made(*found.groups())
    raise BadNotation(f"{text!r} is no move of Astroplane; one reads like '1 flies d1n-d3e'.")
