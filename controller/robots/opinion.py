"""What a robot makes of a moment: what may be done, how good each is, and what it would do."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from itertools import islice
from random import Random
from typing import Any

from msgspec import Struct

from controller.game import Game, Move, Position
from controller.robots.judge import Manner
from controller.robots.levels import Level, ladder
from controller.robots.search import Search
from controller.robots.spot import WAIT, Option
from controller.values import CHANCE, Seat

LATELY = 32  # decisions
SOUND = 0.1  # of the visits of the best: what was thought of less is thrown out
SIGHT = 1  # visit that everything has: so much was only looked at, and never thought through
FIRST = 16  # options that anybody asks about
GOOD = 0.05  # of winning: what is no worse than the best by so much is as good for a learner


def anything(move: str) -> bool:
    """Wherever it leads."""
    return True


class Trodden:
    """Where a seat has decided lately: who comes back there in his turn goes round in circles."""

    def __init__(self, game: Game) -> None:
        self._parse = game.parse
        self._been: deque[Position[Any]] = deque(maxlen=LATELY)

    def leaves(self, position: Position[Any]) -> Callable[[str], bool]:
        """Whether a move from here, of which there is note now, leads to something new; to wait
        does once."""
        again = position in self._been
        self._been.append(position)

        def new(move: str) -> bool:
            return position.after(self._parse(move)) not in self._been if move else not again

        return new


class Rated(Struct, frozen=True):
    """An option as it is written, '' to wait; how often it was thought of, what it is worth."""

    move: str
    visits: int
    worth: float


class Opinion(Struct, frozen=True):
    """What one seat may do, the most thought of first."""

    seat: Seat
    rated: tuple[Rated, ...]
    rounds: int  # ways that were thought through

    def chosen(self, level: Level, luck: Random, new: Callable[[str], bool] = anything) -> str:
        """One of those that are sound and lead to something new, in proportion; the steadier, the
        more the best of them."""
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
        """The most thought of that are good enough, if there are any."""
        left = tuple(islice((one for one in self.rated if good(one.move)), FIRST))
        return Opinion(self.seat, left, self.rounds) if left else None

    @property
    def best(self) -> str:
        """The move that it would make; to wait is none."""
        return next((one.move for one in self.rated if one.move), "")

    @property
    def good(self) -> tuple[str, ...]:
        """The moves that are as good as the best."""
        moves = [one for one in self.rated if one.move]
        return tuple(one.move for one in sound_ones(moves, GOOD))


def sound_ones(rated: Sequence[Rated], slack: float) -> list[Rated]:
    """Those that were thought of often enough, and are hardly worse than the first of them."""
    least = max(SOUND * rated[0].visits, SIGHT + 1)
    often = [one for one in rated if one.visits >= least] or rated[:1]
    return [one for one in often if one.worth >= often[0].worth - slack]


def opinion(
    seen: Position[Any],
    seat: Seat,
    manner: Manner,
    rounds: int,
    luck: Random,
    *,
    last: Seat = CHANCE,
    enough: Callable[[], bool] = lambda: False,
) -> Opinion:
    """What comes of so many rounds of thought, by a seat that sees no more than this."""
    search = Search(seen, seat, manner, luck, last, enough)
    if len(search.options) > 1:
        search.think(rounds)
    ranked = sorted(search.options.items(), key=lambda one: (-one[1].visits, -one[1].worth))
    rated = tuple(Rated(written(o), node.visits, node.worth) for o, node in ranked)
    return Opinion(seat, rated, search.rounds)


def written(option: Option) -> str:
    return "" if option is WAIT else str(option)


def thoughtful(
    game: Game, level: Level, luck: Random
) -> Callable[[Position[Any], Seat], Move | None]:
    """A player of this level, who thinks when he is asked."""
    manner, trodden = ladder(game).manner, Trodden(game)

    def choose(position: Position[Any], seat: Seat) -> Move | None:
        own, seen = Random(luck.getrandbits(64)), position.seen_by(seat)
        found = opinion(seen, seat, manner, level.rounds, own)
        move = found.chosen(level, own, trodden.leaves(seen))
        return game.parse(move) if move else None

    return choose
