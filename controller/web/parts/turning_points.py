"""The turning points of a game: the turns that helped a player most, in the robots' judgement."""

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

MAX_TURNS = 3  # number of turns that are shown
MIN_RISE = 0.05  # minimum rise in a player's chance of winning, 0 to 1


class Deed(Struct, frozen=True):
    """A move, its number, and by how much it changed each seat's chances."""

    number: int
    move: Move
    swing: Worths


class TurningPoint(Struct, frozen=True):
    """The move of a turn that helped a seat most, and the gain of the whole turn."""

    number: int
    move: Move
    seat: Seat
    gain: float  # in the chance of winning, 0 to 1


def turning_points(moments: Sequence[Moment], game: Game) -> tuple[TurningPoint, ...]:
    """Return the greatest turning points, in the order of play."""
    made = deeds([(moment.move, moment.position) for moment in moments], game)
    turns = [list(turn) for _, turn in groupby(made, key=lambda deed: deed.move.seat)]
    found = [point for turn in turns if (point := turning_point_of(turn)).gain >= MIN_RISE]
    greatest = sorted(found, key=lambda point: -point.gain)[:MAX_TURNS]
    return tuple(sorted(greatest, key=lambda point: point.number))


def deeds(story: Sequence[tuple[Move | None, Position[Any]]], game: Game) -> Iterator[Deed]:
    """Yield the players' moves with their effect; those of CHANCE are left out."""
    judge = Judge(ladder(game).manner, story[0][1])
    chances = [judge.chances(position) for _, position in story]
    number = 0
    for (move, _), (before, after) in zip(story[1:], pairwise(chances), strict=True):
        if move and move.seat != CHANCE:
            number += 1
            yield Deed(number, move, gained(before, after))


def gained(before: Worths, after: Worths) -> Worths:
    """Return the change of each seat's chances."""
    return tuple(now - was for was, now in zip(before, after, strict=True))


def turning_point_of(turn: Sequence[Deed]) -> TurningPoint:
    """Return which seat the turn helped most, and by which move."""
    whole = [sum(swings) for swings in zip(*(deed.swing for deed in turn), strict=True)]
    seat = Seat(max(range(len(whole)), key=whole.__getitem__))
    best = max(turn, key=lambda deed: deed.swing[seat])
    return TurningPoint(best.number, best.move, seat, whole[seat])
