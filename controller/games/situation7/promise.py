"""How well a side of Situation 7 stands, by rule of thumb: what it has, what it may get."""

from __future__ import annotations

from controller.games.situation7.board import Spaces
from controller.games.situation7.box import Prize
from controller.games.situation7.standing import Standing
from controller.values import Seat

COVERED, REACHED = 1.0, 0.1  # points for each space


def promise(now: Standing, seat: Seat) -> float:
    """Prizes ahead of the other side, whole or in part, and a little for spaces and their reach."""
    own, other = now.sides[seat], now.sides[1 - seat]
    ahead = sum(share(prize, own.pieces, other.pieces) for prize in now.box.prizes)
    return ahead + COVERED * own.pieces.bit_count() + REACHED * own.reach.bit_count()


def share(prize: Prize, own: Spaces, other: Spaces) -> float:
    """What a prize promises to whoever alone has begun it: the more, the nearer it is to whole."""
    mine, theirs = own & prize.spaces, other & prize.spaces
    if bool(mine) is bool(theirs):
        return 0.0
    whole = prize.spaces.bit_count()
    if mine:
        return prize.points * (mine.bit_count() / whole) ** 2
    return -prize.points * (theirs.bit_count() / whole) ** 2
