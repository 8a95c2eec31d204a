"""What a seat cannot see, guessed from what it can."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from controller.game import Position


def guessed(seen: Position[Any], luck: Random) -> Position[Any]:
    """One way it may really stand; the very same moment where nothing is hidden."""

    def shuffled(cards: Sequence[str]) -> Sequence[str]:
        return luck.sample(cards, len(cards))

    return seen.determinize(shuffled)
