"""When a game turned: the turns that helped somebody most, as robots judge it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import Any

from msgspec import Struct

from controller.game import Game, Move, Position
from controller.reading.moment import Moment
from controller.robots.judge import Judge, Worths
from controller.robots.levels import ladder
from controller.values import CHANCE, Seat

MOST = 3  # turns that are told
LEAST = 0.05  # of a win, by which somebody's chances rose in a turn that is


class Deed(Struct, frozen=True):
    """A move, its number, and by how much it changed everybody's chances."""

    number: int
    move: Move
    swing: Worths


class TurningPoint(Struct, frozen=True):
    """The move of a turn that helped this seat most, and what the whole turn gave to it."""

    number: int
    move: Move
    seat: Seat
    gain: float  # of a win


def turning_points(moments: Sequence[Moment], game: Game) -> tuple[TurningPoint, ...]:
    """The greatest, in the order in which they came."""
    made = deeds([(moment.move, moment.position) for moment in moments], game)
    turns = [list(turn) for _, turn in groupby(made, key=lambda deed: deed.move.seat)]
    found = [point for turn in turns if (point := turned(turn)).gain >= LEAST]
    greatest = sorted(found, key=lambda point: -point.gain)[:MOST]
    return tuple(sorted(greatest, key=lambda point: point.number))


def deeds(story: Sequence[tuple[Move | None, Position[Any]]], game: Game) -> Iterator[Deed]:
    """What players did; what luck changes is nobody's."""
    judge = Judge(ladder(game).manner, story[0][1])
    chances = [judge.chances(position) for _, position in story]
    number = 0
    for (move, _), (before, after) in zip(story[1:], pairwise(chances), strict=True):
        if move and move.seat != CHANCE:
            number += 1
            yield Deed(number, move, gained(before, after))


def gained(before: Worths, after: Worths) -> Worths:
    return tuple(now - was for was, now in zip(before, after, strict=True))


def turned(turn: Sequence[Deed]) -> TurningPoint:
    """Whom it helped, and by which of its moves."""
    whole = [sum(swings) for swings in zip(*(deed.swing for deed in turn), strict=True)]
    seat = Seat(max(range(len(whole)), key=whole.__getitem__))
    best = max(turn, key=lambda deed: deed.swing[seat])
    return TurningPoint(best.number, best.move, seat, whole[seat])
