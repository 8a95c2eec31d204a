"""What thinking takes, and what it takes from the lights: python -m tests.bench.thinking astron

Two robots of one level sit at a simulated board, in real time, and think in a process of their own,
as at any table. A move's time is the wall's, from the question to the answer. The loop's is its own
thread's, for one time round, the simulated board's work included: what a hand would wait for its
light, if the machine did nothing else. Robots do not wait for people to look, so that somebody
thinks nearly all the time.
"""

from __future__ import annotations

import sys
import time
from statistics import quantiles
from typing import NamedTuple

from controller.app.running.running_table import RunningTable
from controller.app.setup.start_game import Environment, GameSetup, who
from controller.app.setup.thinker import Answer, Question, Thinker
from controller.app.setup.twin import opener
from controller.game import Game, Setting
from controller.games import SHELF
from controller.robots.levels import BEST
from drivers.wiring import load_wiring

SIM = "sim://"
LASTS = 60.0  # s that each game is watched
LEAST = 2  # moves, however long they take on a busy machine; fewer have no percentiles
HEAD = """\
| game | moves | a move, p50 s | p99 | a turn of the loop, p50 ms | p99 | longest | thinking |
| --- | --: | --: | --: | --: | --: | --: | --: |"""
LATE = 0.020  # s of the loop's thread for one time round, p99: a light later than that is seen
LINE = "| {} | {} | {:.2f} | {:.2f} | {:.2f} | {:.2f} | {:.2f} | {:.0f} % |"


class Timed(Thinker):
    """Keeps how long each answer took."""

    def __init__(self) -> None:
        self.took: list[float] = []  # s
        self._since = 0.0
        super().__init__()

    def ask(self, question: Question) -> None:
        self._since = time.perf_counter()
        super().ask(question)

    def heard(self) -> Answer | None:
        if answer := super().heard():
            self.took.append(time.perf_counter() - self._since)
        return answer


class Watched(NamedTuple):
    """One game: seconds of every answer and of every time round, and of all of it."""

    game: Game
    thoughts: list[float]
    turns: list[float]
    lasted: float

    @property
    def late(self) -> bool:
        """Whether the lights had to wait."""
        return quantiles(self.turns, n=100)[98] > LATE

    def line(self) -> str:
        thought, turn = quantiles(self.thoughts, n=100), quantiles(self.turns, n=100)
        return LINE.format(
            self.game.title,
            len(self.thoughts),
            thought[49],
            thought[98],
            *(1e3 * seconds for seconds in (turn[49], turn[98], max(self.turns))),
            100 * sum(self.thoughts) / self.lasted,
        )


def watched(game: Game, level: str, lasts: float) -> Watched:
    """A game between two of this level, as far as it comes."""
    thinker, turns, began = Timed(), list[float](), time.perf_counter()
    running = seated(game, level, thinker)

    def goes_on() -> bool:
        return time.perf_counter() - began < lasts or len(thinker.took) < LEAST

    while running.table.position.outcome is None and goes_on():
        turns.append(once_round(running))
    lasted = time.perf_counter() - began
    running.close()
    return Watched(game, thinker.took, turns, lasted)


def seated(game: Game, level: str, thinker: Timed) -> RunningTable:
    house = Environment(
        SIM,
        panel=lambda game: load_wiring(game.panel),
        journal=None,
        seed=lambda: 7,
        today=lambda: "",
        open_twin=opener(SIM),
        think=lambda: thinker,
    )
    terms = GameSetup(game, game.start(Setting(2)), who([level, level]), 7)
    return RunningTable(house, terms, lambda words: None, pause=0.0)


def once_round(running: RunningTable) -> float:
    """Seconds of this thread."""
    began = time.thread_time()
    running.turn()
    running.let_robots_play()
    return time.thread_time() - began


def main(names: list[str], level: str = BEST) -> int:
    """Watch a game of each; 1 if the lights had to wait in one."""
    print(HEAD, flush=True)
    games = [shown(watched(SHELF.take(name), level, LASTS)) for name in names or SHELF.names]
    moves, late = sum(len(game.thoughts) for game in games), sum(game.late for game in games)
    longest = max(max(game.turns) for game in games)
    figures = f"{len(games)} games, {moves} moves, longest turn of the loop {1e3 * longest:.1f} ms"
    print(f"{figures}; {late} games with a 99th percentile over {1e3 * LATE:.0f} ms")
    return bool(late)


def shown(game: Watched) -> Watched:
    print(game.line(), flush=True)
    return game


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
