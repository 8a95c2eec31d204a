"""What a moment is worth to every seat, by the rules where it is over, by rule of thumb before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp
from random import Random
from typing import Any, TypeAlias

from msgspec import Struct

from controller.game import Position
from controller.robots.spot import DEALT, Spot
from controller.values import Seat

Worths: TypeAlias = tuple[float, ...]
"""For every seat: 1 is a win, 0 a defeat."""

WIDEST = 40  # moves of a turn that is to be ended, of which the best at first sight is looked for
CERTAIN = 30.0  # of e's powers: a chance beyond is none


class Manner(Struct, frozen=True, forbid_unknown_fields=True):
    """How a game is thought about; found by trying, for each game anew."""

    scale: float = 4.0  # so much more than the best of the others makes winning likely
    finish: int = 4  # moves by which a turn is ended before it is judged, best at first sight
    ahead: int = 0  # moves that are played before it is judged ...
    among: int = 1  # ... each the best at first sight of so many at random
    explore: float = 0.7  # how far seldom tried options are given the benefit of the doubt
    width: float = 2.0  # how many options are looked at: so often the root of the visits


class Judge:
    """Looks at a moment as every seat does: the own side before all others."""

    def __init__(self, manner: Manner, position: Position[Any]) -> None:
        self.manner = manner
        self._seats = [Seat(seat) for seat in range(len(position.scores()))]
        self._sides = sides(position)

    def worths(self, position: Position[Any]) -> Worths:
        """Who has won, or how likely everybody is to."""
        if (outcome := position.outcome) is None:
            return self.chances(position)
        won = sum(not outcome.winners.isdisjoint(side) for side in self._sides)
        return tuple((seat in outcome.winners) / max(won, 1) for seat in self._seats)

    def chances(self, position: Position[Any]) -> Worths:
        """How likely everybody is to win, by what is promised, as if it were not over."""
        return self._chances([position.evaluate(seat) for seat in self._seats])

    def judged(self, spot: Spot, luck: Random) -> Worths:
        """The same, when the turn is over, and so many likely moves have been made."""
        position = self._finished(spot.position, spot.last)
        for _ in range(self.manner.ahead):
            if position.outcome is not None:
                break
            position = self._followed(position, luck)
        return self.worths(position)

    def _followed(self, position: Position[Any], luck: Random) -> Position[Any]:
        """What may come next, if nobody thinks for long; luck is never chosen."""
        moves = list(position.moves())
        if self.manner.among == 1 or position.actors == DEALT:
            return position.after(luck.choice(moves))
        tried = luck.choices(moves, k=self.manner.among)
        sights = [(position.after(move), move.seat) for move in tried]
        return max(sights, key=lambda sight: sight[0].evaluate(sight[1]))[0]

    def _finished(self, position: Position[Any], seat: Seat) -> Position[Any]:
        """What the turn comes to."""
        for following in rest_of_turn(position, seat, self.manner.finish):
            position = following
        return position

    def _chances(self, promises: Sequence[float]) -> Worths:
        if len(promises) == 2:
            chance = likely((promises[0] - promises[1]) / self.manner.scale)
            return (chance, 1.0 - chance)
        totals = [sum(promises[seat] for seat in side) for side in self._sides]
        return tuple(self._chance(totals, seat) for seat in self._seats)

    def _chance(self, totals: Sequence[float], seat: Seat) -> float:
        own = next(n for n, side in enumerate(self._sides) if seat in side)
        others = [total for n, total in enumerate(totals) if n != own]
        return likely((totals[own] - max(others, default=0.0)) / self.manner.scale)


def rest_of_turn(position: Position[Any], seat: Seat, most: int) -> Iterator[Position[Any]]:
    """What follows while this seat alone decides, if it makes what is best at first sight."""
    for _ in range(most):
        if position.actors != {seat} or len(moves := list(position.moves())) > WIDEST:
            return
        following = map(position.after, moves)
        position = max(following, key=lambda after: after.evaluate(seat))
        yield position


def likely(ahead: float) -> float:
    """The logistic curve: even at 0."""
    return 1 / (1 + exp(-max(min(ahead, CERTAIN), -CERTAIN)))


def sides(position: Position[Any]) -> tuple[tuple[Seat, ...], ...]:
    """Who plays together; where everybody plays alone, each by himself."""
    return position.teams or tuple((Seat(seat),) for seat in range(len(position.scores())))
