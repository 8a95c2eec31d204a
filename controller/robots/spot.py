"""A position during the search, with the seat whose decision it is."""

from __future__ import annotations

from random import Random
from typing import Any, TypeAlias

from msgspec import Struct

from controller.game import Move, Position
from controller.values import CHANCE, Seat

WAIT = None  # the option to make no move, while the game does not wait for this seat alone
RobotOption: TypeAlias = Move | None

NO_SEATS: frozenset[Seat] = frozenset()
DEALT = frozenset({CHANCE})


class SearchState(Struct, frozen=True, eq=False):
    """A position in the search after all chance moves: a seat decides, or the game is over."""

    position: Position[Any]
    seat: Seat  # the seat that decides
    last: Seat  # the seat that acted last
    waited: frozenset[Seat] = NO_SEATS  # seats that have waited since
    sure: bool = True  # True if neither chance nor a guess has led here

    @property
    def over(self) -> bool:
        """True if the game is over."""
        return self.position.outcome is not None

    def options(self) -> list[RobotOption]:
        """Return the useful moves of the seat, or all if there are none, and WAIT if possible.

        WAIT is an option if the seat has no move, or if the game does not wait for it alone and
        another seat has a move that is not vain.
        """
        position, seat, moves = self.position, self.seat, list(self.position.moves())
        able = [move for move in moves if move.seat == seat]
        found: list[RobotOption] = [move for move in able if not position.vain(move)] or [*able]
        alone = position.due == {seat} or position.actors - self.waited == {seat}
        if found and (alone or all(position.vain(m) for m in moves if m.seat != seat)):
            return found
        return [*found, WAIT]

    def after(self, option: RobotOption, luck: Random) -> SearchState:
        """Return the spot after the option, with chance played and the next seat to decide."""
        if option is WAIT:
            waited = self.waited | {self.seat}
            seat = next_seat(self.position, self.seat, waited)
            return SearchState(self.position, seat, self.last, waited, self.sure)
        position, sure = after_chance(self.position.after(option), luck)
        seat = next_seat(position, self.seat, NO_SEATS)
        return SearchState(position, seat, self.seat, NO_SEATS, self.sure and sure)


def after_chance(position: Position[Any], luck: Random) -> tuple[Position[Any], bool]:
    """Return the position after all chance moves, and True if there were none."""
    sure = True
    while position.actors == DEALT:
        position, sure = position.after(luck.choice(list(position.moves()))), False
    return position, sure


def next_seat(position: Position[Any], last: Seat, waited: frozenset[Seat]) -> Seat:
    """Return the next seat to decide: those after `last` first, those that waited at the end."""
    actors = position.actors
    if len(actors) == 1:
        (seat,) = actors
        return seat
    able = actors - waited - DEALT or position.due
    return min(able, key=lambda seat: (seat <= last, seat), default=last)
