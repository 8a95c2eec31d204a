"""What the rules of Astron judge, one small choice at a time, and how it is written down."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from controller.game import Move
from controller.notation import Form, Notation
from controller.values import Seat, Site

Cell = Annotated[Site, Form("[a-j](?:1[0-2]|[1-9])")]
Card = Annotated[str, Form(r"[FBS][1-9][0-9]?\.[1-9][0-9]?|U[+-][1-9]\.[1-9][0-9]?|\?")]
Rows = Annotated[int, Form("[+-][1-9][0-9]?")]


class Phase(Enum):
    """What the table waits for."""

    TAKEOFF = "takeoff"
    DEAL = "deal"
    CARD = "card"
    FLY = "fly"
    LEAVE = "leave"
    HEAT = "heat"
    BASE = "base"
    OVER = "over"


class TakeOff(Move, frozen=True):
    """A ship is set on the cell it takes off from."""

    LINE = "{seat} starts {target}"

    target: Cell


class Shown(Move, frozen=True):
    """A card is turned up at the reader, for all to see."""

    card: Card

    @property
    def reveals(self) -> bool:
        return True


class Lay(Shown, frozen=True):
    """A card is played."""

    LINE = "{seat} lays {card}"


class Discard(Shown, frozen=True):
    """A card is thrown away, since none can be played."""

    LINE = "{seat} discards {card}"


class Deal(Move, frozen=True):
    """CHANCE gives somebody a card, face down over the deck's reader."""

    LINE = "deal {to} {card}"

    to: Seat
    card: Card

    @property
    def reveals(self) -> bool:
        return True


class Fly(Move, frozen=True):
    """A ship goes where the card takes it."""

    LINE = "{seat} flies {source}-{target}"

    source: Cell
    target: Cell


class Yield(Move, frozen=True):
    """A ship gives way to the exhaust heat of the one in front."""

    LINE = "{seat} yields {source}-{target}"

    source: Cell
    target: Cell


class Withdraw(Move, frozen=True):
    """A ship that is lost, or has arrived, is taken off the board."""

    LINE = "{seat} leaves {source}"

    source: Cell


class Turn(Move, frozen=True):
    """The strip is turned by whole rows, onward above zero."""

    LINE = "{seat} turns {rows:+}"

    rows: Rows


parse = Notation(
    "Astron", 6, "1 flies b1-b3", (Deal, Lay, Discard, Fly, Yield, Withdraw, Turn, TakeOff)
).parse
