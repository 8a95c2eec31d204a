"""The course of a Zylatron turn: moves, cargo, beams, fire, missiles, and passing the turn."""

from __future__ import annotations

from typing import TypeVar

from controller.games.kept import changed
from controller.games.rows import put
from controller.games.zylatron import cargo
from controller.games.zylatron.board import POINTS, SITES, disc, ways
from controller.games.zylatron.cargo import ASHORE
from controller.games.zylatron.consequences import draw_card, expelled, landed, resumed
from controller.games.zylatron.moves import (
    Aim,
    Beam,
    Board,
    Choose,
    Detonate,
    Fire,
    Go,
    Launch,
    Leave,
    Lot,
    Shift,
)
from controller.games.zylatron.phases import CHOOSING, Phase
from controller.games.zylatron.sheet import Kind, Works
from controller.games.zylatron.standing import NOBODY, Standing
from controller.games.zylatron.trade import income
from controller.values import Layout, Seat

S = TypeVar("S", bound=Standing)


# ------------------------------------------------------------------------------------- moving


def placed(now: Standing, piece: int, point: int) -> tuple[list[int], list[int]]:
    """Return the points and carriers of all pieces after a piece went there with its company."""
    at, aboard = list(now.at), list(now.aboard)
    for one in now.company(piece):
        at[one] = point
    aboard[piece] = ASHORE
    if (left := now.stays(piece)) != NOBODY:
        aboard[left] = ASHORE
    return at, aboard


def berthed(now: Standing, move: Go | Board) -> tuple[list[int], list[int]]:
    """Return the points and carriers after a move, with an own stack at the target joined (Z6)."""
    piece, point = now.box.numbers[move.piece], POINTS[move.target]
    at, aboard = placed(now, piece, point)
    other = now.own.get(point)
    if other is None:
        aboard[piece] = now.stands.get(point, ASHORE)
        return at, aboard
    carrier, load = (other, piece) if isinstance(move, Board) else (piece, other)
    return at, cargo.stowed(aboard, carrier, load, now.box)


def whereabouts(now: Standing, move: Go | Board | Launch) -> Layout | None:
    """Return the stacks on the two points after a move or launch; None if it is off the board."""
    piece, point = now.box.numbers[move.piece], POINTS[move.target]
    source, stands = now.at[piece], now.stands
    if stands.get(source) == piece and piece not in now.bays and point not in stands:
        return {move.source: (), move.target: now.box.alone[piece]}
    if source < 0 or point == source:
        return None if source < 0 else {}
    beneath = now.tree(stands[point]) if point in stands else ()
    gone = now.company(piece)
    if not isinstance(move, Launch) and (beneath or len(gone) < len(now.tree(piece))):
        at, aboard = berthed(now, move)
        return {SITES[p]: now.box.stacks[cargo.stack(p, at, aboard)] for p in (source, point)}
    rest = tuple(one for one in now.tree(stands[source]) if one not in gone)
    stacks = now.box.stacks
    return {SITES[source]: stacks[rest], SITES[point]: stacks[beneath + gone]}


def went(now: S, move: Go | Board) -> S:
    """Return the position after a piece went to a point with what it carries (Z4, Z6)."""
    piece, point = now.box.numbers[move.piece], POINTS[move.target]
    at, aboard = berthed(now, move)
    other, left = now.own.get(point), now.stays(piece)
    after = changed(
        now,
        at=tuple(at),
        aboard=tuple(aboard),
        moved=now.moved | {piece},
        moving=piece,
        left=0 if isinstance(move, Board) else now.allowance(piece) - spent(now, piece, point),
        resting=waiting(now, piece),
        halted=now.touch_move and other is None,
        off=now.off if left == NOBODY else (*now.off, (left, piece)),
        leave=NOBODY,
        ashore=now.ashore and now.ashore.difference(now.tree(piece), taken(now, move, other)),
        begun=True,
    )
    carry_over(now, after, piece, point)
    if now.owners[piece] == now.turn and (other is not None or point not in now.stands):
        after.__dict__.update(mine=now.mine, clear=now.clear)
    return landed(after, (piece,) if left == NOBODY else (piece, left))


