"""Every lawful move of a moment, found fast."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from controller.game import Move
from controller.games.astroplane.box import CRAFT
from controller.games.astroplane.chart import Way
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
    """Everything that may be done now."""
    squares = now.squares()
    moves = list(acts(now, squares))
    if now.phase is Phase.MOVE and not now.crowding(squares) and may_end(now, moves):
        moves.append(Done(now.turn))
    return moves


def acts(now: Standing, squares: Mapping[str, Seat]) -> Iterator[Move]:
    """What may be done but ending the turn: of all possible moves those that keep P12."""
    own = [space for space, seat in squares.items() if seat == now.turn]
    if len(own) == len(squares):
        return possible(now, own)
    restless = bool(now.crowding(squares))
    return (move for move in possible(now, own) if settles(now, move, restless))


def stirs(now: Standing) -> bool:
    """Something is left to do in this turn: as a rule, some craft has an empty space before it."""
    free = now.board.keys().isdisjoint
    if now.left > 0 and any(free(way.ground) for way in outlooks(now)):
        return True
    return next(acts(now, now.squares()), None) is not None


def settles(now: Standing, move: Move, restless: bool) -> bool:
    """After this move the turn can still end with no Square beside a foreign one (P12)."""
    if not restless and not isinstance(move, Slide | Remove) and not forms(now, move):
        return True
    return can_rest(made(now, move))


def forms(now: Standing, move: Move) -> bool:
    """The craft comes to face another in the same space."""
    opposite = now.box.chart.opposite
    return isinstance(move, Fly) and opposite.get(move.target) in now.board


def can_rest(now: Standing) -> bool:
    """There is a way for the turn to end as P12 wants it."""
    squares = now.squares()
    if now.phase is not Phase.KILL and not now.crowding(squares):
        return True
    own = [space for space, seat in squares.items() if seat == now.turn]
    return any(can_rest(made(now, move)) for move in possible(now, own))


def may_end(now: Standing, moves: Iterable[Move]) -> bool:
    """The first move is compulsory when there is one, the rest is not (P2)."""
    return now.begun or (bool(now.fresh) and not any(map(is_counted, moves)))


def is_counted(move: Move) -> bool:
    """It is one of the two moves of a turn, or the beginning of one."""
    return isinstance(move, Fly | Slide | Remove | Fire)


def possible(now: Standing, squares: list[str]) -> Iterator[Move]:
    """What may be done but for P12, these being the Squares on turn."""
    match now.phase:
        case Phase.MOVE:
            free = chain(jumps(now), calls(now))
            return chain(counted(now, squares), free) if now.left > 0 else free
        case Phase.CROSS:
            goals = (site for site in now.box.hyperspace if site != now.at)
            return (Cross(now.turn, now.at, site) for site in goals)
        case Phase.RETURN:
            areas = now.fleets[now.owner(now.at)].starts
            return (Return(now.turn, now.at, area) for area in areas)
        case Phase.KILL:
            return killing(now)
        case Phase.LEAVE:
            return (Withdraw(now.turn, site) for site in now.remaining(now.turn))
        case Phase.AGAIN:
            return iter((SetUp(now.next_first),))
        case Phase.OVER:
            return iter(())


def counted(now: Standing, squares: list[str]) -> Iterator[Move]:
    """What spends a move: flights, slides, kills and shots (P2)."""
    yield from flights(now)
    if squares:
        yield from slides(now, squares)
        prey = {site for square in squares for site in now.prey(square)}
        yield from (Remove(now.turn, site) for site in sorted(prey))
    for one, other in now.box.chart.guns:
        if now.armed(one, other):
            yield Fire(now.turn, one, other)


def flights(now: Standing) -> Iterator[Carry]:
    """Every top craft on turn through the corner it points at (P3)."""
    free = now.board.keys().isdisjoint
    for way in outlooks(now):
        if free(way.ground):
            yield from way.every
        else:
            yield from map(way.moves.__getitem__, now.landings(way))


def outlooks(now: Standing) -> Iterator[Way]:
    """What lies before each top craft on turn that does not point off the board."""
    seat, ways = now.turn, now.box.chart.flights[now.turn]
    for site, stack in now.board.items():
        if stack[-1] // CRAFT == seat and (way := ways.get(site)):
            yield way


def jumps(now: Standing) -> Iterator[Carry]:
    """Every top craft on turn at the end of a wormhole that has not just come through (P15)."""
    ways = now.box.chart.jumps[now.turn]
    for site in sorted(ways.keys() & now.board.keys()):
        top = now.board[site][-1]
        if top // CRAFT == now.turn and top not in now.jumped:
            yield from map(ways[site].moves.__getitem__, now.landings(ways[site]))


def calls(now: Standing) -> Iterator[Move]:
    """Out of the reserve into either start area (P17)."""
    if now.may_call():
        fleet = now.fleet
        yield from (Reinforce(now.turn, fleet.reserve, area) for area in fleet.starts)


def slides(now: Standing, squares: list[str]) -> Iterator[Move]:
    """A Square to an empty ordinary diamond beside it (P9)."""
    for square in squares:
        for line in now.box.chart.rays[square]:
            if not now.standing_in(line[0]):
                yield Slide(now.turn, square, line[0])


def killing(now: Standing) -> Iterator[Move]:
    """The stack is taken off from the top; then the Square comes (P10)."""
    if now.at in now.board:
        yield Remove(now.turn, now.at)
    else:
        goal = now.box.chart.space[now.at]
        yield from (Slide(now.turn, square, goal) for square in now.hunters())
