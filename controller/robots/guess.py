"""Fills in what a seat cannot see with a random guess."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from controller.game import Position


def determinized(seen: Position[Any], luck: Random) -> Position[Any]:
    """Return the position with hidden cards filled in at random, or itself if nothing is hidden."""

    def shuffled(cards: Sequence[str]) -> Sequence[str]:
        return luck.sample(cards, len(cards))

    return seen.determinize(shuffled)
