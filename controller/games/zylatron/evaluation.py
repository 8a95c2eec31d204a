"""The heuristic value of a Zylatron position for a player, and the rules behind changes of money.

A robot looks at hundreds of positions before it moves, and in most of them one piece is elsewhere.
So values that depend on the places of one side alone are cached.
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

CROWN = 1000  # value of a won game; a lost one counts as much negative
WORKS = 3  # value of a factory, when it is struck
SAID, NAMED = 1 / 3, 2 / 3  # shares of an act's value: key pressed; piece named
FIRST = 1.0  # bonus for repairs: possible only at the start of a turn, and it replaces nothing else
ENDED = 0.05  # bonus for a turn that is over; penalty for a choice that leads to nothing

WORTH = {Kind.STAR: 7, Kind.FIGHTER: 5, Kind.WARRIOR: 6, Kind.MISSILE: 1}
PLANET, CARD, ZY = 20, 6, 0.2
OUT_OF_ACTION, A_TURN = 0.3, 0.15  # share lost of a damaged piece; if it ends with this turn
STRUCK = 0.5  # expected share that is lost of a thing for which a Strike Card is drawn
FAR = 40  # steps to headquarters beyond which distance no longer counts
NEAR = {Kind.WARRIOR: 0.15, Kind.MISSILE: 0.08}  # per step nearer to enemy headquarters
FETCH = 0.02  # per step that an empty Star Fighter is nearer to cargo on the ground
STORM, REACH = 8.0, 10  # value of unguarded headquarters within so many steps of a Warrior
GUARD = 1.5  # value of a piece on the own headquarters
MENACE = 0.25  # share of the value that a missile may destroy in the next turn

STAR, FIGHTER, WARRIOR, MISSILE = range(len(KINDS))
WORTHS = tuple(WORTH[kind] for kind in KINDS)
NEARS = tuple(NEAR.get(kind, 0.0) for kind in KINDS)


def evaluate(now: Standing, sides: Sequence[float], seat: Seat) -> float:
    """Return the value of the own side minus the average of the others; after the end +-CROWN."""
    if now.phase is Phase.OVER:
        return CROWN if now.alive(seat) else -CROWN
    others = [sides[other] for other in now.players if other != seat]
    return sides[seat] + hope(now, seat) - sum(others) / max(len(others), 1)


# ------------------------------------------------------------------------------- how a side stands


class Fleet(NamedTuple):
    """The pieces of one side on the board: their numbers, kinds, points and carriers."""

    pieces: tuple[int, ...]
    ranks: tuple[int, ...]
    places: tuple[int, ...]
    aboard: tuple[int, ...]


def stances(now: Standing) -> tuple[float, ...]:
    """Return the value of every side, by what it has and what it threatens."""
    fleets = [fleet(now, Seat(seat)) for seat in range(len(now.box.home))]
    return tuple(stance(now, Seat(seat), fleets) for seat in range(len(fleets)))


def stance(now: Standing, seat: Seat, fleets: list[Fleet]) -> float:
    """Return the value of a side's possessions and threats; 0 if it is out."""
    if not now.alive(seat):
        return 0.0
    own = fleets[seat]
    others = [other for other in now.players if other != seat]
    threats = storm(now, own, others, fleets) + menace(now, own, others, fleets)
    guard = GUARD * (headquarters(now, seat) in own.places)
    goals = tuple(headquarters(now, other) for other in others)
    return muster(own, goals) + threats + guard + holdings(now, seat) - ailing(now, seat)


def fleet(now: Standing, seat: Seat) -> Fleet:
    """Return that player's pieces on the board, without lost ones and a missile going off."""
    at, aboard, ranks, lost = now.at, now.aboard, now.box.ranks, (now.missile, *now.leaving)
    own = [p for p in now.forces[seat] if p not in lost]
    return Fleet(
        tuple(own),
        tuple([ranks[p] for p in own]),
        tuple([at[p] for p in own]),
        tuple([aboard[p] for p in own]),
    )


def headquarters(now: Standing, seat: Seat) -> int:
    """Return the point of that player's own headquarters."""
    return POINTS[now.box.galaxy.planets[now.box.home[seat]].headquarters]


def holdings(now: Standing, seat: Seat) -> float:
    """Return the value of planets, Zylon Card and money."""
    return PLANET * now.holders.count(seat) + CARD * (now.card == seat) + ZY * now.money[seat]


def ailing(now: Standing, seat: Seat) -> float:
    """Return the value lost by pieces that are out of action."""
    if not now.damaged:
        return 0.0
    ranks, waits = now.box.ranks, now.damaged - now.fresh if seat == now.turn else frozenset()
    out = [(WORTHS[ranks[p]], p in waits) for p in now.forces[seat] if p in now.damaged]
    return sum(worth * (A_TURN if soon else OUT_OF_ACTION) for worth, soon in out)


# ---------------------------------------------------------------------------- pieces, and their way


@lru_cache(maxsize=4096)  # 3 MB
def muster(own: Fleet, goals: tuple[int, ...]) -> float:
    """Return the value of a side's pieces and of their nearness to these headquarters (cached)."""
    worth: float = sum([WORTHS[rank] for rank in own.ranks])
    return worth + approach(own, goals) + FETCH * fetching(own) if goals else worth


