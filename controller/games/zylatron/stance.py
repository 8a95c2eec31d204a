"""How a side of Zylatron stands, by rule of thumb: what it has, how near it is to what others have.

A robot looks at hundreds of moments before it moves, and in most of them one piece is elsewhere:
what rests on the places of one side alone is worked out once and remembered.
"""

from __future__ import annotations

from functools import lru_cache, reduce
from operator import or_
from typing import NamedTuple

from controller.games.zylatron.board import POINTS, SITES, ball, disc, distance
from controller.games.zylatron.sheet import KINDS, Kind
from controller.games.zylatron.standing import NOBODY, Standing
from controller.values import Seat

WORTH = {Kind.STAR: 7, Kind.FIGHTER: 5, Kind.WARRIOR: 6, Kind.MISSILE: 1}
PLANET, CARD, ZY = 20, 6, 0.2
OUT_OF_ACTION, A_TURN = 0.3, 0.15  # of a piece's worth: until its turn is over; in that very turn
STRUCK = 0.5  # of what a Strike Card is drawn for is lost, as the cards are
FAR = 40  # steps from which on nobody comes nearer to headquarters
NEAR = {Kind.WARRIOR: 0.15, Kind.MISSILE: 0.08}  # for each step nearer to foreign headquarters
FETCH = 0.02  # for each step that an empty Star Fighter is nearer to one who waits
STORM, REACH = 8.0, 10  # headquarters without a guard, so many steps from a Warrior: craft and foot
GUARD = 1.5  # somebody stands on the own headquarters
MENACE = 0.25  # of what a missile may destroy in the next turn

STAR, FIGHTER, WARRIOR, MISSILE = range(len(KINDS))
WORTHS = tuple(WORTH[kind] for kind in KINDS)
NEARS = tuple(NEAR.get(kind, 0.0) for kind in KINDS)


class Fleet(NamedTuple):
    """The pieces of one side that are on the board: their numbers, kinds, points and carriers."""

    pieces: tuple[int, ...]
    ranks: tuple[int, ...]
    places: tuple[int, ...]
    aboard: tuple[int, ...]


def stances(now: Standing) -> tuple[float, ...]:
    """How every seat stands, by what it has and by what it threatens."""
    fleets = [fleet(now, Seat(seat)) for seat in range(len(now.box.home))]
    return tuple(stance(now, Seat(seat), fleets) for seat in range(len(fleets)))


def stance(now: Standing, seat: Seat, fleets: list[Fleet]) -> float:
    """What a side has, and how near it is to taking what others have; nothing, once it is out."""
    if not now.alive(seat):
        return 0.0
    own = fleets[seat]
    others = [other for other in now.players if other != seat]
    threats = storm(now, own, others, fleets) + menace(now, own, others, fleets)
    guard = GUARD * (headquarters(now, seat) in own.places)
    goals = tuple(headquarters(now, other) for other in others)
    return muster(own, goals) + threats + guard + holdings(now, seat) - ailing(now, seat)


def fleet(now: Standing, seat: Seat) -> Fleet:
    """That player's pieces on the board, but for what is lost: a missile that is going off, too."""
    at, aboard, ranks, lost = now.at, now.aboard, now.box.ranks, (now.missile, *now.leaving)
    own = [p for p in now.forces[seat] if p not in lost]
    return Fleet(
        tuple(own),
        tuple([ranks[p] for p in own]),
        tuple([at[p] for p in own]),
        tuple([aboard[p] for p in own]),
    )


def headquarters(now: Standing, seat: Seat) -> int:
    """The point of that player's own."""
    return POINTS[now.box.galaxy.planets[now.box.home[seat]].headquarters]


def holdings(now: Standing, seat: Seat) -> float:
    """Planets, the Zylon Card and money."""
    return PLANET * now.holders.count(seat) + CARD * (now.card == seat) + ZY * now.money[seat]


def ailing(now: Standing, seat: Seat) -> float:
    """What those who are out of action are worth less."""
    if not now.damaged:
        return 0.0
    ranks, waits = now.box.ranks, now.damaged - now.fresh if seat == now.turn else frozenset()
    out = [(WORTHS[ranks[p]], p in waits) for p in now.forces[seat] if p in now.damaged]
    return sum(worth * (A_TURN if soon else OUT_OF_ACTION) for worth, soon in out)


