"""Where a thought has come to: a moment of the game, and whose decision it is."""

from __future__ import annotations

from random import Random
from typing import Any, TypeAlias

from msgspec import Struct

from controller.game import Move, Position
from controller.values import CHANCE, Seat

WAIT = None  # what a seat may do instead of a move, while the game does not wait for it alone
Option: TypeAlias = Move | None

NOBODY: frozenset[Seat] = frozenset()
DEALT = frozenset({CHANCE})


class Spot(Struct, frozen=True, eq=False):
    """A moment that is thought of. Luck has been played: somebody decides, or it is over."""

    position: Position[Any]
    seat: Seat  # who decides
    last: Seat  # who acted last
    waited: frozenset[Seat] = NOBODY  # who has waited since
    sure: bool = True  # neither luck nor a guess has led here

    @property
    def over(self) -> bool:
        return self.position.outcome is not None

    def options(self) -> list[Option]:
        """The moves of whoever decides, vain ones if there is no other; to wait is one where
        others may go on, and not in vain."""
        position, seat, moves = self.position, self.seat, list(self.position.moves())
        able = [move for move in moves if move.seat == seat]
        found: list[Option] = [move for move in able if not position.vain(move)] or [*able]
        alone = position.due == {seat} or position.actors - self.waited == {seat}
        if found and (alone or all(position.vain(m) for m in moves if m.seat != seat)):
            return found
        return [*found, WAIT]

    def after(self, option: Option, luck: Random) -> Spot:
        """What this comes to, cards dealt and whoever is next to decide."""
        if option is WAIT:
            waited = self.waited | {self.seat}
            seat = next_seat(self.position, self.seat, waited)
            return Spot(self.position, seat, self.last, waited, self.sure)
        position, sure = dealt(self.position.after(option), luck)
        seat = next_seat(position, self.seat, NOBODY)
        return Spot(position, seat, self.seat, NOBODY, self.sure and sure)


def dealt(position: Position[Any], luck: Random) -> tuple[Position[Any], bool]:
    """The moment after CHANCE has done all it has to, and whether it had nothing to do."""
    sure = True
    while position.actors == DEALT:
        position, sure = position.after(luck.choice(list(position.moves()))), False
    return position, sure


def next_seat(position: Position[Any], last: Seat, waited: frozenset[Seat]) -> Seat:
    """Who decides now: who acted last is asked last, who has waited only if nobody else is left."""
    actors = position.actors
    if len(actors) == 1:
        (seat,) = actors
        return seat
    able = actors - waited - DEALT or position.due
    return min(able, key=lambda seat: (seat <= last, seat), default=last)
