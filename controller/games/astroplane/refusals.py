"""The rule that forbids each illegal move of Astroplane."""

from __future__ import annotations

from controller.game import Move, out_of_turn
from controller.games.astroplane import acts, consequences
from controller.games.astroplane.chart import Way
from controller.games.astroplane.moves import (
    Carry,
    Cross,
    Done,
    Fire,
    Fly,
    Jump,
    Phase,
    Reinforce,
    Remove,
    Return,
    SetUp,
    Slide,
    Withdraw,
)
from controller.games.astroplane.reasons import (
    CAME_THROUGH,
    CAPTIVE,
    CROSS_FIRST,
    DUE,
    JUMPED,
    KILL_FIRST,
    LEADS_NOWHERE,
    LEAVE_FIRST,
    MUST_MOVE,
    NO_CALL,
    NO_KILL,
    NO_MOVE_LEFT,
    NO_SET_UP,
    NO_TURNING,
    NO_WORMHOLE,
    NOT_ACROSS,
    NOT_BESIDE,
    NOT_HIS_AREA,
    NOT_LEAVING,
    NOT_LOADED,
    NOT_OWN_AREA,
    NOT_SENT_BACK,
    NOT_THAT_WAY,
    NOTHING_THERE,
    OFF_THE_BOARD,
    OTHER_START,
    POINTS_IN,
    RETURN_FIRST,
    SLIDE_NOW,
    STAYS,
    impenetrable,
    in_the_way,
    mixed,
    no_square_here,
    overlaps,
    own_stack,
    side_by_side,
)
from controller.games.astroplane.standing import Standing
from controller.values import Refusal, Seat, Site


def refusal(now: Standing, move: Move) -> Refusal | None:
    """Return the rule that forbids the move, or None if it is legal."""
    return against(now, move) or against_squares(now, move)


def against(now: Standing, move: Move) -> Refusal | None:
    """Return the rule, other than P12, that forbids the move, or None."""
    match move:
        case Done():
            return against_done(now, move)
        case Cross():
            return against_cross(now, move)
        case Return():
            return against_return(now, move)
        case Remove():
            return against_kill(now, move)
        case Slide():
            return against_slide(now, move)
        case Withdraw():
            return against_leaving(now, move)
        case SetUp():
            lawful = now.phase is Phase.AGAIN and move.seat == now.next_first
            return None if lawful else DUE.get(now.phase, NO_SET_UP)
        case Fly() | Jump() | Reinforce() | Fire():
            return DUE.get(now.phase) or against_free(now, move)
    raise AssertionError(move)


def against_squares(now: Standing, move: Move) -> Refusal | None:
    """Return the refusal if the turn could no longer end without Squares side by side (P12)."""
    if now.phase in (Phase.LEAVE, Phase.AGAIN):
        return None
    if isinstance(move, Done):
        return side_by_side(now) if now.crowding(now.squares()) else None
    after = consequences.made(now, move)
    return None if acts.can_rest(after) else side_by_side(after)


def against_done(now: Standing, move: Done) -> Refusal | None:
    """Return why the turn may not end, or None: its first move is compulsory (P2)."""
    if first := DUE.get(now.phase):
        return first
    if move.seat != now.turn:
        return out_of_turn("P1", move.seat)
    return None if acts.may_end(now, acts.acts(now, now.squares())) else MUST_MOVE


def against_free(now: Standing, move: Fly | Jump | Reinforce | Fire) -> Refusal | None:
    """Return why a move of the normal phase is illegal, or None."""
    match move:
        case Fire():
            return against_shot(now, move)
        case _ if move.source not in now.board:
            return NOTHING_THERE
        case _ if move.seat != now.turn or now.owner(move.source) != now.turn:
            return not_his(now, move.source)
        case Fly():
            return against_flight(now, move)
        case Jump():
            return against_jump(now, move)
        case Reinforce():
            return against_call(now, move)


def not_his(now: Standing, source: Site) -> Refusal:
    """Return why this stack may not be moved: a captive (P5), or another player's craft (P1)."""
    held = now.has_own(source) and source not in now.box.chart.centre
    return CAPTIVE if held else out_of_turn("P1", now.owner(source))


def against_flight(now: Standing, move: Fly) -> Refusal | None:
    """Return why the craft may not fly there, or None (P1, P2, P3, P4, P17)."""
    chart = now.box.chart
    if move.source in chart.centre:
        return STAYS
    if move.source in chart.reserves:
        return NO_CALL
    if now.left <= 0:
        return NO_MOVE_LEFT
    if {move.source, move.target} <= chart.starts:
        return OTHER_START
    way = chart.flights[move.seat].get(move.source)
    return against_way(now, move, way)


def against_way(now: Standing, move: Fly, way: Way | None) -> Refusal | None:
    """Return why the flight may not end there, or None: wrong space or corner (P3, P4, P17)."""
    space = now.box.chart.space
    if space.get(move.target) == space[move.source]:
        return NO_TURNING
    if way is None:
        return OFF_THE_BOARD
    if space.get(move.target) != way.space:
        return NOT_THAT_WAY
    if move.target not in way.moves:
        centre = way.moves.keys() <= now.box.chart.centre
        return POINTS_IN if centre else CAME_THROUGH
    return against_landing(now, move.target, way)


