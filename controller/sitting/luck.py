"""Plays the seat of CHANCE when no card is on the board. Seeded: the same seed deals the same."""

from __future__ import annotations

from random import Random
from typing import Any

from controller.game import Move, Position
from controller.values import CHANCE


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
