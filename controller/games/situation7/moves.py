"""The moves of Situation 7 and their notation."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from controller.game import Move
from controller.notation import Form, Notation
from controller.values import Refusal, Seat, Site

STAYS = Refusal("S9", "situation7.stays")
Space = Annotated[Site, Form("[A-Z](?:0|[1-9][0-9]?)")]


class Phase(Enum):
    """The stage of the game: waiting for both sides, in play, or over."""

    READY = "ready"
    PLAY = "play"
    OVER = "over"


class Equipment(Enum):
    """A kind of equipment that may stand on a puzzle piece."""

    ROCKET = "rocket"
    SATELLITE = "satellite"
    ASTRONAUT = "astronaut"


def key(name: str, seat: Seat) -> Site:
    """Return the site of a side's own key of this name."""
    return Site(f"key.{name}{seat + 1}")


class Ready(Move, frozen=True):
    """A move: a side presses its ready key."""

    LINE = "{seat} is ready"

    @property
    def touches(self) -> frozenset[Site]:
        return frozenset({key("ready", self.seat)})


class Laid(Move, frozen=True):
    """A move that lays a piece, which then stays and cannot be taken back (S9)."""

    space: Space

    @property
    def reveals(self) -> bool:
        return True

    @property
    def stays(self) -> Refusal | None:
        return STAYS


class Lay(Laid, frozen=True):
    """A move: a piece is laid on its space, next to another of its side."""

    LINE = "{seat} lays {space}"


class Arm(Move, frozen=True):
    """A move: a side announces by key which equipment it will place, as no sensor detects it."""

    LINE = "{seat} arms {kind}"

    kind: Equipment

    @property
    def touches(self) -> frozenset[Site]:
        return frozenset({key(self.kind.value, self.seat)})


class Disarm(Arm, frozen=True):
    """A move: a side cancels its announcement by pressing the same key again."""

    LINE = "{seat} disarms {kind}"


class Drop(Laid, frozen=True):
    """A move: a piece is laid next to the other side's, with a rocket or satellite on it."""

    LINE = "{seat} drops {kind} {space}"

    kind: Annotated[Equipment, Form("rocket|satellite")]


class Man(Move, frozen=True):
    """A move: an astronaut is put on a piece, which is lifted and put back to point at it."""

    LINE = "{seat} mans {space}"

    space: Space

    @property
    def touches(self) -> frozenset[Site]:
        return frozenset({self.space})


class Take(Move, frozen=True):
    """A move: a piece is lifted off, which no rule allows."""

    LINE = "{seat} takes {space}"

    space: Space


class Stop(Move, frozen=True):
    """A move: a side declares that it stops."""

    LINE = "{seat} stops"

    @property
    def touches(self) -> frozenset[Site]:
        return frozenset({key("stop", self.seat)})


parse = Notation(
    "Situation 7", 2, "1 lays F0", (Lay, Drop, Man, Take, Arm, Disarm, Ready, Stop)
).parse
