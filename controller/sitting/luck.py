"""The seat of CHANCE: who plays it, and the dealer with a seed, who deals the same again."""

from __future__ import annotations

from enum import Enum
from random import Random
from typing import Any

from controller.game import Move, Position
from controller.values import CHANCE


class Dealer(Enum):
    """Who plays the seat of CHANCE, all through a game."""

    LUCK = "luck"  # a seed: there are no cards on the table
    ROBOT = "robot"  # a simulated hand, with cards that it shows to the readers
    PEOPLE = "people"  # those who sit there, with cards that are waited for


class Luck:
    """A dealer with a seed: what was taken back is dealt again as it was."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def deal(self, position: Position[Any], played: int) -> Move | None:
        """What CHANCE does after this many moves, if it is CHANCE's turn."""
        if position.actors != {CHANCE}:
            return None
        moves: list[Move] = list(position.moves())
        return Random(f"{self.seed}:{played}").choice(moves)
