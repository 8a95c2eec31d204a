"""Generates the legal moves of Zylatron, all of them or only those near a hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import repeat

from controller.games.zylatron.board import (
    ACTS,
    BITS,
    KEYS,
    POINTS,
    SITES,
    ball,
    bits,
    distance,
    ways,
)
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
    Rebuild,
    Remove,
    Repair,
    Shift,
    Strike,
)
from controller.games.zylatron.phases import UNDECIDED, Phase
from controller.games.zylatron.sheet import Kind
from controller.games.zylatron.standing import Standing
from controller.values import CHANCE, Seat, Site


@lru_cache(maxsize=256)  # 2 MB
def goings(seat: Seat, piece: str, source: int, steps: int, clear: int) -> dict[int, Go]:
    """Return the move of a piece to every point it can reach (cached for playouts)."""
    points = ways(source, steps, clear)
    sites = map(SITES.__getitem__, points)
    made = map(Go, repeat(seat), repeat(piece), repeat(SITES[source]), sites)
    return dict(zip(points, made, strict=True))


@lru_cache(maxsize=256)
def flights(seat: Seat, piece: str, source: int, steps: int) -> dict[int, Launch]:
    """Return the launch of a missile to every point in range; it flies over everything (Z13)."""
    points = bits(ball(source, steps))
    return {point: Launch(seat, piece, SITES[source], SITES[point]) for point in points}


def moves(now: Standing) -> list[Deed]:
    """Return all legal moves except those of pieces in phase PLAY."""
    found = list(PHASES[now.phase](now))
    if now.phase in UNDECIDED:
        found.append(Cancel(now.turn))
    return found


def near(now: Standing, sites: frozenset[Site]) -> list[Deed]:
    """Return the legal moves that change or touch one of these sites."""
    if now.phase is not Phase.PLAY:
        return [move for move in moves(now) if not sites.isdisjoint(move.sites)]
    pressed = not sites.isdisjoint(KEYS.values())
    said = [m for m in (words(now) if pressed else shifts(now)) if not sites.isdisjoint(m.sites)]
    points = frozenset(POINTS[site] for site in sites if site in POINTS)
    return [*going(now, points), *said]


def starts(now: Standing) -> frozenset[Site]:
    """Return the sites where a move may begin: pieces that can move, and in other phases all."""
    if now.phase is not Phase.PLAY:
        return frozenset().union(*(move.begins for move in moves(now)))
    return frozenset(now.site(piece) for piece, steps in able(now) if outings(now, piece, steps))


# --------------------------------------------------------------------------------------- play


def going(now: Standing, at: frozenset[int] | None = None) -> list[Deed]:
    """Return all piece moves, or only those from or to the points `at` (Z2, Z4)."""
    found: list[Deed] = []
    for piece, steps in able(now):
        found += outings(now, piece, steps, at)
    return found


def able(now: Standing) -> Iterator[tuple[int, int]]:
    """Yield the pieces that can move, with distance; after enough moves only moved ones (Z2)."""
    over = len(now.moved) >= now.box.moves
    for piece in sorted(now.moved.intersection(now.mine)) if over else now.mine:
        if steps := now.steps(piece):
            yield piece, steps


def outings(now: Standing, piece: int, steps: int, at: frozenset[int] | None = None) -> list[Deed]:
    """Return all moves of one piece, or only those from or to the points `at`."""
    source, reach = now.at[piece], now.reach(piece, steps)
    table = goings(now.turn, now.box.names[piece], source, steps, reach)
    if at is not None and source not in at:
        table = {point: table[point] for point in sorted(at) if point in table}
    if not now.crowd & reach & ~BITS[source]:
        return [*table.values()]
    joined = table.keys() & now.own.keys()
    alone = dict(table)
    joins = [alone.pop(point) for point in joined]
    return [*alone.values(), *joining(now, piece, joins)]


def joining(now: Standing, piece: int, goings: Iterable[Go]) -> Iterator[Deed]:
    """Yield the moves of a piece on to own stacks: it takes them aboard, or boards (Z6)."""
    for go in goings if now.box.bays[piece] else ():
        other = now.own[POINTS[go.target]]
        if now.takes(piece, other):
            yield go
        if now.boards(piece, other):
            yield Board(go.seat, go.piece, go.source, go.target)


def words(now: Standing) -> list[Deed]:
    """Return the legal moves made with a key."""
    names, turn = now.box.names, now.turn
    found: list[Deed] = [Choose(turn, act) for act in ACTS if open_to(now, act)]
    if now.bays:
        carried = [piece for piece in now.mine if now.aboard[piece] >= 0]
        found += [Leave(turn, names[piece]) for piece in carried if now.may_leave(piece)]
        found += shifts(now)
    if not now.must_buy():
        found.append(Done(turn))
    return found


def open_to(now: Standing, act: str) -> bool:
    """True if pressing this key leads to at least one legal act."""
    match act:
        case "fire":
            return any(map(now.may_fire, now.mine))
        case "launch":
            missiles = now.box.missiles.intersection(now.mine)
            return bool(missiles) and any(map(now.may_launch, missiles))
        case "beam":
            return any(map(now.may_beam, now.mine))
        case "buy":
            rebuild = now.ruins() and now.box.sheet.rebuild <= now.spare()
            return bool(rebuild or now.affordable())
        case _:
            return bool(now.damaged) and any(map(now.may_repair, now.mine))


def shifts(now: Standing) -> Iterator[Shift]:
    """Yield every legal change of bays within a stack (Z8)."""
    names = now.box.names
    for point, root in now.own.items():
        if root in now.bays:
            changes = now.exchanges[root]
            if now.ashore:
                changes = [
                    *changes,
                    *((p, now.aboard[p]) for p in now.tree(root) if p in now.ashore),
                ]
            for piece, craft in changes:
                yield Shift(now.turn, names[piece], names[craft], SITES[point])


# -------------------------------------------------------------------------------- other phases


def lots(now: Standing) -> Iterator[Deed]:
    """Return the lots: any player may be drawn to begin (Z1)."""
    planets = [now.box.galaxy.planets[planet] for planet in now.box.home]
    return (Lot(CHANCE, planet.name, planet.headquarters) for planet in planets)


def shooters(now: Standing) -> Iterator[Deed]:
    """Return the aims: pieces that may fire (Z10)."""
    able = filter(now.may_fire, now.mine)
    return (Aim(now.turn, now.box.names[piece], now.site(piece)) for piece in able)


def targets(now: Standing) -> Iterator[Deed]:
    """Yield the shots at every enemy piece and factory, in range or not (Z10, Z12)."""
    owners, names = now.owners, now.box.names
    for piece, at in enumerate(now.at):
        if at >= 0 and owners[piece] != now.turn:
            yield Fire(now.turn, names[piece], SITES[at])
    for name, point, holder in now.standing_works():
        if holder != now.turn:
            yield Fire(now.turn, name, SITES[point])


def launches(now: Standing) -> Iterator[Deed]:
    """Yield the launches of every missile to every point in its range (Z13)."""
    steps = now.box.lines[Kind.MISSILE].move
    for piece in filter(now.may_launch, now.mine):
        yield from flights(now.turn, now.box.names[piece], now.at[piece], steps).values()


def beams(now: Standing) -> Iterator[Deed]:
    """Yield the beams of every able Battle Star, up and down (Z9)."""
    for star in filter(now.may_beam, now.mine):
        crew = now.tree(star)
        for piece in now.mine:
            if now.box.tops[piece]:
                yield from lowered(now, star, piece) if piece in crew else raised(now, star, piece)


def raised(now: Standing, star: int, piece: int) -> Iterator[Beam]:
    """Yield the beam that takes a piece up, if it is near enough and a bay is free."""
    near = distance(now.at[star], now.at[piece]) <= now.box.sheet.beam
    if near and now.has_bay(star):
        names = now.box.names
        yield Beam(now.turn, names[piece], now.site(piece), now.site(star), names[star])


def lowered(now: Standing, star: int, piece: int) -> Iterator[Beam]:
    """Yield the beams setting a piece down on free ground or near craft with a bay."""
    names, within = now.box.names, ball(now.at[star], now.box.sheet.beam)
    free = (p for p in bits(within & now.box.grounds[piece]) if p not in now.stands)
    crafts = (p for p, root in now.own.items() if within >> p & 1 and now.receives(root, star))
    for point in (*free, *crafts):
        yield Beam(now.turn, names[piece], now.site(star), SITES[point], names[star])


def purchases(now: Standing) -> Iterator[Deed]:
    """Yield the purchases: pieces to marks, missiles to craft, and rebuilt factories (Z16, Z17)."""
    names, turn = now.box.names, now.turn
    for piece in now.affordable():
        kind = now.box.kinds[piece]
        free = (point for point in now.shops(kind) if point not in now.stands)
        yield from (Buy(turn, names[piece], SITES[point]) for point in free)
        if kind is Kind.MISSILE:
            craft = ((point, root) for point, root in now.own.items() if now.has_bay(root))
            yield from (Load(turn, names[piece], SITES[point]) for point, _ in craft)
    if now.box.sheet.rebuild <= now.spare():
        ruins = (now.box.factories[number] for number in now.ruins())
        yield from (Rebuild(turn, ruin.name, SITES[ruin.point]) for ruin in ruins)


def repairs(now: Standing) -> Iterator[Deed]:
    """Return the repairs that are possible (Z14)."""
    patients = filter(now.may_repair, now.mine)
    return (Repair(now.turn, now.box.names[piece], now.site(piece)) for piece in patients)


def blasts(now: Standing) -> Iterator[Deed]:
    """Return the namings of each victim of the blast that is still to be named (Z13)."""
    return (Detonate(now.turn, name, SITES[now.point(name)]) for name in now.victims)


def strikes(now: Standing) -> Iterator[Deed]:
    """Return the drawing of each card in the pile (Z11)."""
    return (Strike(CHANCE, card) for card in now.pile)


def removals(now: Standing) -> Iterator[Deed]:
    """Return the removals of lost pieces that still stand on the board (Z11)."""
    return (Remove(now.turn, now.box.names[piece], now.site(piece)) for piece in now.leaving)


PHASES: dict[Phase, Callable[[Standing], Iterable[Deed]]] = {
    Phase.LOT: lots,
    Phase.PLAY: words,
    Phase.AIM: shooters,
    Phase.TARGET: targets,
    Phase.LAUNCH: launches,
    Phase.BEAM: beams,
    Phase.BUY: purchases,
    Phase.REPAIR: repairs,
    Phase.BLAST: blasts,
    Phase.STRIKE: strikes,
    Phase.REMOVE: removals,
    Phase.OVER: lambda now: iter(()),
}
