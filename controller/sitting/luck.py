"""The seat of CHANCE: who deals, and the seeded dealer, which repeats a deal after a takeback.

A seed is either a number, and then whoever knows it can compute all cards; or a secret string.
It is hashed (SHA-512) anew for every deal and every robot, so that a card that was seen reveals
nothing about another.
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
    """Who plays the seat of CHANCE throughout a game."""

    LUCK = "luck"  # a seeded generator: there are no cards on the table
    ROBOT = "robot"  # a simulated hand that shows cards to the readers
    PEOPLE = "people"  # the players, with real cards; the table waits for them


class Luck:
    """A seeded dealer: after a takeback it deals the same again."""

    def __init__(self, seed: Seed) -> None:
        self.seed = seed
        self.dealt: dict[int, Move] = {}  # by number of moves played, the latest deal
        self.told: Callable[[int, Move], None] = lambda played, move: None

    def deal(self, position: Position[Any], played: int) -> Move | None:
        """Return CHANCE's move after `played` moves; None if it is not CHANCE's turn."""
        if position.actors != {CHANCE}:
            return None
        moves: list[Move] = list(position.moves())
        self.dealt[played] = move = stream(self.seed, str(played)).choice(moves)
        self.told(played, move)
        return move


class Arranged(Luck):
    """A dealer that deals given moves while they are lawful, then by its seed."""

    def __init__(self, seed: Seed, moves: Iterable[Move]) -> None:
        super().__init__(seed)
        self._moves = tuple(moves)

    def deal(self, position: Position[Any], played: int) -> Move | None:
        if position.actors != {CHANCE}:
            return None
        lawful = set(position.moves())
        arranged = next((move for move in self._moves if move in lawful), None)
        return arranged or super().deal(position, played)


def secret_seed(token: str) -> Seed:
    """Return a secret seed made from this token; as a string, it is never taken for a number."""
    return f"luck {token}"


def is_open(seed: Seed) -> bool:
    """True if a person gave this seed or could guess it."""
    return isinstance(seed, int)


def stream(seed: Seed, purpose: str) -> Random:
    """Return a random generator for one purpose; it reveals nothing about those for others."""
    return Random(f"{seed}:{purpose}")
