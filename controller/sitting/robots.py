"""The robots' seats: no person may act for them, though a robot may move by a simulated hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from controller.game import Move, Position
from controller.reading.move_index import marks
from controller.reading.timing import WAITS
from controller.values import Seat, Senses, Site


class RobotGuard:
    """The seats of robots, and the sites where a robot's own hand is about to act."""

    def __init__(self, seats: Iterable[Seat] = ()) -> None:
        self.seats = frozenset(seats)
        self.hands: Mapping[Seat, frozenset[Site]] = {}
        self._leave_at: dict[Seat, float] = {}  # s, time when a finished hand has left the board

    def intend(self, move: Move, position: Position[Any], senses: Senses) -> None:
        """Note that a robot's own hand is about to make this move."""
        sites = (mark.sites for mark in marks(position, [move], senses))
        self.hands = {**self.hands, move.seat: frozenset[Site]().union(*sites)}
        self._leave_at.pop(move.seat, None)

    def done(self, moves: Iterable[Move], at: float) -> None:
        """Note that these moves count, so their hands are about to leave the board."""
        for move in moves:
            self._leave_at[move.seat] = at + WAITS.leave

    def look(self, at: float) -> None:
        """Forget the hands that had time to leave the board."""
        left = {seat for seat, when in self._leave_at.items() if at >= when}
        if left:
            self.hands = {seat: sites for seat, sites in self.hands.items() if seat not in left}
            self._leave_at = {s: when for s, when in self._leave_at.items() if s not in left}

    def acts(self, move: Move | None) -> bool:
        """True if a robot's own hand makes this move."""
        return move is not None and move.seat in self.hands
