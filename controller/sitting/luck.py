"""The seat of CHANCE: who plays it, and the dealer with a seed, who deals the same again.

A seed is a number that somebody gave, and then all cards are open to who knows it; or luck that
nobody has seen. Either is hashed (SHA-512) for every deal and every robot anew, so that nothing
that was seen of one tells of another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from random import Random
from typing import Any, TypeAlias

from controller.game import Move, Position
from controller.values import CHANCE

Seed: TypeAlias = int | str


class Dealer(Enum):
    """Who plays the seat of CHANCE, all through a game."""

    LUCK = "luck"  # a seed: there are no cards on the table
    ROBOT = "robot"  # a simulated hand, with cards that it shows to the readers
    PEOPLE = "people"  # those who sit there, with cards that are waited for


class Luck:
    """A dealer with a seed: what was taken back is dealt again as it was."""

    def __init__(self, seed: Seed) -> None:
        self.seed = seed
        self.dealt: dict[int, Move] = {}  # the last, after so many moves
        self.told: Callable[[int, Move], None] = lambda played, move: None

    def deal(self, position: Position[Any], played: int) -> Move | None:
        """What CHANCE does after this many moves, if it is CHANCE's turn."""
        if position.actors != {CHANCE}:
            return None
        moves: list[Move] = list(position.moves())
        self.dealt[played] = move = stream(self.seed, str(played)).choice(moves)
        self.told(played, move)
        return move


class Arranged(Luck):
    """Deals what somebody has arranged, as long as that lies in the pile; then by its seed."""

    def __init__(self, seed: Seed, moves: Iterable[Move]) -> None:
        super().__init__(seed)
        self._moves = tuple(moves)

    def deal(self, position: Position[Any], played: int) -> Move | None:
        if position.actors != {CHANCE}:
            return None
        lawful = set(position.moves())
        arranged = next((move for move in self._moves if move in lawful), None)
        return arranged or super().deal(position, played)


def unseen(token: str) -> Seed:
    """Luck of a token that nobody has seen. No storage takes it for a number."""
    return f"luck {token}"


def is_open(seed: Seed) -> bool:
    """Somebody gave it, or could guess it."""
    return isinstance(seed, int)


def stream(seed: Seed, purpose: str) -> Random:
    """Luck for one purpose: what it does says nothing of what it does for others."""
    return Random(f"{seed}:{purpose}")
