"""The rule that forbids each illegal move of Zylatron; piece moves are judged here."""

from __future__ import annotations

from controller.game import Move, out_of_turn
from controller.games.zylatron import cargo
from controller.games.zylatron.board import POINTS, SITES, ball, distance, ways
from controller.games.zylatron.cargo import ASHORE
from controller.games.zylatron.moves import (
    Aim,
    Beam,
    Board,
    Buy,
    Cancel,
    Choose,
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
    Stood,
    Strike,
)
from controller.games.zylatron.objections import (
    against_beam,
    against_choice,
    against_launch,
    against_naming,
    against_owner,
    against_spending,
)
from controller.games.zylatron.phases import UNDECIDED, Phase
from controller.games.zylatron.reasons import (
    AIM_FIRST,
    BEAM_FIRST,
    BOARDS_NOT,
    BUY_FIRST,
    CARD_FIRST,
    ENOUGH_MOVES,
    GAME_OVER,
    HAS_MOVED,
    LAUNCH_FIRST,
    LET_GO,
    LOT_FIRST,
    MISSILE_RESTS,
    NAME_FIRST,
    NO_BAY,
    NO_CARD,
    NO_CRAFT,
    NOT_LEFT,
    NOT_THERE,
    NOT_TOGETHER,
    NOT_YOURS,
    NOTHING_CHOSEN,
    NOTHING_TO_CANCEL,
    OUT_OF_ACTION,
    REMOVE_FIRST,
    REPAIR_FIRST,
    TOO_FAR,
    WARRIOR_FIRST,
    WRONG_GROUND,
    in_the_way,
)
from controller.games.zylatron.sheet import Kind
from controller.games.zylatron.standing import Standing
from controller.values import CHANCE, Refusal

EXPECTED: dict[type[Move], frozenset[Phase]] = {
    **dict.fromkeys((Go, Board, Leave, Shift, Choose, Done), frozenset({Phase.PLAY})),
    **dict.fromkeys((Buy, Load, Rebuild), frozenset({Phase.BUY})),
    Cancel: UNDECIDED,
    Lot: frozenset({Phase.LOT}),
    Aim: frozenset({Phase.AIM}),
    Fire: frozenset({Phase.TARGET}),
    Launch: frozenset({Phase.LAUNCH}),
    Beam: frozenset({Phase.BEAM}),
    Repair: frozenset({Phase.REPAIR}),
    Detonate: frozenset({Phase.BLAST}),
    Strike: frozenset({Phase.STRIKE}),
    Remove: frozenset({Phase.REMOVE}),
}
"""The phases in which each kind of move is expected."""

PENDING = {
    Phase.LOT: LOT_FIRST,
    Phase.AIM: AIM_FIRST,
    Phase.TARGET: AIM_FIRST,
    Phase.LAUNCH: LAUNCH_FIRST,
    Phase.BEAM: BEAM_FIRST,
    Phase.BUY: BUY_FIRST,
    Phase.REPAIR: REPAIR_FIRST,
    Phase.BLAST: NAME_FIRST,
    Phase.STRIKE: CARD_FIRST,
    Phase.REMOVE: REMOVE_FIRST,
    Phase.OVER: GAME_OVER,
}
"""The refusal of any other move in a phase that must be completed or cancelled first."""

UNPREPARED: dict[type[Move], Refusal] = {Strike: NO_CARD, Cancel: NOTHING_TO_CANCEL}
"""The refusal of a move in phase PLAY without its key, where it is not NOTHING_CHOSEN."""


def refusal(now: Standing, move: Move) -> Refusal | None:
    """Return the rule that forbids the move, or None if it is legal."""
    if now.phase not in EXPECTED[type(move)]:
        return PENDING.get(now.phase) or UNPREPARED.get(type(move), NOTHING_CHOSEN)
    if move.seat not in (now.turn, CHANCE):
        return out_of_turn("Z2", move.seat)
    if isinstance(move, Pointed | Stood) and misplaced(now, move):
        return NOT_THERE
    match move:
        case Go() | Board():
            return against_going(now, move)
        case Cancel():
            return None
        case Leave():
            return against_leaving(now, move)
        case Shift():
            return against_shift(now, move)
        case Choose():
            return against_choice(now, move)
        case Done():
            return WARRIOR_FIRST if now.must_buy() else None
        case Beam():
            return against_beam(now, move)
        case Launch():
            return against_launch(now, move)
        case Buy() | Load() | Rebuild() | Repair():
            return against_spending(now, move)
        case _:
            return against_naming(now, move)


