"""What the rules of Situation 7 judge, one small choice at a time, and how it is written down."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum

from controller.errors import BadNotation
from controller.game import Move
from controller.values import CHANCE, Seat, Site


class Phase(Enum):
    """What the table waits for."""

    READY = "ready"
    PLAY = "play"
    OVER = "over"


class Equipment(Enum):
    """What may stand on a puzzle piece."""

    ROCKET = "rocket"
    SATELLITE = "satellite"
    ASTRONAUT = "astronaut"


def key(name: str, seat: Seat) -> Site:
    """A side's own key."""
    return Site(f"key.{name}{seat + 1}")


class Ready(Move, frozen=True):
    """A side says that the signal may come."""

    @property
    def touches(self) -> frozenset[Site]:
        return frozenset({key("ready", self.seat)})

    def __str__(self) -> str:
        return f"{self.seat + 1} is ready"


class Laid(Move, frozen=True):
    """A piece comes to lie, and what lies there lawfully stays: no way back (S9)."""

    space: Site

    @property
    def reveals(self) -> bool:
        return True


class Lay(Laid, frozen=True):
    """A piece is laid on its space, next to another of its side."""

    def __str__(self) -> str:
        return f"{self.seat + 1} lays {self.space}"


class Arm(Move, frozen=True):
    """A side says what it is about to place: a key, since nothing feels the equipment."""

    kind: Equipment

    @property
    def touches(self) -> frozenset[Site]:
        return frozenset({key(self.kind.value, self.seat)})

    def __str__(self) -> str:
        return f"{self.seat + 1} arms {self.kind.value}"


class Disarm(Arm, frozen=True):
    """A side thinks better of it: the same key again."""

    def __str__(self) -> str:
        return f"{self.seat + 1} disarms {self.kind.value}"


class Drop(Laid, frozen=True):
    """A piece is laid among the other side's, and a rocket or satellite on it."""

    kind: Equipment

    def __str__(self) -> str:
        return f"{self.seat + 1} drops {self.kind.value} {self.space}"


class Man(Move, frozen=True):
    """An astronaut is put on a piece, which is lifted and put back to point at it."""

    space: Site

    @property
    def touches(self) -> frozenset[Site]:
        return frozenset({self.space})

    def __str__(self) -> str:
        return f"{self.seat + 1} mans {self.space}"


class Clash(Move, frozen=True):
    """Both sides lay the same space within one instant, which neither may."""

    space: Site

    def __str__(self) -> str:
        return f"both lay {self.space}"


class Take(Move, frozen=True):
    """A piece is lifted off, which no rule allows."""

    space: Site

    def __str__(self) -> str:
        return f"{self.seat + 1} takes {self.space}"


class Stop(Move, frozen=True):
    """A side declares that it stops."""

    @property
    def touches(self) -> frozenset[Site]:
        return frozenset({key("stop", self.seat)})

    def __str__(self) -> str:
        return f"{self.seat + 1} stops"


SIDE, SPACE = "([12])", "([A-Z](?:0|[1-9][0-9]?))"
GEAR, DROPPED = "(rocket|satellite|astronaut)", "(rocket|satellite)"


def seat(number: str) -> Seat:
    """The seat of the side with this number."""
    return Seat(int(number) - 1)


GRAMMAR: dict[str, Callable[..., Move]] = {
    f"{SIDE} lays {SPACE}": lambda side, space: Lay(seat(side), Site(space)),
    f"{SIDE} drops {DROPPED} {SPACE}": lambda side, kind, space: Drop(
        seat(side), Site(space), Equipment(kind)
    ),
    f"{SIDE} mans {SPACE}": lambda side, space: Man(seat(side), Site(space)),
    f"{SIDE} takes {SPACE}": lambda side, space: Take(seat(side), Site(space)),
    f"{SIDE} arms {GEAR}": lambda side, kind: Arm(seat(side), Equipment(kind)),
    f"{SIDE} disarms {GEAR}": lambda side, kind: Disarm(seat(side), Equipment(kind)),
    f"both lay {SPACE}": lambda space: Clash(CHANCE, Site(space)),
    f"{SIDE} is ready": lambda side: Ready(seat(side)),
    f"{SIDE} stops": lambda side: Stop(seat(side)),
}


def parse(text: str) -> Move:
    """The move this line writes down; BadNotation when it is none."""
    for pattern, made in GRAMMAR.items():
        if found := re.fullmatch(pattern, text):
            return made(*found.groups())
    raise BadNotation(f"{text!r} is no move of Situation 7; one reads like '1 lays F0'.")
