"""What each side has earned: whoever covers all of a thing alone takes its points (S10, S12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from controller.games.situation7.box import Prize
from controller.games.situation7.side import Side


def won(prizes: Iterable[Prize], side: Side) -> Iterator[Prize]:
    """The sectors, bases, objects and circles that are wholly this side's."""
    return (prize for prize in prizes if side.covers(prize.spaces))


def points(prizes: Iterable[Prize], side: Side) -> int:
    """What those are worth together."""
    return sum(prize.points for prize in won(prizes, side))
