"""Why not: for every move that is not lawful, the rule that forbids it."""

from __future__ import annotations

from controller.game import Move
from controller.games.situation7.box import SEATS
from controller.games.situation7.moves import (
    STAYS,
    Arm,
    Clash,
    Disarm,
    Drop,
    Equipment,
    Lay,
    Man,
    Phase,
    Ready,
    Stop,
    Take,
)
from controller.games.situation7.standing import Standing
from controller.values import Refusal, Seat, Site

RULES = {Equipment.ROCKET: "S4", Equipment.SATELLITE: "S5", Equipment.ASTRONAUT: "S7"}

WAIT = Refusal("S1", "situation7.wait")
BEGUN = Refusal("S1", "situation7.begun")
AT_ONCE = Refusal("S1", "situation7.at-once")
BASE_LINE = Refusal("S2", "situation7.base-line")
NOT_JOINED = Refusal("S3", "situation7.not-joined")
LINE_OF = (Refusal("S2", "situation7.line-of1"), Refusal("S2", "situation7.line-of2"))
SIDE_OF = (Refusal("S3", "situation7.side-of1"), Refusal("S3", "situation7.side-of2"))
NOT_CONNECTED = Refusal("S7", "situation7.not-connected")
NOT_YOURS = Refusal("S7", "situation7.not-yours")
NO_SPACE = Refusal("S9", "situation7.no-space")
STOPPED = Refusal("S11", "situation7.already-stopped")
GAME_OVER = Refusal("S11", "situation7.game-over")


def about(kind: Equipment, words: str) -> Refusal:
    """A sentence that is the same for all equipment, under the rule of this one."""
    return Refusal(RULES[kind], f"situation7.{words}")


def occupied(space: Site) -> Refusal:
    """The earlier piece keeps the space."""
    return Refusal("S1", "situation7.occupied", frozenset({space}))


def one_each(space: Site) -> Refusal:
    """A piece carries one equipment piece, for good."""
    return Refusal("S6", "situation7.one-each", frozenset({space}))


def guarded_by(astronauts: frozenset[Site]) -> Refusal:
    """These astronauts keep the other side away."""
    return Refusal("S8", "situation7.guarded", astronauts)


def spoiled(spaces: frozenset[Site]) -> Refusal:
    """The other side's pieces there are there for good, so the base is lost."""
    return Refusal("S10", "situation7.spoiled", spaces)


def refusal(now: Standing, move: Move) -> Refusal | None:
    """The rule that forbids the move, or None when it is lawful."""
    if now.phase is Phase.OVER:
        return GAME_OVER
    if isinstance(move, Ready):
        return BEGUN if now.sides[move.seat].ready else None
    if now.phase is Phase.READY:
        return WAIT
    match move:
        case Lay():
            return against_place(now, move) or against_lay(now, move)
        case Drop():
            return against_place(now, move) or against_drop(now, move)
        case Man():
            return against_astronaut(now, move)
        case Disarm():
            armed = now.sides[move.seat].armed
            return None if armed is move.kind else about(move.kind, "not-armed")
        case Arm():
            return against_arming(now, move.seat, move.kind)
        case Take():
            return STAYS
        case Clash():
            return AT_ONCE
        case Stop():
            return STOPPED if now.sides[move.seat].stopped else None
    raise AssertionError(move)


def against_place(now: Standing, move: Lay | Drop) -> Refusal | None:
    """A space takes one piece, whoever's."""
    bit = now.box.board.bit.get(move.space)
    if bit is None:
        return NO_SPACE
    return None if bit & now.empty else occupied(move.space)


def against_lay(now: Standing, move: Lay) -> Refusal | None:
    """A piece begins on the base line, then joins its own side."""
    seat, space = move.seat, now.box.board.bit[move.space]
    if space & now.joined(seat):
        return against_guard(now, seat, move.space)
    begins, other = not now.sides[seat].pieces, SEATS[1 - seat]
    if space & (now.joined(other) | now.box.lines[other]):
        return LINE_OF[other] if begins else SIDE_OF[other]
    return BASE_LINE if begins else NOT_JOINED


def against_drop(now: Standing, move: Drop) -> Refusal | None:
    """What is dropped was said before, and lands apart from its own, next to the other's."""
    bit = now.box.board.bit[move.space]
    if now.sides[move.seat].armed is not move.kind:
        return about(move.kind, "arm-first")
    if bit & now.sides[move.seat].reach:
        return about(move.kind, "joined")
    if not bit & now.sides[1 - move.seat].reach:
        return about(move.kind, "nobody-there")
    return against_guard(now, move.seat, move.space)


def against_guard(now: Standing, seat: Seat, space: Site) -> Refusal | None:
    """Next to an astronaut only his own side plays, or who has one there himself."""
    board = now.box.board
    if not board.bit[space] & now.guarded(seat):
        return None
    watching = now.sides[1 - seat].astronauts
    return guarded_by(frozenset(s for s in watching if board.bit[s] & board.beside[space]))


def against_astronaut(now: Standing, move: Man) -> Refusal | None:
    """An astronaut walks over his own side's pieces to one that carries nothing yet."""
    side, board = now.sides[move.seat], now.box.board
    if side.armed is not Equipment.ASTRONAUT:
        return about(Equipment.ASTRONAUT, "arm-first")
    bit = board.bit.get(move.space, 0)
    if not bit & side.pieces:
        return NOT_YOURS
    if bit & side.crewed(board):
        return one_each(move.space)
    return None if bit & now.posts(move.seat) else NOT_CONNECTED


def against_arming(now: Standing, seat: Seat, kind: Equipment) -> Refusal | None:
    """Equipment comes from its base, three pieces of each."""
    side, base = now.sides[seat], now.box.bases[seat][kind]
    if side.armed is kind:
        return about(kind, "armed")
    if lost := base & now.sides[1 - seat].pieces:
        return spoiled(frozenset(now.box.board.sites(lost)))
    if not side.covers(base):
        return about(kind, "base-first")
    return None if side.left(kind) else about(kind, "none-left")
