"""How well a player of Zylatron stands, by rule of thumb, and why his money has changed.

A robot looks at hundreds of moments before it moves, and in most of them one piece is elsewhere:
what rests on the places of one side alone is worked out once and remembered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial, reduce
from operator import or_
from typing import NamedTuple

from controller.games.scoring import rules_applied
from controller.games.zylatron.board import POINTS, SITES, ball, disc, distance
from controller.games.zylatron.phases import UNDECIDED, Phase
from controller.games.zylatron.sheet import KINDS, Kind
from controller.games.zylatron.standing import NOBODY, Standing
from controller.values import Seat

CROWN = 1000
WORKS = 3  # a factory that is struck
SAID, NAMED = 1 / 3, 2 / 3  # of what a choice will bring, when its key is pressed; when who acts
FIRST = 1.0  # what can be done only before all else, and takes nothing from it
ENDED = 0.05  # a turn that is over is well; a choice that leads to nothing is not

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


def evaluate(now: Standing, sides: Sequence[float], seat: Seat) -> float:
    """How the own side stands, less the others on average; all, when there are none."""
    if now.phase is Phase.OVER:
        return CROWN if now.alive(seat) else -CROWN
    others = [sides[other] for other in now.players if other != seat]
    return sides[seat] + hope(now, seat) - sum(others) / max(len(others), 1)


# ------------------------------------------------------------------------------- how a side stands


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


# ------------------------------------------------------------------------- what is about to be done


def hope(now: Standing, seat: Seat) -> float:
    """What is about to be done, on the way to a shot, a repair or a purchase."""
    if now.turn != seat:
        return ENDED
    match now.phase:
        case Phase.STRIKE | Phase.BLAST:
            return stake(now)
        case Phase.TARGET:
            return NAMED * best_shot(now, now.shooter) or -ENDED
        case Phase.AIM:
            shots = (best_shot(now, p) for p in now.mine if now.may_fire(p))
            return SAID * max(shots, default=0.0) or -ENDED
        case phase:
            return decision(now) or -ENDED if phase in UNDECIDED else 0.0


def decision(now: Standing) -> float:
    """What a key has opened: a launch, repairs, the Bank."""
    match now.phase:
        case Phase.LAUNCH:
            missiles = (piece for piece in now.mine if now.may_launch(piece))
            return SAID * max(map(partial(best_blast, now), missiles), default=0.0)
        case Phase.REPAIR:
            patients = (now.box.kinds[piece] for piece in now.mine if now.may_repair(piece))
            worth = max((WORTH[kind] for kind in patients), default=0)
            return FIRST + A_TURN * worth if worth else 0.0
        case Phase.BUY:
            return SAID * bool(now.affordable())
        case _:
            return 0.0


def stake(now: Standing) -> float:
    """What the cards that are to be drawn will cost the others, less what they cost oneself."""
    targets = (now.target, *now.victims) if now.target else now.victims
    return sum(cost(now, target) for target in targets)


def cost(now: Standing, target: str) -> float:
    """What a Strike Card for this one is worth to the player on turn."""
    if target in now.box.works:
        holder = now.holders[now.box.factories[now.box.works[target]].planet]
        return STRUCK * (WORKS if holder != now.turn else -WORKS)
    worth = STRUCK * prey(now, piece := now.box.numbers[target])
    return worth if now.owners[piece] != now.turn else -worth


def prey(now: Standing, piece: int) -> float:
    """What goes with a piece: itself, its cargo, and headquarters that it guards from a storm."""
    worth = sum([WORTHS[now.box.ranks[one]] for one in now.tree(piece)])
    planet = now.box.headquarters.get(now.at[piece])
    if planet is None or now.commands[planet] != now.owners[piece] != now.turn:
        return worth
    steps, ranks = steps_to((now.at[piece],)), now.box.ranks
    near = any(steps[now.at[p]] <= REACH for p in now.mine if ranks[p] == WARRIOR)
    return worth + STORM * near


def foes(now: Standing) -> Iterator[int]:
    """Every piece of the others on the board."""
    return (p for seat in now.players if seat != now.turn for p in now.forces[seat])


def best_shot(now: Standing, shooter: int) -> float:
    """The dearest enemy in range of this piece."""
    laser, here = now.box.lasers[shooter], now.at[shooter]
    near = [prey(now, foe) for foe in foes(now) if distance(here, now.at[foe]) <= laser]
    return STRUCK * max(near, default=0)


def best_blast(now: Standing, missile: int) -> float:
    """What this missile destroys where it comes down on an enemy, friends and itself set off."""
    line, here, kinds = now.box.lines[Kind.MISSILE], now.at[missile], now.box.kinds
    marks = {now.at[foe] for foe in foes(now) if distance(here, now.at[foe]) <= line.move}
    standing = [(p, STRUCK * WORTH[kinds[p]]) for seat in now.players for p in now.forces[seat]]
    mine = frozenset(now.mine)
    blasts = (
        sum(-worth if p in mine else worth for p, worth in standing if now.at[p] in near)
        for near in (disc(mark, line.blast) for mark in marks)
    )
    return max(max(blasts, default=0.0) - WORTH[Kind.MISSILE], 0.0)


def taken_by_landing(now: Standing, before: Standing, seat: Seat) -> bool:
    """Whether his headquarters were landed on: in the turn, or as a carrier stopped there (Z6)."""
    if now.turn == before.turn or before.leave == NOBODY:
        return now.turn == before.turn
    return before.box.headquarters.get(before.at[before.leave]) == before.box.home[seat]


def credits(now: Standing, before: Standing, seat: Seat) -> tuple[str, ...]:
    """Factories pay by Z15, conquest by Z18; repairs, building and buying cost by Z14 to Z17."""
    gained = now.money[seat] - before.money[seat]
    if not gained:
        return ()
    out = [one for one in before.players if not now.alive(one)]
    if gained > 0:
        taken = sum(before.money[one] for one in out if taken_by_landing(now, before, one))
        return rules_applied({"Z18": taken > 0, "Z15": gained > taken})
    if seat in out:
        return ("Z18",) if taken_by_landing(now, before, seat) else ("Z20",)
    if now.works != before.works:
        return ("Z16",)
    return ("Z17",) if now.at != before.at else ("Z14",)
