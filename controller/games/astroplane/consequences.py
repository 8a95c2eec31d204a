"""The effects of Astroplane's moves on the board, the phase and the moves left."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec.structs import replace

from controller.game import Move
from controller.games.astroplane.board import GROUND, apex_of
from controller.games.astroplane.box import CRAFT
from controller.games.astroplane.moves import (
    Carry,
    Cross,
    Fire,
    Fly,
    Jump,
    Phase,
    Reinforce,
    Remove,
    Return,
    Slide,
    Withdraw,
)
from controller.games.astroplane.standing import Board, Numbers, Standing
from controller.games.rows import without
from controller.values import Site

S = TypeVar("S", bound=Standing)


def board_after(board: Board, *ways: tuple[Site, Site]) -> dict[Site, Numbers]:
    """Return the board after the top craft of each source has moved to its target."""
    after = dict(board)
    for source, target in ways:
        stack = after.pop(source)
        if len(stack) > 1:
            after[source] = stack[:-1]
        after[target] = (*after.get(target, ()), stack[-1])
    return after


def flown(now: S, move: Fly) -> S:
    """Return the position after a flight, with moves, calls and phase updated."""
    top = now.board[move.source][-1]
    phase, at = due(now, move)
    return replace(
        now,
        board=board_after(now.board, (move.source, move.target)),
        phase=phase,
        at=at,
        left=now.left - 1 + now.earns(move.source),
        begun=True,
        calls=now.calls + (move.target in now.box.chart.centre),
        fresh=(*now.fresh, top),
        jumped=without(now.jumped, top),
    )


def due(now: Standing, move: Carry) -> tuple[Phase, Site]:
    """Return the phase and site that follow: hyperspace (P14), or a stack to send back (P6)."""
    chart = now.box.chart
    if move.target in chart.hyperspace:
        return Phase.CROSS, move.target
    faced = chart.opposite.get(move.target)
    if faced in now.board and faced is not None and now.has_foreign(faced, move.seat):
        return Phase.RETURN, faced
    return Phase.MOVE, Site("")


def crossed(now: S, move: Cross) -> S:
    """Return the position after a craft has left by another hyperspace (P14)."""
    board = board_after(now.board, (move.source, move.target))
    return replace(now, board=board, phase=Phase.MOVE, at=Site(""))


def fallen(now: S, move: Jump) -> S:
    """Return the position after a jump through a wormhole, which uses up no move (P15)."""
    top = now.board[move.source][-1]
    phase, at = due(now, move)
    return replace(
        now,
        board=board_after(now.board, (move.source, move.target)),
        phase=phase,
        at=at,
        left=now.left + now.earns(move.source),
        fresh=(*now.fresh, top),
        jumped=(*now.jumped, top),
    )


def returned(now: S, move: Return) -> S:
    """Return the position after the next craft of the stack was sent to a start area (P6)."""
    jumped = without(now.jumped, now.board[move.source][-1])
    board = board_after(now.board, (move.source, move.target))
    if move.source in board:
        return replace(now, board=board, jumped=jumped)
    return replace(now, board=board, jumped=jumped, phase=Phase.MOVE, at=Site(""))


def reinforced(now: S, move: Reinforce) -> S:
    """Return the position after a craft came out of the reserve (P17)."""
    board = board_after(now.board, (move.source, move.target))
    return replace(now, board=board, calls=now.calls - 1)


def fired(now: S, move: Fire) -> S:
    """Return the position after a shot: both craft are in the Singularity, for one move (P16)."""
    sites = (move.one, move.other)
    tops = tuple(now.board[site][-1] for site in sites)
    earned = sum(map(now.earns, sites))
    aims = now.box.chart.firing
    return replace(
        now,
        board=board_after(now.board, *((site, aims[site]) for site in sites)),
        left=now.left - 1 + earned,
        begun=True,
        calls=now.calls + len(tops),
        fresh=now.fresh + tops,
    )


def slid(now: S, move: Slide) -> S:
    """Return the position after a Square has slid with both halves (P9)."""
    halves = [site for site in GROUND[move.source] if site in now.board]
    ways = [(site, Site(move.target + apex_of(site))) for site in halves]
    moved = tuple(now.board[site][-1] for site in halves)
    return replace(
        now,
        board=board_after(now.board, *ways),
        phase=Phase.MOVE,
        at=Site(""),
        left=now.left - 1,
        begun=True,
        fresh=now.fresh + moved,
    )


def killed(now: S, move: Remove) -> S:
    """Return the position after a craft has left the game; it scores if it was foreign (P10)."""
    *below, top = now.board[move.source]
    board = {site: stack for site, stack in now.board.items() if site != move.source}
    if below:
        board[move.source] = tuple(below)
    kills = tuple(
        count + (seat == move.seat != top // CRAFT) for seat, count in enumerate(now.kills)
    )
    jumped = without(now.jumped, top)
    return replace(now, board=board, kills=kills, jumped=jumped, phase=Phase.KILL, at=move.source)


def withdrawn(now: S, move: Withdraw) -> S:
    """Return the position after the player's uppermost craft in a stack was taken off (P20)."""
    stack = now.board[move.source]
    gone = next(number for number in reversed(stack) if number // CRAFT == move.seat)
    board = {site: stack for site, stack in now.board.items() if site != move.source}
    if rest := without(stack, gone):
        board[move.source] = rest
    return replace(now, board=board, jumped=without(now.jumped, gone))


MADE: dict[type[Move], Callable[[Any, Any], Any]] = {
    Fly: flown,
    Cross: crossed,
    Jump: fallen,
    Return: returned,
    Reinforce: reinforced,
    Fire: fired,
    Slide: slid,
    Remove: killed,
    Withdraw: withdrawn,
}


def made(now: S, move: Move) -> S:
    """Return the position after the move, before the turn is passed on."""
    after: S = MADE[type(move)](now, move)
    if isinstance(move, Carry):
        after.__dict__["taken"] = taken(now, after.board, move)
    return after


def taken(now: Standing, board: Board, move: Carry) -> int:
    """Return the bit set of occupied positions after a carry, updated from the one before."""
    bit = now.box.chart.bit
    left = 0 if move.source in board else bit[move.source]
    return now.taken & ~left | bit[move.target]
