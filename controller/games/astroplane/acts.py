"""Generates the legal moves of Astroplane, with fast lookups."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from controller.game import Move
from controller.games.astroplane.consequences import made
from controller.games.astroplane.moves import (
    Carry,
    Cross,
    Done,
    Fire,
    Fly,
    Phase,
    Reinforce,
    Remove,
    Return,
    SetUp,
    Slide,
    Withdraw,
)
from controller.games.astroplane.standing import Standing
from controller.values import Seat


def lawful(now: Standing) -> list[Move]:
    """Return all legal moves."""
    squares = now.squares()
    moves = list(acts(now, squares))
    if now.phase is Phase.MOVE and not now.crowding(squares) and may_end(now, moves):
        moves.append(Done(now.turn))
    return moves


def acts(now: Standing, squares: Mapping[str, Seat]) -> Iterable[Move]:
    """Return the legal moves except ending the turn: the possible moves that respect P12."""
    own = [space for space, seat in squares.items() if seat == now.turn] if squares else []
    if len(own) == len(squares):
        return possible(now, own)
    if own and now.crowding(squares):
        return (move for move in possible(now, own) if can_rest(made(now, move)))
    taken, faced = now.taken, now.box.chart.faced
    return (
        move
        for move in possible(now, own)
        if (isinstance(move, Fly) and not taken & faced.get(move.target, 0)) or settles(now, move)
    )


def stirs(now: Standing) -> bool:
    """True if a legal move is left in this turn; usually a craft with an empty space before it."""
    taken = now.taken
    if now.left > 0:
        ways = now.box.chart.flights[now.turn]
        for site in now.tops:
            if site in ways and not taken & ways[site].covers:
                return True
    elif not now.calls and now.box.chart.mouths.isdisjoint(now.tops):
        return False
    return any(True for _ in acts(now, now.squares()))


def settles(now: Standing, move: Move) -> bool:
    """True if after the move the turn can still end without a Square beside a foreign one (P12)."""
    return not isinstance(move, Fly | Slide | Remove) or can_rest(made(now, move))


def can_rest(now: Standing) -> bool:
    """True if the turn can end without an own Square beside a foreign one (P12)."""
    squares = now.squares()
    if now.phase is not Phase.KILL and not now.crowding(squares):
        return True
    own = [space for space, seat in squares.items() if seat == now.turn]
    return any(can_rest(made(now, move)) for move in possible(now, own))


def may_end(now: Standing, moves: Iterable[Move]) -> bool:
    """True if the turn may be ended: its first move is made, or none is possible (P2)."""
    return now.begun or (bool(now.fresh) and not any(map(is_counted, moves)))


def is_counted(move: Move) -> bool:
    """True if the move uses up one of the turn's two moves, or begins to."""
    return isinstance(move, Fly | Slide | Remove | Fire)


def possible(now: Standing, squares: list[str]) -> list[Move]:
    """Return the moves allowed by all rules but P12; `squares` are the current player's."""
    match now.phase:
        case Phase.MOVE:
            return turns(now, squares)
        case Phase.CROSS:
            goals = (site for site in now.box.hyperspace if site != now.at)
            return [Cross(now.turn, now.at, site) for site in goals]
        case Phase.RETURN:
            areas = now.fleets[now.owner(now.at)].starts
            return [Return(now.turn, now.at, area) for area in areas]
        case Phase.KILL:
            return list(killing(now))
        case Phase.LEAVE:
            return [Withdraw(now.turn, site) for site in now.remaining(now.turn)]
        case Phase.AGAIN:
            return [SetUp(now.next_first)]
        case Phase.OVER:
            return []


def turns(now: Standing, squares: list[str]) -> list[Move]:
    """Return the moves in phase MOVE: flights, kills and shots if any are left; free ones (P2)."""
    chart, taken = now.box.chart, now.taken
    found: list[Move] = []
    if now.left > 0:
        found += flights(now)
        if squares:
            found += hunts(now, squares)
        if taken & chart.muzzles:
            found += (Fire(now.turn, *gun) for gun in chart.guns if now.armed(*gun))
    if not chart.mouths.isdisjoint(now.tops):
        found += jumps(now)
    if now.calls:
        found += calls(now)
    return found


def flights(now: Standing) -> list[Carry]:
    """Return the flights of all the current player's top craft (P3)."""
    taken, ways = now.taken, now.box.chart.flights[now.turn]
    found: list[Carry] = []
    for site in now.tops:
        if way := ways.get(site):
            found += now.landings(way) if taken & way.covers else way.every
    return found


def hunts(now: Standing, squares: list[str]) -> Iterator[Move]:
    """Yield the moves of Squares: slides, and removals that begin a kill (P9, P10)."""
    yield from slides_of(now, squares)
    prey = {site for square in squares for site in now.prey(square)}
    yield from (Remove(now.turn, site) for site in sorted(prey))


def jumps(now: Standing) -> Iterator[Carry]:
    """Yield the wormhole jumps of the current player's top craft that have not jumped yet (P15)."""
    ways = now.box.chart.jumps[now.turn]
    for site in sorted(ways.keys() & now.tops):
        if now.board[site][-1] not in now.jumped:
            yield from now.landings(ways[site])


def calls(now: Standing) -> Iterator[Move]:
    """Yield the moves bringing a craft from the reserve to a start area (P17)."""
    if now.may_call():
        fleet = now.fleet
        yield from (Reinforce(now.turn, fleet.reserve, area) for area in fleet.starts)


def slides_of(now: Standing, squares: list[str]) -> Iterator[Move]:
    """Yield the slides of these Squares to empty ordinary diamonds beside them (P9)."""
    for square in squares:
        for line in now.box.chart.rays[square]:
            if not now.standing_in(line[0]):
                yield Slide(now.turn, square, line[0])


def killing(now: Standing) -> Iterator[Move]:
    """Yield the next moves of a kill: remove the stack from the top, then slide there (P10)."""
    if now.at in now.board:
        yield Remove(now.turn, now.at)
    else:
        goal = now.box.chart.space[now.at]
        yield from (Slide(now.turn, square, goal) for square in now.hunters())
