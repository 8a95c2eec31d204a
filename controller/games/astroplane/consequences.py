"""What a move brings about: where craft come to lie, what is due, what is earned."""

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
    """The board after the top craft of some sites have been put on others."""
    after = dict(board)
    for source, target in ways:
        stack = after.pop(source)
        if len(stack) > 1:
            after[source] = stack[:-1]
        after[target] = (*after.get(target, ()), stack[-1])
    return after


def flown(now: S, move: Fly) -> S:
    """One move is spent; what it is earned and what is due depend on where the craft came."""
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
    """A craft goes on from hyperspace (P14); a stack it faces is sent back (P6)."""
    chart = now.box.chart
    if move.target in chart.hyperspace:
        return Phase.CROSS, move.target
    faced = chart.opposite.get(move.target)
    if faced in now.board and faced is not None and now.has_foreign(faced, move.seat):
        return Phase.RETURN, faced
    return Phase.MOVE, Site("")


def crossed(now: S, move: Cross) -> S:
    """The craft comes out of another hyperspace (P14)."""
    board = board_after(now.board, (move.source, move.target))
    return replace(now, board=board, phase=Phase.MOVE, at=Site(""))


def fallen(now: S, move: Jump) -> S:
    """The craft stands at the other end of the wormhole, free of charge (P15)."""
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
    """The next craft of the stack is back in a start area (P6)."""
    jumped = without(now.jumped, now.board[move.source][-1])
    board = board_after(now.board, (move.source, move.target))
    if move.source in board:
        return replace(now, board=board, jumped=jumped)
    return replace(now, board=board, jumped=jumped, phase=Phase.MOVE, at=Site(""))


def reinforced(now: S, move: Reinforce) -> S:
    """A craft has come out of the reserve (P17)."""
    board = board_after(now.board, (move.source, move.target))
    return replace(now, board=board, calls=now.calls - 1)


def fired(now: S, move: Fire) -> S:
    """Both craft are in the Singularity, for one move (P16)."""
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
    """Both halves stand in the new space as they stood in the old (P9)."""
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
    """A craft is out of the game; it scores if it was foreign (P10)."""
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
    """Who cannot move takes his uppermost craft out of a stack (P20)."""
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
    """The board after the move, the same seat still on turn."""
    after: S = MADE[type(move)](now, move)
    if isinstance(move, Carry):
        after.__dict__["taken"] = taken(now, after.board, move)
    return after


def taken(now: Standing, board: Board, move: Carry) -> int:
    """The positions that are taken when one craft has been carried, from those that were."""
    bit = now.box.chart.bit
    left = 0 if move.source in board else bit[move.source]
    return now.taken & ~left | bit[move.target]