def taken(now: Standing, move: Go | Board, other: int | None) -> tuple[int, ...]:
    """Return the pieces that a craft takes aboard where it arrives."""
    return () if other is None or isinstance(move, Board) else now.tree(other)


def waiting(now: Standing, piece: int) -> tuple[tuple[int, int], ...]:
    """Return the carriers that may go on after this piece, as they put it off (Z6)."""
    if piece == now.moving:
        return now.resting
    order = now.underway()
    crafts = [craft for craft, _ in order]
    if piece in crafts:
        return order[: crafts.index(piece)]
    last = next((craft for craft in now.came_off(piece) if craft in crafts), NOBODY)
    return () if last == NOBODY else order[: crafts.index(last) + 1]


def carry_over(now: Standing, after: Standing, piece: int, point: int) -> None:
    """Copy the cached board to the new position with two points changed, if carriers are equal.

    It saves time while a hand holds a lifted piece, whose moves to hundreds of points are tried.
    """
    if "board" in now.__dict__ and now.aboard == after.aboard and now.at[piece] in now.stands:
        board = dict(now.board)
        board[SITES[point]] = board.pop(now.site(piece))
        after.__dict__["board"] = board


def spent(now: Standing, piece: int, point: int) -> int:
    """Return the steps of the shortest way round enemies and foreign ground."""
    steps = now.allowance(piece)
    known = ways(now.at[piece], steps, now.reach(piece, steps))
    return known.get(point, steps)


def left(now: S, move: Leave) -> S:
    """Return the position after cargo was marked to stay, or put off at the last step (Z6)."""
    piece = now.box.numbers[move.piece]
    if now.allowance(now.root(piece)):
        return changed(now, leave=piece, halted=False, begun=True)
    return put_off(now, piece)


def put_off(now: S, piece: int) -> S:
    """Return the position after cargo was put on the ground beside its carrier (Z6)."""
    return landed(changed(now, leave=NOBODY, ashore=now.ashore | {piece}, begun=True), (piece,))


def after_shift(now: S, move: Shift) -> S:
    """Return the position after cargo has changed bays (Z8)."""
    piece, craft = now.box.numbers[move.piece], now.box.numbers[move.onto]
    aboard = cargo.move_to_bay(now.aboard, piece, craft, now.box)
    stack = now.tree(now.root(piece))
    return changed(
        now,
        aboard=tuple(aboard),
        leave=NOBODY,
        ashore=now.ashore.difference(stack),
        halted=False,
        begun=True,
    )


def beamed(now: S, move: Beam) -> S:
    """Return the position after a Warrior or missile was beamed up, down or to a craft (Z9)."""
    piece, point = now.box.numbers[move.piece], POINTS[move.target]
    beam, craft = now.tree(piece), now.own.get(point)
    aboard = put(now.aboard, piece, now.stands.get(point, ASHORE))
    after = changed(
        now,
        at=tuple(point if one in beam else at for one, at in enumerate(now.at)),
        aboard=aboard if craft is None else tuple(cargo.stowed(aboard, craft, piece, now.box)),
        leave=NOBODY if now.leave == piece else now.leave,
        ashore=now.ashore - {piece},
        phase=Phase.PLAY,
        halted=False,
        begun=True,
    )
    return after if craft is not None else landed(after, (piece,))


# ------------------------------------------------------------------------------------- firing


def aimed(now: S, move: Aim) -> S:
    """Return the position in which this piece is to fire."""
    return changed(now, shooter=now.box.numbers[move.name], phase=Phase.TARGET)


def fired(now: S, move: Fire) -> S:
    """Return the position after a shot; a card is due if the target is in range (Z10)."""
    shot = changed(
        now,
        fired=now.fired | {now.shooter},
        shooter=NOBODY,
        phase=Phase.PLAY,
        halted=False,
        begun=True,
    )
    return draw_card(shot, move.name) if now.in_range(move.name) else shot