def approach(own: Fleet, goals: tuple[int, ...]) -> float:
    """Return the value of how near Warriors and carried missiles are to these headquarters."""
    steps = steps_to(goals)
    return sum(
        NEARS[rank] * (FAR - steps[place])
        for rank, place, craft in zip(own.ranks, own.places, own.aboard, strict=True)
        if rank == WARRIOR or (rank == MISSILE and craft != NOBODY)
    )


@lru_cache(maxsize=32)
def steps_to(goals: tuple[int, ...]) -> tuple[int, ...]:
    """Return for every point the steps to the nearest of these, at most FAR (cached)."""
    return tuple(
        min(FAR, *(distance(point, goal) for goal in goals)) for point in range(len(SITES))
    )


def fetching(own: Fleet) -> float:
    """Return a score for empty Star Fighters near cargo on the ground, more for loaded ones."""
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
    """Return the steps to the nearest of these points, 0 if there are none."""
    return min([distance(place, other) for other in others], default=0)


# ------------------------------------------------------------------------------------------ threats


def storm(now: Standing, own: Fleet, others: list[Seat], fleets: list[Fleet]) -> float:
    """Return the value of an undamaged Warrior near unguarded enemy headquarters, else 0."""
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
    """Return a share of the most that one missile blast in reach would cost another side."""
    missile, fighter = now.box.lines[Kind.MISSILE], now.box.lines[Kind.FIGHTER]
    if not (area := covered(own, missile.move, fighter.move)):
        return 0.0
    blasts = [blast for other in others for blast in crowds(fleets[other], missile.blast)]
    return MENACE * max([worth for worth, point in blasts if area >> point & 1], default=0.0)


@lru_cache(maxsize=4096)  # 2 MB
def covered(own: Fleet, flight: int, ride: int) -> int:
    """Return the points missiles can reach in one turn, carried ones after a ride (cached)."""
    armed = [
        ball(place, flight if craft == NOBODY else flight + ride)
        for rank, place, craft in zip(own.ranks, own.places, own.aboard, strict=True)
        if rank == MISSILE
    ]
    return reduce(or_, armed, 0)


@lru_cache(maxsize=4096)  # 4 MB
def crowds(fleet: Fleet, blast: int) -> list[tuple[float, int]]:
    """Return for each point of a side the value that a blast there would cost it (cached)."""
    worths = [(place, STRUCK * WORTHS[rank]) for rank, place in zip(*fleet[1:3], strict=True)]
    return [
        (sum([worth for place, worth in worths if place in near]), mark)
        for mark, near in ((mark, disc(mark, blast)) for mark in set(fleet.places))
    ]


# ------------------------------------------------------------------------- what is about to be done


def hope(now: Standing, seat: Seat) -> float:
    """Return the value of what is about to be done: a shot, a repair or a purchase."""
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
    """Return the value of what a key has opened: a launch, repairs, or the Bank."""
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
    """Return the expected gain of the cards still to be drawn for targets."""
    targets = (now.target, *now.victims) if now.target else now.victims
    return sum(cost(now, target) for target in targets)


def cost(now: Standing, target: str) -> float:
    """Return the value of a Strike Card for this target to the current player."""
    if target in now.box.works:
        holder = now.holders[now.box.factories[now.box.works[target]].planet]
        return STRUCK * (WORKS if holder != now.turn else -WORKS)
    worth = STRUCK * prey(now, piece := now.box.numbers[target])
    return worth if now.owners[piece] != now.turn else -worth


def prey(now: Standing, piece: int) -> float:
    """Return the value lost with a piece: itself, its cargo, and headquarters it guards."""
    worth = sum([WORTHS[now.box.ranks[one]] for one in now.tree(piece)])
    planet = now.box.headquarters.get(now.at[piece])
    if planet is None or now.commands[planet] != now.owners[piece] != now.turn:
        return worth
    steps, ranks = steps_to((now.at[piece],)), now.box.ranks
    near = any(steps[now.at[p]] <= REACH for p in now.mine if ranks[p] == WARRIOR)
    return worth + STORM * near


def foes(now: Standing) -> Iterator[int]:
    """Yield every enemy piece on the board."""
    return (p for seat in now.players if seat != now.turn for p in now.forces[seat])


def best_shot(now: Standing, shooter: int) -> float:
    """Return the expected gain of the best shot of this piece, 0 if none is in range."""
    laser, here = now.box.lasers[shooter], now.at[shooter]
    near = [prey(now, foe) for foe in foes(now) if distance(here, now.at[foe]) <= laser]
    return STRUCK * max(near, default=0)


def best_blast(now: Standing, missile: int) -> float:
    """Return the expected gain of this missile's best blast, less own losses and the missile."""
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
    """True if the seat's headquarters fell to a landing, in a turn or at its end (Z6)."""
    if now.turn == before.turn or before.leave == NOBODY:
        return now.turn == before.turn
    return before.box.headquarters.get(before.at[before.leave]) == before.box.home[seat]


def credits(now: Standing, before: Standing, seat: Seat) -> tuple[str, ...]:
    """Return the rules by which the player's money changed (Z14 to Z18, Z20)."""
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