# ---------------------------------------------------------------------------- pieces, and their way


@lru_cache(maxsize=4096)  # 3 MB
def muster(own: Fleet, goals: tuple[int, ...]) -> float:
    """What the pieces of a side are worth, and how near they have come to these headquarters."""
    worth: float = sum([WORTHS[rank] for rank in own.ranks])
    return worth + approach(own, goals) + FETCH * fetching(own) if goals else worth


def approach(own: Fleet, goals: tuple[int, ...]) -> float:
    """How near Warriors, and missiles that are carried, have come."""
    steps = steps_to(goals)
    return sum(
        NEARS[rank] * (FAR - steps[place])
        for rank, place, craft in zip(own.ranks, own.places, own.aboard, strict=True)
        if rank == WARRIOR or (rank == MISSILE and craft != NOBODY)
    )


@lru_cache(maxsize=32)
def steps_to(goals: tuple[int, ...]) -> tuple[int, ...]:
    """From every point the steps to the nearest of these, FAR at most."""
    return tuple(
        min(FAR, *(distance(point, goal) for goal in goals)) for point in range(len(SITES))
    )


def fetching(own: Fleet) -> float:
    """How near empty Star Fighters have come to cargo that waits for a craft; more, with some."""
    cargo = [
        (place, craft)
        for rank, place, craft in zip(own.ranks, own.places, own.aboard, strict=True)
        if rank in (WARRIOR, MISSILE)
    ]
    waiting, laden = [at for at, craft in cargo if craft == NOBODY], {craft for _, craft in cargo}
    return sum(
        2 * FAR if piece in laden else FAR - nearest(place, waiting)
        for piece, rank, place in zip(own.pieces, own.ranks, own.places, strict=True)
        if rank == FIGHTER
    )


def nearest(place: int, others: list[int]) -> int:
    return min([distance(place, other) for other in others], default=0)


# ------------------------------------------------------------------------------------------ threats


def storm(now: Standing, own: Fleet, others: list[Seat], fleets: list[Fleet]) -> float:
    """An able Warrior is near to headquarters where nobody stands in its way."""
    points = [(headquarters(now, other), fleets[other].places) for other in others]
    bare = [point for point, places in points if point not in places]
    if not bare:
        return 0.0
    steps = steps_to(tuple(bare))
    able = [
        place
        for piece, rank, place in zip(own.pieces, own.ranks, own.places, strict=True)
        if rank == WARRIOR and piece not in now.damaged
    ]
    return STORM * any(steps[place] <= REACH for place in able)


def menace(now: Standing, own: Fleet, others: list[Seat], fleets: list[Fleet]) -> float:
    """What the best blast would cost others that a missile brings about, flown or carried first."""
    missile, fighter = now.box.lines[Kind.MISSILE], now.box.lines[Kind.FIGHTER]
    if not (area := covered(own, missile.move, fighter.move)):
        return 0.0
    blasts = [blast for other in others for blast in crowds(fleets[other], missile.blast)]
    return MENACE * max([worth for worth, point in blasts if area >> point & 1], default=0.0)


@lru_cache(maxsize=4096)  # 2 MB
def covered(own: Fleet, flight: int, ride: int) -> int:
    """Where missiles come to in one turn, those on a craft after a ride."""
    armed = [
        ball(place, flight if craft == NOBODY else flight + ride)
        for rank, place, craft in zip(own.ranks, own.places, own.aboard, strict=True)
        if rank == MISSILE
    ]
    return reduce(or_, armed, 0)


@lru_cache(maxsize=4096)  # 4 MB
def crowds(fleet: Fleet, blast: int) -> list[tuple[float, int]]:
    """What a missile would cost that side, wherever it comes down on one of its pieces."""
    worths = [(place, STRUCK * WORTHS[rank]) for rank, place in zip(*fleet[1:3], strict=True)]
    return [
        (sum([worth for place, worth in worths if place in near]), mark)
        for mark, near in ((mark, disc(mark, blast)) for mark in set(fleet.places))
    ]
