"""The action cards of Space Walk: eight to a colour, each good for one thing."""

from __future__ import annotations

from enum import Enum

from controller.games.cards import UNSEEN


class Effect(Enum):
    """What a card lets its player do (W12)."""

    GROUP = "group"
    DOUBLE = "double"
    COPY = "copy"
    STEP = "step"
    REST = "rest"


SET = (*(f"{Effect.GROUP.value}.{copy}" for copy in range(1, 5)), "double", "copy", "step", "rest")
"""The eight cards of a set, less their colour."""


def deck(colour: str) -> tuple[str, ...]:
    """The names of a colour's eight cards: group.green.1 to group.green.4, double.green ..."""
    parts = (card.partition(".") for card in SET)
    return tuple(f"{kind}.{colour}{dot}{copy}" for kind, dot, copy in parts)


def effect(card: str) -> Effect:
    """What is printed on a card; one face down does nothing."""
    return Effect.REST if card == UNSEEN else Effect(card.partition(".")[0])
