"""How well a player of Zylatron stands, by rule of thumb, and why his money has changed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from controller.games.scoring import rules_applied
from controller.games.zylatron.board import disc, distance
from controller.games.zylatron.phases import UNDECIDED, Phase
from controller.games.zylatron.sheet import Kind
from controller.games.zylatron.standing import NOBODY, Standing
from controller.values import Seat

WORTH = {Kind.STAR: 5, Kind.FIGHTER: 4, Kind.WARRIOR: 6, Kind.MISSILE: 2}
CROWN, PLANET, CARD, ZY = 1000, 20, 10, 0.01
WORKS = 3  # a factory that is struck
OUT_OF_ACTION, A_TURN = 0.3, 0.15  # of a piece's worth: until its turn is over; in that very turn
STRUCK = 0.5  # of what a Strike Card is drawn for is lost, as the cards are
NEAR, FAR = 0.15, 40  # for each step that a Warrior is nearer to headquarters than so many
FETCH = 0.02  # for each step that an empty Star Fighter is nearer to one who waits
SAID, NAMED = 1 / 3, 2 / 3  # of what a choice will bring, when its key is pressed; when who acts
FIRST = 1.0  # what can be done only before all else, and takes nothing from it
ENDED = 0.05  # a turn that is over is well; a choice that leads to nothing is not


def promise(now: Standing, seat: Seat) -> float:
    """The own strength, less the others' on average; all, when there are none."""
    if now.phase is Phase.OVER:
        return CROWN if now.alive(seat) else -CROWN
    others = [other for other in now.players if other != seat]
    theirs = sum(strength(now, other) for other in others) / max(len(others), 1)
    return strength(now, seat) + approach(now, seat) + hope(now, seat) - theirs


def strength(now: Standing, seat: Seat) -> float:
    """Pieces, planets, the Zylon Card and money."""
    kinds, damaged = now.box.kinds, now.damaged
    pieces: float = sum([WORTH[kinds[piece]] for piece in now.forces[seat]])
    if damaged:
        waits = damaged - now.fresh if seat == now.turn else frozenset()
        out = [(WORTH[kinds[p]], p in waits) for p in now.forces[seat] if p in damaged]
        pieces -= sum(worth * (A_TURN if soon else OUT_OF_ACTION) for worth, soon in out)
    planets = PLANET * now.holders.count(seat)
    return pieces + planets + CARD * (now.card == seat) + ZY * now.money[seat]


def approach(now: Standing, seat: Seat) -> float:
    """How near the Warriors have come to headquarters that can be taken."""
    goals = [point for point, planet in now.box.headquarters.items() if foreign(now, planet, seat)]
    if not goals:
        return 0.0
    warriors = [p for p in now.forces[seat] if now.box.kinds[p] is Kind.WARRIOR]
    steps = [distance(now.at[warrior], goal) for warrior in warriors for goal in goals]
    nearness = NEAR * sum([FAR - step for step in steps if step < FAR])
    return nearness + FETCH * fetching(now, seat, warriors)


def fetching(now: Standing, seat: Seat, warriors: list[int]) -> float:
    """How near empty Star Fighters have come to Warriors that wait for a craft; more, with one."""
    waiting = [now.at[p] for p in warriors if now.aboard[p] == NOBODY]
    laden = {now.aboard[p] for p in warriors}
    return sum(
        2 * FAR if p in laden else FAR - min((distance(now.at[p], at) for at in waiting), default=0)
        for p in now.forces[seat]
        if now.box.kinds[p] is Kind.FIGHTER
    )


# ------------------------------------------------------------------------- what is about to be done


def hope(now: Standing, seat: Seat) -> float:
    """What is about to be done, on the way to a shot, a repair or a purchase."""
    if now.turn != seat:
        return ENDED
    match now.phase:
        case Phase.STRIKE | Phase.BLAST:
            return stake(now) - WORTH[Kind.MISSILE] * (now.missile != NOBODY)
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
    piece = now.box.numbers[target]
    worth = STRUCK * WORTH[now.box.kinds[piece]]
    return worth if now.owners[piece] != now.turn else -worth


def foes(now: Standing) -> Iterator[int]:
    """Every piece of the others on the board."""
    return (p for seat in now.players if seat != now.turn for p in now.forces[seat])


def best_shot(now: Standing, shooter: int) -> float:
    """The dearest enemy in range of this piece."""
    laser, here, kinds = now.box.lasers[shooter], now.at[shooter], now.box.kinds
    near = (kinds[foe] for foe in foes(now) if distance(here, now.at[foe]) <= laser)
    return STRUCK * max((WORTH[kind] for kind in near), default=0)


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
