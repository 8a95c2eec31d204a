"""How fast random games of Space Walk go, beside the plainest engine one can write."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

from controller.game import Setting
from controller.games.space_walk import GAME
from tests.space_walk import plain

SLICES = 20  # the two take turns, so that a busy machine slows both alike


def random_game(seats: int, luck: Random) -> int:
    """Moves of a game as the table plays it."""
    position = GAME.start(Setting(seats))
    moves = 0
    while position.outcome is None:
        position = position.after(luck.choice(list(position.moves())))
        moves += 1
    return moves


def plain_game(seats: int, luck: Random) -> int:
    """Moves of a game as the plain engine plays it."""
    state = plain.start(seats)
    moves = 0
    while not plain.over(state):
        state = plain.after(state, luck.choice(plain.moves(state)))
        moves += 1
    return moves


def pace(play: Callable[[int, Random], int], seats: int, luck: Random, seconds: float) -> float:
    """Seconds a move."""
    start, moves = time.process_time(), 0
    while time.process_time() - start < seconds:
        moves += play(seats, luck)
    return (time.process_time() - start) / moves


def speeds(seconds: float = 4.0) -> dict[str, float]:
    """Moves a second of both engines, two seats and five, by name."""
    found: dict[str, float] = {}
    for seats in (2, 5):
        luck = Random(seats)
        random_game(seats, luck)
        turns = [
            (pace(random_game, seats, luck, part), pace(plain_game, seats, luck, part))
            for part in [seconds / SLICES / 4] * SLICES
        ]
        ours, theirs = (1 / (sum(side) / SLICES) for side in zip(*turns, strict=True))
        found[f"space_walk, {seats} seats: random moves"] = ours
        found[f"space_walk, {seats} seats: random moves, plain tuples"] = theirs
    return found