def launched(now: S, move: Launch) -> S:
    """Return the position after a missile flew, with all in its blast to be named (Z13)."""
    piece, point = now.box.numbers[move.piece], POINTS[move.target]
    flown = changed(now, halted=False, begun=True, missile=piece)
    if point != now.at[piece]:
        beneath = now.tree(now.stands[point])[-1] if point in now.stands else ASHORE
        aboard = put(now.aboard, piece, beneath)
        flown = changed(flown, at=put(now.at, piece, point), aboard=aboard)
    leave, ashore = NOBODY if now.leave == piece else now.leave, now.ashore - {piece}
    armed = resumed(changed(flown, leave=leave, ashore=ashore, victims=blasted(flown, piece)))
    carry_over(now, armed, piece, point)
    return armed


def blasted(now: Standing, missile: int) -> tuple[str, ...]:
    """Return the names of all pieces and factories in the blast, except the missile (Z13)."""
    names = now.box.names
    near = disc(now.at[missile], now.box.lines[Kind.MISSILE].blast)
    hit = [names[piece] for piece, at in enumerate(now.at) if at in near and piece != missile]
    if near.isdisjoint(now.box.sheds):
        return tuple(hit)
    return (*hit, *(name for name, point, _ in now.standing_works() if point in near))


def detonated(now: S, move: Detonate) -> S:
    """Return the position after a victim is named, with a card due for it (Z13)."""
    victims = tuple(name for name in now.victims if name != move.name)
    return draw_card(changed(now, victims=victims), move.name)


# -------------------------------------------------------------------------------------- turns


def begun(now: S, move: Lot) -> S:
    """Return the position after the lot has decided who begins (Z1)."""
    seats = {now.box.galaxy.planets[home].name: Seat(s) for s, home in enumerate(now.box.home)}
    return changed(now, turn=seats.get(move.name, now.turn), phase=Phase.PLAY)


def announced(now: S, move: Choose) -> S:
    """Return the position after an act was announced; nothing is spent yet."""
    return changed(now, phase=CHOOSING[move.act])


def cancelled(now: S) -> S:
    """Return the position after the announced act was cancelled."""
    return changed(now, phase=Phase.PLAY, shooter=NOBODY)


def ended(now: S) -> S:
    """Return the position after income, end of damage and passing the turn (Z14, Z15)."""
    seat = now.turn
    if now.leave != NOBODY and now.root(now.leave) in dict(now.underway()):
        now = put_off(now, now.leave)
    holders = [now.holders[factory.planet] for factory in now.box.factories]
    works = tuple(
        Works.WORKING if one is Works.DAMAGED and holder == seat else one
        for one, holder in zip(now.works, holders, strict=True)
    )
    served = {p for p in now.damaged - now.fresh if now.owners[p] == seat}
    after = changed(
        now,
        money=put(now.money, seat, now.money[seat] + income(now)),
        works=works,
        damaged=now.damaged - served,
        fresh=frozenset(),
        moved=frozenset(),
        moving=NOBODY,
        left=0,
        resting=(),
        halted=False,
        off=(),
        leave=NOBODY,
        fired=frozenset(),
        loaded=frozenset(),
        begun=False,
        bereft=False,
    )
    return opened(expelled(after, seat) if now.bereft else after, seat)


def opened(now: S, seat: Seat) -> S:
    """Return the position in the next player's turn; who cannot buy a Warrior is out (Z20)."""
    while now.phase is not Phase.OVER:
        seat = now.box.next_seat[seat]
        if not now.alive(seat):
            continue
        if now.warriors(seat):
            return turned(now, seat)
        if now.money[seat] >= now.box.lines[Kind.WARRIOR].replace:
            return changed(turned(now, seat), bereft=True)
        now = expelled(now, seat)
    return now


def turned(now: S, seat: Seat) -> S:
    """Return the position in that player's turn, with lost pieces to be taken off first."""
    return changed(now, turn=seat, phase=Phase.REMOVE if now.leaving else Phase.PLAY)
