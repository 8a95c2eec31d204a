"""Kayles drawn: eight discs in a row."""

from __future__ import annotations

from functools import cache

from stardeck.game import Cell, Drawing, Saying, Token, say
from stardeck_kayles.board import PLACES, SEATS
from stardeck_kayles.rules import Kayles

GOLD = (255, 200, 40)


@cache
def drawn() -> Drawing:
    return Drawing(
        size=(len(PLACES), 1),
        cells=tuple(Cell(p, (at + 0.5, 0.5), radius=0.42, room=1) for at, p in enumerate(PLACES)),
        tokens=tuple(star(number) for number in range(1, len(PLACES) + 1)),
    )


def star(number: int) -> Token:
    title = say(Saying("kayles.star", {"number": number}))
    return Token(f"star.{number}", title, SEATS[0], GOLD, radius=0.3, label=str(number))


def drawing(now: Kayles) -> Drawing:
    """How the board looks, all through a game."""
    return drawn()


def pieces(now: Kayles) -> tuple[str, ...]:
    """Everything in the box, by name."""
    return tuple(token.name for token in drawn().tokens)
