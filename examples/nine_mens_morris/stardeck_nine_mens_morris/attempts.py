"""What a hand could do at the board of Nine Men's Morris, lawful or not."""

from __future__ import annotations

from collections.abc import Iterator

from stardeck.game import Site
from stardeck_nine_mens_morris.board import POINTS, SEATS, other
from stardeck_nine_mens_morris.moves import Choice, Place, Slide, Take
from stardeck_nine_mens_morris.standing import Standing


def attempts(now: Standing, near: frozenset[Site]) -> Iterator[Choice]:
    """Everything at these sites. A man that is lifted is the mover's to take, or his to move."""
    points = [point for point in POINTS if point in near]
    yield from takings(now, points)
    for seat in (now.mover, other(now.mover)):
        if now.beside(seat):
            yield from (Place(seat, point) for point in points)
    yield from slides(now, points)


def takings(now: Standing, points: list[Site]) -> Iterator[Take]:
    """Every man at hand lifted for good; an own one only by mistake, while one is to be taken."""
    for point in points:
        owner = now.owner(point)
        if owner is not None and (now.takes or owner != now.mover):
            yield Take(now.mover, point)


def slides(now: Standing, points: list[Site]) -> Iterator[Slide]:
    """Every man at hand to every other point at hand, or to any if there is none."""
    for seat in SEATS:
        for source in now.held(seat):
            if source in points:
                others = [point for point in points if point != source] or POINTS
                yield from (Slide(seat, source, goal) for goal in others if goal != source)
