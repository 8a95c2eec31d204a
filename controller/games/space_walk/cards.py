"""The action cards of Space Walk: eight for each colour."""

from __future__ import annotations

from enum import Enum

from controller.games.cards import UNSEEN


class Effect(Enum):
    """The effect of an action card (W12)."""

    GROUP = "group"
    DOUBLE = "double"
    COPY = "copy"
    STEP = "step"
    REST = "rest"


SET = (*(f"{Effect.GROUP.value}.{copy}" for copy in range(1, 5)), "double", "copy", "step", "rest")
"""The eight cards of a set, without the colour in their names."""


def deck(colour: str) -> tuple[str, ...]:
    """Return the names of a colour's eight cards, such as group.green.1 and double.green."""
    parts = (card.partition(".") for card in SET)
    return tuple(f"{kind}.{colour}{dot}{copy}" for kind, dot, copy in parts)


def effect(card: str) -> Effect:
    """Return the effect of a card; a face-down card counts as a rest."""
    return Effect.REST if card == UNSEEN else Effect(card.partition(".")[0])
