"""Robots against each other: does every level beat the one below?

`python -m tests.league` plays them all; `python -m tests.league space_walk astron --games 40` some.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from controller.game import Game, Move, Position, Setting
from controller.games import SHELF
from controller.robots.levels import BEST, LEVELS, ladder
from controller.robots.players import Player, player_named, robots_choice
from controller.values import CHANCE, Outcome, Seat

TODAY = "robot"  # the one that looks to the end of its turn, and no further
LONGEST = 3000  # moves; a game that is not over by then is nobody's
SURE = 1.96  # standard deviations: 95 of 100
OF_BELOW, OF_TODAY = 0.65, 0.9  # of the points against the level below, and against today's robot
LINE = "| {game} | {one} | {other} | {games} | {won} | {drawn} | {lost} | {share} | {spent:.1f} |"
HEAD = """\
| game | level | against | games | won | drawn | lost | of 100 (95 % between) | s a game |
| --- | --- | --- | --: | --: | --: | --: | --- | --: |"""


class Score(NamedTuple):
    """How one player fared against another."""

    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        return sum(self)

    @property
    def share(self) -> float:
        """Of the points: a draw is half a win."""
        return (self.won + self.drawn / 2) / self.games

    def bounds(self) -> tuple[float, float]:
        """Between which the true share lies, 95 times in 100 (Wilson's interval)."""
        n, share, z = self.games, self.share, SURE
        middle = (share + z * z / (2 * n)) / (1 + z * z / n)
        reach = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return middle - reach, middle + reach

    def surely_below(self, goal: float) -> bool:
        """Whether the whole interval lies below this share."""
        return self.bounds()[1] < goal

    def told(self) -> str:
        low, high = self.bounds()
        return f"{100 * self.share:.0f} ({100 * low:.0f} to {100 * high:.0f})"


class Clock:
    """Whose hand is free next, where all play at the same time, each at his own pace."""

    def __init__(self, paces: Mapping[Seat, float], luck: Random) -> None:
        self._rest = {seat: 60 / pace for seat, pace in paces.items()}
        self._luck = luck
        self._free = {seat: rest * luck.random() for seat, rest in self._rest.items()}

    def next(self) -> Seat:
        """This hand is free now, and then busy for a while."""
        seat = min(self._free, key=self._free.__getitem__)
        self._free[seat] += self._rest[seat] * self._luck.uniform(0.8, 1.2)
        return seat


def pace(game: Game, name: str) -> float:
    """Pieces a minute; today's robot is as fast as the best."""
    levels = ladder(game).levels
    return levels[name if name in levels else BEST].pace


def played(game: Game, names: tuple[str, str], seed: int) -> Outcome | None:
    """A whole game between two, the first name on the first seat; None if it does not end."""
    luck = Random(f"{game.name}:{seed}")
    seats = {
        Seat(n): player_named(name, Random(f"{seed}:{n}"), game) for n, name in enumerate(names)
    }
    clock = Clock({Seat(n): pace(game, name) for n, name in enumerate(names)}, luck)
    position, last = game.start(Setting(2)), CHANCE
    for _ in range(LONGEST):
        if position.outcome is not None:
            break
        if move := act(position, seats, last, clock, luck):
            position, last = position.after(move), move.seat
    return position.outcome


def act(
    position: Position[Any],
    seats: Mapping[Seat, Player | None],
    last: Seat,
    clock: Clock,
    luck: Random,
) -> Move | None:
    """What happens next; None where the one whose hand is free would rather wait."""
    if position.actors == {CHANCE}:
        dealt: Move = luck.choice(list(position.moves()))
        return dealt
    if len(position.due) == 1:
        return robots_choice(position, seats, last)
    chooser = seats[seat := clock.next()]
    return chooser(position.seen_by(seat), seat) if chooser and seat in position.due else None


def match(game: Game, one: str, other: str, games: int, first: int = 0) -> Score:
    """So many games, each beginning half of them."""
    score = [0, 0, 0]
    for seed in range(first, first + games):
        seat = Seat(seed % 2)
        outcome = played(game, (one, other) if seat == 0 else (other, one), seed)
        winners = outcome.winners if outcome else {0, 1}
        score[1 if len(winners) > 1 else 2 * (seat not in winners)] += 1
    return Score(*score)


def pairs() -> Iterator[tuple[str, str]]:
    """Every level against the one below, the best against today's robot."""
    yield from ((upper, lower) for lower, upper in pairwise(LEVELS))
    yield BEST, TODAY


class Match(NamedTuple):
    """One pair at one game, and how many games from which seed on."""

    game: str
    one: str
    other: str
    games: int
    first: int

    def play(self) -> tuple[Score, float]:
        """The score, and the seconds of one core that a game took."""
        began = time.process_time()
        score = match(SHELF.take(self.game), self.one, self.other, self.games, self.first)
        return score, (time.process_time() - began) / score.games

    def line(self, score: Score, spent: float) -> str:
        counts = score._asdict() | {"games": score.games, "share": score.told(), "spent": spent}
        title = SHELF.take(self.game).title
        return LINE.format(game=title, one=self.one, other=self.other, **counts)

    @property
    def goal(self) -> float:
        """The share that the upper one must have at least."""
        return OF_TODAY if self.other == TODAY else OF_BELOW


def main(words: list[str]) -> int:
    """Play every match; 1 if one pair has surely less than its goal."""
    asked, scores = parsed(words), list[tuple[float, Score]]()
    found = [tuple(asked.pair)] if asked.pair else list(pairs())
    terms = (asked.games, asked.first)
    matches = [Match(game, *pair, *terms) for game in asked.names or SHELF.names for pair in found]
    print(HEAD, flush=True)
    with ProcessPoolExecutor() as pool:
        for one, (score, spent) in zip(matches, pool.map(Match.play, matches), strict=True):
            print(one.line(score, spent), flush=True)
            scores.append((one.goal, score))
    reached = sum(score.share >= goal for goal, score in scores)
    missed = sum(score.surely_below(goal) for goal, score in scores)
    games = f"{len(matches)} pairs, {asked.games} games each"
    print(f"{games}: {reached} reach their goal, {missed} have surely less")
    return bool(missed)


def parsed(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.league", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", help="all, unless said")
    parser.add_argument("--games", type=int, default=100, help="of each pair")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--pair", nargs=2, metavar=("ONE", "OTHER"), help="only these two")
    return parser.parse_args(words)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
