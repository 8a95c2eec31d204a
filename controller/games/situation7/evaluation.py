"""The heuristic value of a Situation 7 position for one side: prizes, pieces and free spaces."""

from __future__ import annotations

from controller.games.situation7.standing import Standing
from controller.values import Seat

COVERED, OPEN = 1.0, 8.0  # points for each space covered, and each that only this side can reach


def evaluate(now: Standing, seat: Seat) -> float:
    """Return the lead in prizes, plus values for covered spaces and those only it can reach."""
    own, other = now.sides[seat], now.sides[1 - seat]
    lead, open_to_it = now.lead if seat == 0 else -now.lead, own.reach & now.empty & ~other.reach
    return lead + COVERED * own.pieces.bit_count() + OPEN * open_to_it.bit_count()
