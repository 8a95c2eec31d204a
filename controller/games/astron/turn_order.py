"""The course of an Astron game: take-off, deals, cards, and which phase comes next."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import TypeVar

from msgspec.structs import replace

from controller.games.astron.board import CENTRE, RING
from controller.games.astron.consequences import fined
from controller.games.astron.moves import Deal, Discard, Lay, Phase, TakeOff
from controller.games.astron.standing import Standing
from controller.games.rows import put, without
from controller.values import Seat

S = TypeVar("S", bound=Standing)


def to_take_off(now: S, said: Sequence[str]) -> S:
    """Return the position in which ships without a chosen cell are still to be set (A1)."""
    there = zip_longest(now.ships, said, fillvalue="")
    return taking_off(replace(now, ships=tuple(cell if where else None for cell, where in there)))


def took_off(now: S, move: TakeOff) -> S:
    """Return the position after a ship has been set on its take-off cell (A1)."""
    moved = replace(now, ships=put(now.ships, move.seat, move.target))
    return taking_off(moved) if now.phase is Phase.TAKEOFF else moved


def taking_off(now: S) -> S:
    """Return the position with the next ship to be set on the board, or the deal due (A1, A2)."""
    for seat in now.order:
        if now.ships[seat] is None:
            return replace(now, phase=Phase.TAKEOFF, turn=seat)
    return replace(now, phase=Phase.DEAL, turn=now.order[0])


def dealt(now: S, move: Deal) -> S:
    """Return the position after a card has gone from the pile to a hand (A2, A4)."""
    given = replace(
        now,
        hands=put(now.hands, move.to, (*now.hands[move.to], move.card)),
        pile=without(now.pile, move.card),
        dealt=move.card,
    )
    return dealing(given) if now.phase is Phase.DEAL else given


def dealing(now: S) -> S:
    """Return the position with the next deal due, or the first turn; refills an empty pile (A5)."""
    playing, hands = now.in_play(), now.hands
    sizes = [len(hands[seat]) for seat in playing]
    least = min(sizes)
    if least >= now.hand_size:
        return replace(now, phase=Phase.CARD, turn=playing[0], closing=False)
    to = playing[sizes.index(least)]
    if now.pile:
        return replace(now, phase=Phase.DEAL, turn=to)
    pile = tuple(sorted(now.discard))
    return replace(now, phase=Phase.DEAL, turn=to, pile=pile, discard=(), laid="")


def laid(now: S, move: Lay) -> S:
    """Return the position after a card was played: a flight or a strip movement is due (A6, A9)."""
    rows = now.box.upheavals.get(move.card, 0)
    return replace(
        now,
        hands=put(now.hands, move.seat, without(now.hands[move.seat], move.card)),
        discard=(*now.discard, move.card),
        laid=move.card,
        dealt="",
        phase=Phase.BASE if rows else Phase.FLY,
        rows=now.cut_short(rows),
    )


def discarded(now: S, move: Discard) -> S:
    """Return the position after a discard, less a point unless the ship is grounded (A8, A16)."""
    shown = replace(
        now,
        hands=put(now.hands, move.seat, without(now.hands[move.seat], move.card)),
        discard=(*now.discard, move.card),
        laid=move.card,
        dealt="",
    )
    return shown if move.seat in now.grounded else fined(shown, move.seat, 1)


def onward(now: S) -> S:
    """Return the position with its next phase: withdrawals, pushes, next ship, strip, deal."""
    if now.leaving:
        return replace(now, phase=Phase.LEAVE)
    if now.heat:
        return replace(now, phase=Phase.HEAT)
    playing = now.in_play()
    if not playing or now.offset >= now.box.highest:
        return over(now, playing)
    if now.closing:
        return dealing(now)
    ship = now.fleet[now.turn]
    for seat in playing:
        if now.fleet[seat] > ship:
            return replace(now, phase=Phase.CARD, turn=seat)
    return replace(now, phase=Phase.BASE, turn=playing[0], rows=1, closing=True)


def over(now: S, playing: Sequence[Seat]) -> S:
    """Return the final position: ships still free in Space score a point (A20, A21)."""
    points = list(now.points)
    for seat in playing:
        points[seat] += now.letter(seat) not in (RING, CENTRE)
    return replace(now, phase=Phase.OVER, points=tuple(points))
