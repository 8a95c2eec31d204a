"""The rule that forbids each illegal move of Situation 7."""

from __future__ import annotations

from controller.game import Move
from controller.games.situation7.box import SEATS
from controller.games.situation7.moves import (
    STAYS,
    Arm,
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
    """Return a refusal worded alike for all equipment, under the rule of this one."""
    return Refusal(RULES[kind], f"situation7.{words}")


def occupied(space: Site) -> Refusal:
    """Return the refusal for a space that has a piece already (S1)."""
    return Refusal("S1", "situation7.occupied", frozenset({space}))


def one_each(space: Site) -> Refusal:
    """Return the refusal for a second piece of equipment on one puzzle piece (S6)."""
    return Refusal("S6", "situation7.one-each", frozenset({space}))


def guarded_by(astronauts: frozenset[Site]) -> Refusal:
    """Return the refusal for a space kept by these astronauts of the other side (S8)."""
    return Refusal("S8", "situation7.guarded", astronauts)


def spoiled(spaces: frozenset[Site]) -> Refusal:
    """Return the refusal for equipment whose base the other side has spoiled (S10)."""
    return Refusal("S10", "situation7.spoiled", spaces)


def refusal(now: Standing, move: Move) -> Refusal | None:
    """Return the rule that forbids the move, or None if it is legal."""
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
        case Stop():
            return STOPPED if now.sides[move.seat].stopped else None
    raise AssertionError(move)


def against_place(now: Standing, move: Lay | Drop) -> Refusal | None:
    """Return why nothing can be laid there: no such space, or it is covered; else None."""
    bit = now.box.board.bit.get(move.space)
    if bit is None:
        return NO_SPACE
    return None if bit & now.empty else occupied(move.space)


def against_lay(now: Standing, move: Lay) -> Refusal | None:
    """Return why the piece may not be laid there, or None: not joined, or guarded (S2, S3, S8)."""
    seat, space = move.seat, now.box.board.bit[move.space]
    if space & now.joined(seat):
        return against_guard(now, seat, move.space)
    begins, other = not now.sides[seat].pieces, SEATS[1 - seat]
    if space & (now.joined(other) | now.box.lines[other]):
        return LINE_OF[other] if begins else SIDE_OF[other]
    return BASE_LINE if begins else NOT_JOINED


def against_drop(now: Standing, move: Drop) -> Refusal | None:
    """Return why the equipment may not be dropped there, or None (S4, S5, S8)."""
    bit = now.box.board.bit[move.space]
    if now.sides[move.seat].armed is not move.kind:
        return about(move.kind, "arm-first")
    if bit & now.sides[move.seat].reach:
        return about(move.kind, "joined")
    if not bit & now.sides[1 - move.seat].reach:
        return about(move.kind, "nobody-there")
    return against_guard(now, move.seat, move.space)


def against_guard(now: Standing, seat: Seat, space: Site) -> Refusal | None:
    """Return the refusal if an astronaut of the other side guards the space (S8), else None."""
    board = now.box.board
    if not board.bit[space] & now.guarded(seat):
        return None
    watching = now.sides[1 - seat].astronauts
    return guarded_by(frozenset(s for s in watching if board.bit[s] & board.beside[space]))


def against_astronaut(now: Standing, move: Man) -> Refusal | None:
    """Return why the astronaut may not be put there, or None (S6, S7)."""
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
    """Return why this equipment may not be announced, or None: base, number left (S4, S5, S7)."""
    side, base = now.sides[seat], now.box.bases[seat][kind]
    if side.armed is kind:
        return about(kind, "armed")
    if lost := base & now.sides[1 - seat].pieces:
        return spoiled(frozenset(now.box.board.sites(lost)))
    if not side.covers(base):
        return about(kind, "base-first")
    return None if side.left(kind) else about(kind, "none-left")
