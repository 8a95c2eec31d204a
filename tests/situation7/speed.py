"""How fast Situation 7 is: whole random games, and the marks of a position on its own panel."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random
from statistics import quantiles

from controller.game import Setting
from controller.games.situation7 import GAME
from controller.known import know
from drivers.wiring import HERE, load_wiring


def playout(luck: Random) -> int:
    """The moves of one random game."""
    position = GAME.start(Setting(2))
    moves = 0
    while position.outcome is None:
        position = position.after(luck.choice(list(position.moves())))
        moves += 1
    return moves


def speeds(seconds: float = 3.0) -> Iterator[tuple[str, float, str]]:
    """Name, value and unit of each figure."""
    luck = Random(7)
    playout(luck)
    start, games, moves = time.perf_counter(), 0, 0
    while time.perf_counter() - start < seconds:
        moves += playout(luck)
        games += 1
    took = time.perf_counter() - start
    yield "situation7: random playouts", games / took, "/s"
    yield "situation7: random moves", moves / took, "/s"


def marking(games: int = 3) -> Iterator[tuple[str, float, str]]:
    """What a commit costs before the next hand can be read, in microseconds."""
    senses = load_wiring(HERE / "situation7.toml").senses
    luck, took = Random(7), []
    for _ in range(games):
        position = GAME.start(Setting(2))
        while position.outcome is None:
            start = time.perf_counter()
            know(position, senses)
            took.append(time.perf_counter() - start)
            position = position.after(luck.choice(list(position.moves())))
    cuts = quantiles(took, n=100)
    for label, value in (("p50", cuts[49]), ("p99", cuts[98]), ("max", max(took))):
        yield f"situation7: marks of a position, {label}", value * 1e6, "us"
