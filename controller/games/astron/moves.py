"""The moves of Astron and their notation."""

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
    """The kind of move that the game waits for."""

    TAKEOFF = "takeoff"
    DEAL = "deal"
    CARD = "card"
    FLY = "fly"
    LEAVE = "leave"
    HEAT = "heat"
    BASE = "base"
    OVER = "over"


class TakeOff(Move, frozen=True):
    """A move: a player sets their ship on a take-off cell."""

    LINE = "{seat} starts {target}"

    target: Cell


class Shown(Move, frozen=True):
    """A move that shows a card of the hand at the card reader to all players."""

    card: Card

    @property
    def reveals(self) -> bool:
        return True


class Lay(Shown, frozen=True):
    """A move: a player plays a card."""

    LINE = "{seat} lays {card}"


class Discard(Shown, frozen=True):
    """A move: a player discards a card."""

    LINE = "{seat} discards {card}"


class Deal(Move, frozen=True):
    """A move: CHANCE deals a card to a player, face down over the deck's reader."""

    LINE = "deal {to} {card}"

    to: Seat
    card: Card

    @property
    def reveals(self) -> bool:
        return True


class Fly(Move, frozen=True):
    """A move: a player moves their ship as the card says."""

    LINE = "{seat} flies {source}-{target}"

    source: Cell
    target: Cell


class Yield(Move, frozen=True):
    """A move: a ship gives way to the exhaust heat of the ship in front."""

    LINE = "{seat} yields {source}-{target}"

    source: Cell
    target: Cell


class Withdraw(Move, frozen=True):
    """A move: a ship that is lost or has arrived is taken off the board."""

    LINE = "{seat} leaves {source}"

    source: Cell


class Turn(Move, frozen=True):
    """A move: the strip is turned by whole rows, a positive number onward."""

    LINE = "{seat} turns {rows:+}"

    rows: Rows


parse = Notation(
    "Astron", 6, "1 flies b1-b3", (Deal, Lay, Discard, Fly, Yield, Withdraw, Turn, TakeOff)
).parse
