"""How well a player of Zylatron stands, by rule of thumb, and why his money has changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from controller.games.scoring import rules_applied
from controller.games.zylatron.board import disc, distance
from controller.games.zylatron.phases import UNDECIDED, Phase
from controller.games.zylatron.sheet import Kind
from controller.games.zylatron.stance import (
    A_TURN,
    REACH,
    STORM,
    STRUCK,
    WARRIOR,
    WORTH,
    WORTHS,
    steps_to,
)
from controller.games.zylatron.standing import NOBODY, Standing
from controller.values import Seat

CROWN = 1000
WORKS = 3  # a factory that is struck
SAID, NAMED = 1 / 3, 2 / 3  # of what a choice will bring, when its key is pressed; when who acts
FIRST = 1.0  # what can be done only before all else, and takes nothing from it
ENDED = 0.05  # a turn that is over is well; a choice that leads to nothing is not


def promise(now: Standing, stances: Sequence[float], seat: Seat) -> float:
    """How the own side stands, less the others on average; all, when there are none."""
    if now.phase is Phase.OVER:
        return CROWN if now.alive(seat) else -CROWN
    others = [stances[other] for other in now.players if other != seat]
    return stances[seat] + hope(now, seat) - sum(others) / max(len(others), 1)


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
    stormed = any(taken_by_landing(now, before, one) for one in out)
    if gained > 0:
        ended = now.turn != before.turn
        return rules_applied({"Z18": stormed, "Z15": ended or not stormed})
    if seat in out:
        return ("Z18",) if taken_by_landing(now, before, seat) else ("Z20",)
    if now.works != before.works:
        return ("Z16",)
    return ("Z17",) if now.at != before.at else ("Z14",)
