"""How fast Astroplane is played: random moves, and whole games of them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random

from controller.game import Setting
from controller.games.astroplane import GAME
from tests.bench.figures import Figure


def playout(seats: int, luck: Random) -> int:
    """The moves of one random game."""
    position = GAME.start(Setting(seats))
    moves = 0
    while position.outcome is None:
        position = position.after(luck.choice(list(position.moves())))
        moves += 1
    return moves


def playouts(seats: int, seconds: float = 3.0) -> Iterator[Figure]:
    luck = Random(seats)
    playout(seats, luck)
    start, games, moves = time.perf_counter(), 0, 0
    while time.perf_counter() - start < seconds:
        moves += playout(seats, luck)
        games += 1
    took = time.perf_counter() - start
    yield Figure(f"astroplane, {seats} seats: random playouts", games / took, "/s")
    yield Figure(f"astroplane, {seats} seats: random moves", moves / took, "/s")


def speeds() -> Iterator[Figure]:
    yield from playouts(2)
    yield from playouts(4)