def misplaced(now: Standing, move: Pointed | Stood) -> bool:
    """True if the piece or factory named stands somewhere else, or does not exist."""
    name = move.piece if isinstance(move, Stood) else move.name
    if name not in now.box.numbers and name not in now.box.works:
        return not isinstance(move, Lot)
    point = now.point(name)
    return point >= 0 and SITES[point] != move.site


# ------------------------------------------------------------------------------------- moving


def against_going(now: Standing, move: Go | Board) -> Refusal | None:
    """Return why the piece may not move there, or None (Z2 to Z7)."""
    if trouble := against_owner(now, move.piece, move.source):
        return trouble
    piece, point = now.box.numbers[move.piece], POINTS[move.target]
    if trouble := refuse_start(now, piece):
        return trouble
    return against_way(now, piece, point) or against_joining(now, piece, point, move)


def refuse_start(now: Standing, piece: int) -> Refusal | None:
    """Return why this piece may not move at all, or None: missile, damaged, or has moved."""
    if now.box.kinds[piece] is Kind.MISSILE:
        return MISSILE_RESTS
    if piece in now.damaged:
        return OUT_OF_ACTION
    if piece == now.moving:
        return LET_GO if now.halted and now.left else None
    if piece in now.moved:
        return None if now.allowance(piece) else HAS_MOVED
    return ENOUGH_MOVES if len(now.moved) >= now.box.moves else None


def against_way(now: Standing, piece: int, point: int) -> Refusal | None:
    """Return why the target cannot be reached, or None: distance, ground, enemies (Z3, Z4)."""
    source, steps = now.at[piece], now.allowance(piece)
    if point in ways(source, steps, now.reach(piece, steps)):
        return None
    if distance(source, point) > steps or point == source:
        return TOO_FAR
    if point in now.stands and point not in now.own:
        return in_the_way([point])
    ground = now.box.grounds[piece]
    if not ground >> point & 1:
        return WRONG_GROUND
    if point not in ways(source, steps, ground & ball(source, steps)):
        return TOO_FAR
    enemies = now.stands.keys() - now.own.keys()
    return in_the_way([e for e in enemies if distance(source, e) <= steps])


def against_joining(now: Standing, piece: int, point: int, move: Go | Board) -> Refusal | None:
    """Return why the piece may not join the stack at the target, or None (Z6, Z7)."""
    other = now.own.get(point)
    if other is None:
        return NO_CRAFT if isinstance(move, Board) else None
    if not now.box.bays[piece]:
        return BOARDS_NOT
    if isinstance(move, Board):
        return None if now.boards(piece, other) else NO_BAY
    return None if now.takes(piece, other) else NO_BAY


def against_leaving(now: Standing, move: Leave) -> Refusal | None:
    """Return why this cargo may not be left behind, or None (Z6)."""
    piece = now.box.numbers.get(move.piece)
    if piece is None or now.at[piece] < 0 or now.owners[piece] != now.turn:
        return NOT_YOURS
    return None if now.may_leave(piece) else NOT_LEFT


def against_shift(now: Standing, move: Shift) -> Refusal | None:
    """Return why this piece may not change to that bay, or None (Z7, Z8)."""
    if trouble := against_owner(now, move.piece, move.site):
        return trouble
    piece, craft = now.box.numbers[move.piece], now.box.numbers.get(move.onto)
    if craft is None or now.aboard[piece] == ASHORE or now.root(piece) != now.root(craft):
        return NOT_TOGETHER
    if piece in now.ashore and now.aboard[piece] == craft:
        return None
    fits = cargo.may_shift(now.aboard, now.bays, piece, craft, now.box)
    return None if now.box.bays[craft] and fits else NO_BAY
