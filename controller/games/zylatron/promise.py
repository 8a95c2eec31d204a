"""How well a player of Zylatron stands, by rule of thumb, and why his money has changed."""

from __future__ import annotations

from controller.games.scoring import rules_applied
from controller.games.zylatron.board import distance
from controller.games.zylatron.phases import UNDECIDED, Phase
from controller.games.zylatron.sheet import Kind
from controller.games.zylatron.standing import NOBODY, Standing
from controller.values import Seat

WORTH = {Kind.STAR: 5, Kind.FIGHTER: 4, Kind.WARRIOR: 6, Kind.MISSILE: 2}
CROWN, PLANET, CARD, ZY = 1000, 20, 10, 0.01
OUT_OF_ACTION = 0.7  # of a piece's worth
NEAR, FAR = 0.15, 40  # for each step that a Warrior is nearer to headquarters than so many
FETCH = 0.02  # for each step that an empty Star Fighter is nearer to one who waits
SHOT, ENDED = 1.5, 0.05  # a card that is about to be drawn; a turn that is over


def promise(now: Standing, seat: Seat) -> float:
    """The own strength, less the others' on average; all, when there are none."""
    if now.phase is Phase.OVER:
        return CROWN if now.alive(seat) else -CROWN
    others = [other for other in now.players if other != seat]
    theirs = sum(strength(now, other) for other in others) / max(len(others), 1)
    return strength(now, seat) + approach(now, seat) + hope(now, seat) - theirs


def strength(now: Standing, seat: Seat) -> float:
    """Pieces, planets, the Zylon Card and money."""
    owners, kinds = now.owners, now.box.kinds
    own = [piece for piece, at in enumerate(now.at) if at >= 0 and owners[piece] == seat]
    pieces = sum(WORTH[kinds[p]] * (OUT_OF_ACTION if p in now.damaged else 1) for p in own)
    planets = PLANET * now.holders.count(seat)
    return pieces + planets + CARD * (now.card == seat) + ZY * now.money[seat]


def approach(now: Standing, seat: Seat) -> float:
    """How near the Warriors have come to headquarters that can be taken."""
    goals = [point for point, planet in now.box.headquarters.items() if foreign(now, planet, seat)]
    if not goals:
        return 0.0
    warriors = [
        at
        for piece, at in enumerate(now.at)
        if at >= 0 and now.owners[piece] == seat and now.box.kinds[piece] is Kind.WARRIOR
    ]
    nearness = sum(NEAR * max(FAR - distance(at, goal), 0) for at in warriors for goal in goals)
    return nearness + FETCH * fetching(now, seat)


def fetching(now: Standing, seat: Seat) -> float:
    """How near empty Star Fighters have come to Warriors that wait for a craft; more, with one."""
    own = [p for p, at in enumerate(now.at) if at >= 0 and now.owners[p] == seat]
    warriors = [p for p in own if now.box.kinds[p] is Kind.WARRIOR]
    waiting = [now.at[p] for p in warriors if now.aboard[p] == NOBODY]
    laden = {now.aboard[p] for p in warriors}
    return sum(
        2 * FAR if p in laden else FAR - min((distance(now.at[p], at) for at in waiting), default=0)
        for p in own
        if now.box.kinds[p] is Kind.FIGHTER
    )


def hope(now: Standing, seat: Seat) -> float:
    """What is about to be done, on the way to a shot or a purchase; a turn that is over is well."""
    if now.turn != seat:
        return ENDED
    match now.phase:
        case Phase.STRIKE:
            return SHOT
        case Phase.TARGET:
            return SHOT * 2 / 3 if prey(now, now.shooter) else -ENDED
        case Phase.AIM:
            return SHOT / 3 if any(now.may_fire(p) and prey(now, p) for p in now.mine) else -ENDED
        case Phase.BUY:
            return SHOT / 3 if now.affordable() else -ENDED
        case phase:
            return -ENDED if phase in UNDECIDED else 0.0


def prey(now: Standing, shooter: int) -> bool:
    """An enemy is in range of this piece."""
    laser, here = now.box.lasers[shooter], now.at[shooter]
    own = now.owners[shooter]
    return any(
        at >= 0 and now.owners[other] != own and distance(here, at) <= laser
        for other, at in enumerate(now.at)
    )


def foreign(now: Standing, planet: int, seat: Seat) -> bool:
    """Whether that planet is the home of another who is in the game."""
    return planet in now.box.home and now.commands[planet] not in (seat, -1)


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
    stormed = any(taken_by_landing(now, before, one) for one in out)
    if gained > 0:
        ended = now.turn != before.turn
        return rules_applied({"Z18": stormed, "Z15": ended or not stormed})
    if seat in out:
        return ("Z18",) if taken_by_landing(now, before, seat) else ("Z20",)
    if now.works != before.works:
        return ("Z16",)
    return ("Z17",) if now.at != before.at else ("Z14",)
