"""How fast Zylatron is played and read, as `make bench` measures it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random

from controller.game import Setting
from controller.games.zylatron import GAME
from controller.reading.move_index import marks
from controller.values import CHANCE
from tests.bench.figures import Figure, spread
from tests.panels import load_panel
from tests.zylatron.conqueror import conqueror

MOVES = 4000  # of a random war, which need not end


def speeds() -> Iterator[Figure]:
    """Playing at random, a war to its end, and reading what a hand touches."""
    for seats in (2, 4):
        yield Figure(f"zylatron, {seats} seats: random moves", wandering(seats), "/s")
    yield Figure("zylatron, 4 seats: a war of conquerors", warring(), "s")
    yield from reading()


def wandering(seats: int) -> float:
    """Random moves a second."""
    luck = Random(seats)
    position = GAME.start(Setting(seats))
    start = time.perf_counter()
    for _ in range(MOVES):
        position = position.after(luck.choice(list(position.moves())))
    return MOVES / (time.perf_counter() - start)


def warring() -> float:
    """Seconds of thought and play in a war that is fought to its end."""
    choose = conqueror(Random(0))
    position = GAME.start(Setting(4))
    start = time.perf_counter()
    while position.outcome is None:
        position = position.after(choose(position, position.turn))
    return time.perf_counter() - start


def reading() -> Iterator[Figure]:
    """The moves near what is touched, and their marks, at every step of a random war."""
    senses = load_panel("zylatron").senses
    luck = Random(1)
    position = GAME.start(Setting(4))
    finding, marking = [], []
    for _ in range(MOVES):
        move = luck.choice(list(position.moves()))
        if position.actors != {CHANCE}:
            touched = frozenset([luck.choice(sorted(move.sites))])
            start = time.perf_counter()
            near = list(position.near(touched))
            found = time.perf_counter()
            list(marks(position, near, senses))
            finding.append(found - start)
            marking.append(time.perf_counter() - start)
        position = position.after(move)
    yield from spread("zylatron, 4 seats: moves near a touch", finding)
    yield from spread("zylatron, 4 seats: moves near a touch and their marks", marking)
