"""What the rules of Astron judge, one small choice at a time, and how it is written down."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum

from controller.errors import BadNotation
from controller.game import Move
from controller.values import CHANCE, Seat, Site


class Phase(Enum):
    """What the table waits for."""

    DEAL = "deal"
    CARD = "card"
    FLY = "fly"
    LEAVE = "leave"
    HEAT = "heat"
    BASE = "base"
    OVER = "over"


class Shown(Move, frozen=True):
    """A card is turned up at the reader, for all to see."""

    card: str

    @property
    def reveals(self) -> bool:
        return True


class Lay(Shown, frozen=True):
    """A card is played."""

    def __str__(self) -> str:
        return f"{self.seat + 1} lays {self.card}"


class Discard(Shown, frozen=True):
    """A card is thrown away, since none can be played."""

    def __str__(self) -> str:
        return f"{self.seat + 1} discards {self.card}"


class Deal(Move, frozen=True):
    """CHANCE gives somebody a card, face down over the deck's reader."""

    to: Seat
    card: str

    @property
    def reveals(self) -> bool:
        return True

    def __str__(self) -> str:
        return f"deal {self.to + 1} {self.card}"


class Fly(Move, frozen=True):
    """A ship goes where the card takes it."""

    source: Site
    target: Site

    def __str__(self) -> str:
        return f"{self.seat + 1} flies {self.source}-{self.target}"


class Yield(Move, frozen=True):
    """A ship gives way to the exhaust heat of the one in front."""

    source: Site
    target: Site

    def __str__(self) -> str:
        return f"{self.seat + 1} yields {self.source}-{self.target}"


class Withdraw(Move, frozen=True):
    """A ship that is lost, or has arrived, is taken off the board."""

    source: Site

    def __str__(self) -> str:
        return f"{self.seat + 1} leaves {self.source}"


class Turn(Move, frozen=True):
    """The Base is turned by whole rows, onward above zero."""

    rows: int

    def __str__(self) -> str:
        return f"{self.seat + 1} turns {self.rows:+}"


SHIP, CELL = "([1-6])", "([a-j](?:1[0-2]|[1-9]))"
NAME = r"([FBS][1-9][0-9]?\.[1-9][0-9]?|U[+-][1-9]\.[1-9][0-9]?|\?)"
ROWS = "([+-][1-9][0-9]?)"


def seat(number: str) -> Seat:
    """The seat of the ship with this number."""
    return Seat(int(number) - 1)


GRAMMAR: dict[str, Callable[..., Move]] = {
    f"deal {SHIP} {NAME}": lambda to, card: Deal(CHANCE, seat(to), card),
    f"{SHIP} lays {NAME}": lambda ship, card: Lay(seat(ship), card),
    f"{SHIP} discards {NAME}": lambda ship, card: Discard(seat(ship), card),
    f"{SHIP} flies {CELL}-{CELL}": lambda ship, *cells: Fly(seat(ship), *map(Site, cells)),
    f"{SHIP} yields {CELL}-{CELL}": lambda ship, *cells: Yield(seat(ship), *map(Site, cells)),
    f"{SHIP} leaves {CELL}": lambda ship, cell: Withdraw(seat(ship), Site(cell)),
    f"{SHIP} turns {ROWS}": lambda ship, rows: Turn(seat(ship), int(rows)),
}


def parse(text: str) -> Move:
    """The move this line writes down; BadNotation when it is none."""
    for pattern, made in GRAMMAR.items():
        if found := re.fullmatch(pattern, text):
            return made(*found.groups())
    raise BadNotation(f"{text!r} is no move of Astron; one reads like '1 flies b1-b3'.")
