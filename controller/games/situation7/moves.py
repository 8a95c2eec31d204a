"""What the rules of Situation 7 judge, one small choice at a time, and how it is written down."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from controller.game import Move
from controller.notation import Form, Notation
from controller.values import Refusal, Seat, Site

STAYS = Refusal("S9", "situation7.stays")
Space = Annotated[Site, Form("[A-Z](?:0|[1-9][0-9]?)")]


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

    LINE = "{seat} is ready"

    @property
    def touches(self) -> frozenset[Site]:
        return frozenset({key("ready", self.seat)})


class Laid(Move, frozen=True):
    """A piece comes to lie, and what lies there lawfully stays: no way back (S9)."""

    space: Space

    @property
    def reveals(self) -> bool:
        return True

    @property
    def stays(self) -> Refusal | None:
        return STAYS


class Lay(Laid, frozen=True):
    """A piece is laid on its space, next to another of its side."""

    LINE = "{seat} lays {space}"


class Arm(Move, frozen=True):
    """A side says what it is about to place: a key, since nothing feels the equipment."""

    LINE = "{seat} arms {kind}"

    kind: Equipment

    @property
    def touches(self) -> frozenset[Site]:
        return frozenset({key(self.kind.value, self.seat)})


class Disarm(Arm, frozen=True):
    """A side thinks better of it: the same key again."""

    LINE = "{seat} disarms {kind}"


class Drop(Laid, frozen=True):
    """A piece is laid among the other side's, and a rocket or satellite on it."""

    LINE = "{seat} drops {kind} {space}"

    kind: Annotated[Equipment, Form("rocket|satellite")]


class Man(Move, frozen=True):
    """An astronaut is put on a piece, which is lifted and put back to point at it."""

    LINE = "{seat} mans {space}"

    space: Space

    @property
    def touches(self) -> frozenset[Site]:
        return frozenset({self.space})


class Clash(Move, frozen=True):
    """Both sides lay the same space within one instant, which neither may."""

    LINE = "both lay {space}"

    space: Space


class Take(Move, frozen=True):
    """A piece is lifted off, which no rule allows."""

    LINE = "{seat} takes {space}"

    space: Space


class Stop(Move, frozen=True):
    """A side declares that it stops."""

    LINE = "{seat} stops"

    @property
    def touches(self) -> frozenset[Site]:
        return frozenset({key("stop", self.seat)})


parse = Notation(
    "Situation 7", 2, "1 lays F0", (Lay, Drop, Man, Take, Arm, Disarm, Clash, Ready, Stop)
).parse
