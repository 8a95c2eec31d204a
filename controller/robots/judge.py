"""The value of a position to every seat: by the rules after the end, by heuristic before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp
from random import Random
from typing import Any, TypeAlias

from msgspec import Struct

from controller.game import Position
from controller.robots.spot import DEALT, SearchState
from controller.values import Seat

Worths: TypeAlias = tuple[float, ...]
"""The chance to win for every seat, from 0 to 1; a tie shares it."""

WIDEST = 40  # most legal moves for which the end of a turn is still played out
CERTAIN = 30.0  # largest exponent of e in the logistic curve; beyond it the outcome is certain


class SearchParameters(Struct, frozen=True, forbid_unknown_fields=True):
    """The search parameters of a game, tuned for each game by trial."""

    scale: float = 4.0  # lead in heuristic value that makes winning likely (logistic scale)
    finish: int = 4  # most greedy moves that end a turn before it is judged
    ahead: int = 0  # playout moves before a position is judged
    among: int = 1  # each playout move is the best by heuristic of so many random ones
    explore: float = 0.7  # exploration constant of the upper confidence bound
    width: float = 2.0  # options considered, as a multiple of the square root of the visits


class Judge:
    """Computes the value of a position to every seat; team partners share a result."""

    def __init__(self, manner: SearchParameters, position: Position[Any]) -> None:
        self.manner = manner
        self._seats = [Seat(seat) for seat in range(len(position.scores()))]
        self._sides = sides_of(position)

    def worths(self, position: Position[Any]) -> Worths:
        """Return the value to each seat: the result if the game is over, else the chance to win."""
        if (outcome := position.outcome) is None:
            return self.chances(position)
        won = sum(not outcome.winners.isdisjoint(side) for side in self._sides)
        return tuple((seat in outcome.winners) / max(won, 1) for seat in self._seats)

    def chances(self, position: Position[Any]) -> Worths:
        """Return each seat's chance to win by heuristic, as if the game were not over."""
        return self._chances([position.evaluate(seat) for seat in self._seats])

    def judged(self, spot: SearchState, luck: Random) -> Worths:
        """Return the value to each seat after the turn is finished and the playout is made."""
        position = self._finished(spot.position, spot.last)
        for _ in range(self.manner.ahead):
            if position.outcome is not None:
                break
            position = self._followed(position, luck)
        return self.worths(position)

    def _followed(self, position: Position[Any], luck: Random) -> Position[Any]:
        """Return the position after one playout move; CHANCE moves are always random."""
        moves = list(position.moves())
        if self.manner.among == 1 or position.actors == DEALT:
            return position.after(luck.choice(moves))
        tried = luck.choices(moves, k=self.manner.among)
        sights = [(position.after(move), move.seat) for move in tried]
        return max(sights, key=lambda sight: sight[0].evaluate(sight[1]))[0]

    def _finished(self, position: Position[Any], seat: Seat) -> Position[Any]:
        """Return the position at the end of the turn, or where it stops being played out."""
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
    """Yield the positions after greedy moves of this seat, while it alone may act."""
    for _ in range(most):
        if position.actors != {seat} or len(moves := list(position.moves())) > WIDEST:
            return
        following = map(position.after, moves)
        position = max(following, key=lambda after: after.evaluate(seat))
        yield position


def likely(ahead: float) -> float:
    """Return the logistic curve, which is 0.5 at 0."""
    return 1 / (1 + exp(-max(min(ahead, CERTAIN), -CERTAIN)))


def sides_of(position: Position[Any]) -> tuple[tuple[Seat, ...], ...]:
    """Return the teams, or each seat as a side of its own if there are none."""
    return position.teams or tuple((Seat(seat),) for seat in range(len(position.scores())))
