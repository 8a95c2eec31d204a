"""The prizes and points of a side: a side that alone covers a thing earns it (S10, S12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from controller.games.situation7.box import Prize
from controller.games.situation7.side import Side


def won(prizes: Iterable[Prize], side: Side) -> Iterator[Prize]:
    """Return the prizes whose spaces are all covered by this side."""
    return (prize for prize in prizes if side.covers(prize.spaces))


def points(prizes: Iterable[Prize], side: Side) -> int:
    """Return the total points of the prizes this side has won."""
    return sum(prize.points for prize in won(prizes, side))
