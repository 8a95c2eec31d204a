"""What a robot thinks of a position: its options with their values, and the choice among them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from itertools import islice
from random import Random
from typing import Any

from msgspec import Struct

from controller.game import Game, Move, Position
from controller.robots.judge import SearchParameters
from controller.robots.levels import Level, ladder
from controller.robots.search import Search
from controller.robots.spot import WAIT, RobotOption
from controller.values import CHANCE, Seat

REMEMBERED_CHOICES = 32  # number of past decisions that are remembered
SOUND = 0.1  # share of the best option's visits below which an option is dropped
UNSEARCHED_VISITS = 1  # visits of an option that was only evaluated once and never searched
MOST_KEPT = 16  # most options that `Opinion.only` keeps
GOOD_MARGIN = 0.05  # chance to win by which a move may be worse and still count as good in a lesson


def anything(move: str) -> bool:
    """Return True for every move."""
    return True


class Trodden:
    """Remembers a seat's recent positions, so that it does not move in circles."""

    def __init__(self, game: Game) -> None:
        self._parse = game.parse
        self._been: deque[Position[Any]] = deque(maxlen=REMEMBERED_CHOICES)

    def leaves(self, position: Position[Any]) -> Callable[[str], bool]:
        """Record the position and return a test that is True for moves leading to a new one.

        Waiting ('') passes the test if this position was not among the recent ones.
        """
        again = position in self._been
        self._been.append(position)

        def new(move: str) -> bool:
            return position.after(self._parse(move)) not in self._been if move else not again

        return new


class Rated(Struct, frozen=True):
    """An option in notation ('' for waiting), with its number of visits and its value."""

    move: str
    visits: int
    worth: float


class Opinion(Struct, frozen=True):
    """The options of one seat, the most visited first."""

    seat: Seat
    rated: tuple[Rated, ...]
    rounds: int  # search iterations that were made

    def chosen(self, level: Level, luck: Random, new: Callable[[str], bool] = anything) -> str:
        """Return a random option among the good ones that lead to new positions, else the first.

        Options are weighted by visits to the power of `level.steady`: the higher, the likelier the
        best one.
        """
        left = [*self.rated]
        while left:
            sound = sound_ones(left, level.slack)
            shares = [(one.visits / left[0].visits) ** level.steady for one in sound]
            one = luck.choices(sound, shares)[0]
            if new(one.move):
                return one.move
            left.remove(one)
        return self.rated[0].move

    def only(self, good: Callable[[str], bool]) -> Opinion | None:
        """Return the opinion with only the first options that pass the test, None if none do."""
        left = tuple(islice((one for one in self.rated if good(one.move)), MOST_KEPT))
        return Opinion(self.seat, left, self.rounds) if left else None

    @property
    def best(self) -> str:
        """The move it would make, in notation; '' if it would only wait."""
        return next((one.move for one in self.rated if one.move), "")

    @property
    def good(self) -> tuple[str, ...]:
        """The moves whose value is close to that of the best."""
        moves = [one for one in self.rated if one.move]
        return tuple(one.move for one in sound_ones(moves, GOOD_MARGIN))


def sound_ones(rated: Sequence[Rated], slack: float) -> list[Rated]:
    """Return the options visited often enough, with a value at most `slack` below the first's."""
    least = max(SOUND * rated[0].visits, UNSEARCHED_VISITS + 1)
    often = [one for one in rated if one.visits >= least] or rated[:1]
    return [one for one in often if one.worth >= often[0].worth - slack]


def opinion(
    seen: Position[Any],
    seat: Seat,
    manner: SearchParameters,
    rounds: int,
    luck: Random,
    *,
    last: Seat = CHANCE,
    enough: Callable[[], bool] = lambda: False,
) -> Opinion:
    """Return what a search of so many rounds finds, by a seat that sees this position."""
    search = Search(seen, seat, manner, luck, last, enough)
    if len(search.options) > 1:
        search.think(rounds)
    ranked = sorted(search.options.items(), key=lambda one: (-one[1].visits, -one[1].worth))
    rated = tuple(Rated(option_notation(o), node.visits, node.worth) for o, node in ranked)
    return Opinion(seat, rated, search.rounds)


def option_notation(option: RobotOption) -> str:
    """Return the option in notation, '' for waiting."""
    return "" if option is WAIT else str(option)


def thoughtful(
    game: Game, level: Level, luck: Random
) -> Callable[[Position[Any], Seat], Move | None]:
    """Return a player of this level, which searches when it is asked for a move."""
    manner, trodden = ladder(game).manner, Trodden(game)

    def choose(position: Position[Any], seat: Seat) -> Move | None:
        own, seen = Random(luck.getrandbits(64)), position.seen_by(seat)
        found = opinion(seen, seat, manner, level.rounds, own)
        move = found.chosen(level, own, trodden.leaves(seen))
        return game.parse(move) if move else None

    return choose
