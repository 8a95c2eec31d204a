"""The moves that a hand could be making at some sites of Zylatron, legal or not."""

from __future__ import annotations

from collections.abc import Iterator

from controller.games.zylatron.board import ACTS, KEYS, POINTS, SITES, STRIKE
from controller.games.zylatron.box import BANK
from controller.games.zylatron.moves import (
    Aim,
    Beam,
    Board,
    Buy,
    Cancel,
    Choose,
    Deed,
    Detonate,
    Done,
    Fire,
    Go,
    Launch,
    Leave,
    Load,
    Lot,
    Pointed,
    Rebuild,
    Remove,
    Repair,
    Shift,
    Strike,
)
from controller.games.zylatron.phases import Phase
from controller.games.zylatron.sheet import KINDS, Kind
from controller.games.zylatron.standing import Standing
from controller.values import CHANCE, Site


def attempts(now: Standing, near: frozenset[Site]) -> Iterator[Deed]:
    """Yield all moves at these sites: what the phase asks for, pieces carried, keys and cards."""
    points = sorted(POINTS[site] for site in near & POINTS.keys())
    if points:
        yield from pointing(now, points)
        yield from special(now, points)
        yield from carrying(now, points)
    yield from keys(now, near)
    if STRIKE in near:
        yield from (Strike(CHANCE, card) for card in now.box.deck)


def at_hand(now: Standing, points: list[int]) -> list[int]:
    """Return the pieces at these points, and all in stacks, as no sensor notices one leaving."""
    near = set(points)
    placed = [piece for piece, at in enumerate(now.at) if at >= 0]
    stacked = {one for root in now.bays for one in now.tree(root)}
    return [piece for piece in placed if now.at[piece] in near or piece in stacked]


def carrying(now: Standing, points: list[int]) -> Iterator[Deed]:
    """Yield moving every piece near the hand to every other near point, or to any if none is."""
    names, turn = now.box.names, now.turn
    goals: list[int] | range = points if len(points) > 1 else range(len(SITES))
    for piece in at_hand(now, points):
        source, name = now.at[piece], names[piece]
        here = points if source not in points else goals
        missile = now.phase is Phase.LAUNCH and now.box.kinds[piece] is Kind.MISSILE
        made = Launch if missile else Go
        for point in here:
            if point != source:
                yield made(turn, name, SITES[source], SITES[point])
        if now.box.kinds[piece] is Kind.FIGHTER:
            joined = (point for point in here if point in now.own and point != source)
            yield from (Board(turn, name, SITES[source], SITES[point]) for point in joined)


POINTINGS: dict[Phase, type[Pointed]] = {
    Phase.AIM: Aim,
    Phase.TARGET: Fire,
    Phase.BLAST: Detonate,
    Phase.REPAIR: Repair,
}


def pointing(now: Standing, points: list[int]) -> Iterator[Deed]:
    """Yield pointing at everything that stands at these points, where the phase asks for it."""
    made = POINTINGS.get(now.phase)
    if made is None:
        return
    for piece, at in enumerate(now.at):
        if at in points:
            yield made(now.turn, now.box.names[piece], SITES[at])
    for factory in now.box.factories:
        if factory.point in points and now.phase in (Phase.TARGET, Phase.BLAST):
            yield made(now.turn, factory.name, SITES[factory.point])


def special(now: Standing, points: list[int]) -> Iterator[Deed]:
    """Yield the moves that exist in one phase only."""
    match now.phase:
        case Phase.LOT:
            for planet in now.box.galaxy.planets:
                if POINTS[planet.headquarters] in points:
                    yield Lot(CHANCE, planet.name, planet.headquarters)
        case Phase.REMOVE:
            near = (piece for piece, at in enumerate(now.at) if at in points)
            yield from (Remove(now.turn, now.box.names[p], now.site(p)) for p in near)
        case Phase.LAUNCH:
            near = (p for p in now.mine if now.at[p] in points)
            for piece in near:
                if now.box.kinds[piece] is Kind.MISSILE:
                    yield Launch(now.turn, now.box.names[piece], now.site(piece), now.site(piece))
        case Phase.BEAM:
            yield from beaming(now, points)
        case Phase.BUY:
            yield from buying(now, points)


def beaming(now: Standing, points: list[int]) -> Iterator[Deed]:
    """Yield beams by every Battle Star, if it, the piece or the target is near the hand."""
    names, turn = now.box.names, now.turn
    for star in (piece for piece in now.mine if now.box.kinds[piece] is Kind.STAR):
        crew = now.tree(star)
        for piece in now.mine:
            source, berth = now.at[piece], now.at[star]
            if piece == star or now.box.kinds[piece] is Kind.STAR:
                continue
            if piece not in crew and (source in points or berth in points):
                yield Beam(turn, names[piece], SITES[source], SITES[berth], names[star])
            elif piece in crew:
                goals = (point for point in points if point != source)
                yield from (
                    Beam(turn, names[piece], SITES[source], SITES[p], names[star]) for p in goals
                )


def buying(now: Standing, points: list[int]) -> Iterator[Deed]:
    """Yield buying each lost piece that `bank` yields to every near point, and rebuilds there."""
    names, turn = now.box.names, now.turn
    for piece in bank(now):
        yield from (Buy(turn, names[piece], SITES[p]) for p in points if p not in now.stands)
        if now.box.kinds[piece] is Kind.MISSILE:
            yield from (Load(turn, names[piece], SITES[p]) for p in points if p in now.own)
    for factory in now.box.factories:
        if factory.point in points:
            yield Rebuild(turn, factory.name, SITES[factory.point])


def bank(now: Standing) -> Iterator[int]:
    """Yield the first lost piece of each kind and colour that the current player commands."""
    for colour, seat in enumerate(now.commands):
        for kind in KINDS if seat == now.turn else ():
            kept = (
                piece
                for piece, at in enumerate(now.at)
                if at == BANK and now.box.colours[piece] == colour and now.box.kinds[piece] is kind
            )
            yield from [piece for piece in [next(kept, None)] if piece is not None]


def keys(now: Standing, near: frozenset[Site]) -> Iterator[Deed]:
    """Yield every move that one of these keys could mean."""
    names, turn = now.box.names, now.turn
    yield from (Choose(turn, act) for act in ACTS if KEYS[act] in near)
    if KEYS["done"] in near:
        yield Done(turn)
    if KEYS["cancel"] in near:
        yield Cancel(turn)
    if KEYS["leave"] in near:
        yield from (Leave(turn, names[piece]) for piece in now.mine if now.aboard[piece] >= 0)
    if KEYS["stack"] in near:
        yield from restacking(now)


def restacking(now: Standing) -> Iterator[Deed]:
    """Yield shifting every carried piece to every other craft of its stack."""
    names = now.box.names
    for point, root in now.own.items():
        stack = now.tree(root)
        for piece in stack[1:]:
            crafts = (craft for craft in stack if now.box.bays[craft] and craft != piece)
            for craft in crafts:
                yield Shift(now.turn, names[piece], names[craft], SITES[point])