def against_landing(now: Standing, target: Site, way: Way) -> Refusal | None:
    """Return why the space may not be entered so, or None (P4, P7, P8, P11)."""
    taken = [site for site in way.ground if site in now.board]
    if len(taken) > 1:
        return impenetrable(*taken)
    if not taken or way.moves[target] in now.landings(way):
        return None
    if target != now.box.chart.opposite[taken[0]]:
        return overlaps(*taken)
    return own_stack(*taken) if len(now.board[taken[0]]) > 1 else no_square_here(*taken)


def against_jump(now: Standing, move: Jump) -> Refusal | None:
    """Return why the craft may not jump there, or None (P15)."""
    way = now.box.chart.jumps[move.seat].get(move.source)
    if way is None or now.box.chart.space.get(move.target) != way.space:
        return NO_WORMHOLE
    if now.board[move.source][-1] in now.jumped:
        return JUMPED
    if move.target not in way.moves:
        return LEADS_NOWHERE
    return against_landing(now, move.target, way)


def against_call(now: Standing, move: Reinforce) -> Refusal | None:
    """Return why no craft may come out of the reserve to there, or None (P17)."""
    if not now.may_call() or move.source != now.fleet.reserve:
        return NO_CALL
    return None if move.target in now.fleet.starts else NOT_OWN_AREA


def against_shot(now: Standing, move: Fire) -> Refusal | None:
    """Return why the two craft may not be fired, or None (P2, P16)."""
    sites = (move.one, move.other)
    if sites not in now.box.chart.guns or not set(sites) <= now.board.keys():
        return NOT_LOADED
    owners = {now.owner(site) for site in sites}
    if len(owners) > 1:
        return mixed(*sites)
    if move.seat != now.turn or owners != {now.turn}:
        return out_of_turn("P1", owners.pop())
    return None if now.left > 0 else NO_MOVE_LEFT


def against_cross(now: Standing, move: Carry) -> Refusal | None:
    """Return why the craft may not go on to that hyperspace, or None (P14)."""
    if now.phase is not Phase.CROSS:
        return DUE.get(now.phase, NOT_ACROSS)
    if move.seat != now.turn or move.source != now.at:
        return CROSS_FIRST
    others = now.box.chart.hyperspace - {now.at}
    return None if move.target in others else NOT_ACROSS


def against_return(now: Standing, move: Carry) -> Refusal | None:
    """Return why the craft may not be sent back to there, or None (P6)."""
    if now.phase is not Phase.RETURN:
        return DUE.get(now.phase, NOT_SENT_BACK)
    if move.seat != now.turn or move.source != now.at:
        return RETURN_FIRST
    return None if move.target in now.fleets[now.owner(now.at)].starts else NOT_HIS_AREA


def against_kill(now: Standing, move: Remove) -> Refusal | None:
    """Return why the craft may not be removed, or None (P10)."""
    if now.phase is Phase.KILL:
        if now.at not in now.board:
            return SLIDE_NOW
        return None if (move.seat, move.source) == (now.turn, now.at) else KILL_FIRST
    if first := DUE.get(now.phase):
        return first
    if move.seat != now.turn:
        return out_of_turn("P1", move.seat)
    prey = {site for square in now.own_squares() for site in now.prey(square)}
    if move.source not in prey:
        return NO_KILL
    return None if now.left > 0 else NO_MOVE_LEFT


def against_slide(now: Standing, move: Slide) -> Refusal | None:
    """Return why the Square may not slide there, or None (P9, P10)."""
    if now.phase is not Phase.KILL and (first := DUE.get(now.phase)):
        return first
    owner: Seat | None = now.squares().get(move.source)
    if owner is None:
        return NOT_BESIDE
    if not owner == now.turn == move.seat:
        return out_of_turn("P1", owner)
    return against_hunter(now, move) if now.phase is Phase.KILL else against_step(now, move)


def against_hunter(now: Standing, move: Slide) -> Refusal | None:
    """Return why this Square may not slide to the cleared space, or None (P10)."""
    if now.at in now.board:
        return KILL_FIRST
    goal = now.box.chart.space[now.at]
    return None if move.target == goal and move.source in now.hunters() else SLIDE_NOW


def against_step(now: Standing, move: Slide) -> Refusal | None:
    """Return why the Square may not slide one space there, or None (P9, P11)."""
    if now.left <= 0:
        return NO_MOVE_LEFT
    if move.target not in now.box.chart.beside[move.source]:
        return NOT_BESIDE
    taken = now.standing_in(move.target)
    if len(taken) > 1:
        return impenetrable(*taken)
    return in_the_way(*taken) if taken else None


def against_leaving(now: Standing, move: Withdraw) -> Refusal | None:
    """Return why the craft may not be taken off, or None (P20)."""
    if now.phase is not Phase.LEAVE:
        return DUE.get(now.phase, NOT_LEAVING)
    if move.seat != now.turn:
        return LEAVE_FIRST
    return None if move.source in now.remaining(now.turn) else NOT_LEAVING
