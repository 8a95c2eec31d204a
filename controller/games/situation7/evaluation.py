"""How well a side of Situation 7 stands, by rule of thumb: what it has, what it may get."""

from __future__ import annotations

from controller.games.situation7.standing import Standing
from controller.values import Seat

COVERED, OPEN = 1.0, 8.0  # points for each space


def evaluate(now: Standing, seat: Seat) -> float:
    """Prizes ahead of the other side, whole or in part; spaces, and more for those that it alone
    may cover next."""
    own, other = now.sides[seat], now.sides[1 - seat]
    lead, open_to_it = now.lead if seat == 0 else -now.lead, own.reach & now.empty & ~other.reach
    return lead + COVERED * own.pieces.bit_count() + OPEN * open_to_it.bit_count()
