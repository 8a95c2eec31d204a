"""The robots' seats: no person may act for them, though a robot may move by a simulated hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from controller.game import Move, Position
from controller.reading.move_index import marks
from controller.reading.timing import WAITS
from controller.values import Seat, Senses, Site


class RobotGuard(Struct, frozen=True, eq=False):
    """The seats of robots, and the sites where a robot's own hand is about to act."""

    seats: frozenset[Seat] = frozenset()
    hands: Mapping[Seat, frozenset[Site]] = {}
    leave_at: Mapping[Seat, float] = {}  # s, when a finished hand will have left the board

    def intend(self, move: Move, position: Position[Any], senses: Senses) -> RobotGuard:
        """Note that a robot's own hand is about to make this move."""
        sites = (mark.sites for mark in marks(position, [move], senses))
        hands = {**self.hands, move.seat: frozenset[Site]().union(*sites)}
        staying = {seat: when for seat, when in self.leave_at.items() if seat != move.seat}
        return replace(self, hands=hands, leave_at=staying)

    def done(self, moves: Iterable[Move], at: float) -> RobotGuard:
        """Note that these moves count, so their hands are about to leave the board."""
        leaving = {move.seat: at + WAITS.leave for move in moves}
        return replace(self, leave_at={**self.leave_at, **leaving})

    def look(self, at: float) -> RobotGuard:
        """Forget the hands that had time to leave the board."""
        left = {seat for seat, when in self.leave_at.items() if at >= when}
        if not left:
            return self
        hands = {seat: sites for seat, sites in self.hands.items() if seat not in left}
        staying = {seat: when for seat, when in self.leave_at.items() if seat not in left}
        return replace(self, hands=hands, leave_at=staying)

    def acts(self, move: Move | None) -> bool:
        """True if a robot's own hand makes this move."""
        return move is not None and move.seat in self.hands
