"""The money of Zylatron: purchases, rebuilding, repairs and income."""

from __future__ import annotations

from typing import TypeVar

from controller.games.kept import changed
from controller.games.rows import put
from controller.games.zylatron import cargo
from controller.games.zylatron.board import POINTS
from controller.games.zylatron.moves import Buy, Load, Rebuild, Repair
from controller.games.zylatron.phases import Phase
from controller.games.zylatron.sheet import Kind, Works
from controller.games.zylatron.standing import Standing
from controller.values import Seat

S = TypeVar("S", bound=Standing)


def paid(now: S, price: int) -> S:
    """Return the position after the current player has paid the Bank."""
    return changed(now, money=put(now.money, now.turn, now.money[now.turn] - price))


def bought(now: S, move: Buy | Load) -> S:
    """Return the position after a lost piece was bought to a mark or on to a craft (Z17)."""
    piece = now.box.numbers[move.piece if isinstance(move, Buy) else move.name]
    kind, point = now.box.kinds[piece], POINTS[move.site]
    back = changed(
        paid(now, now.box.prices[piece]),
        at=put(now.at, piece, point),
        phase=Phase.PLAY,
        bereft=now.bereft and kind is not Kind.WARRIOR,
        begun=True,
    )
    if isinstance(move, Buy) or point not in now.stands:
        return back
    aboard = cargo.stowed(now.aboard, now.stands[point], piece, now.box)
    return changed(back, aboard=tuple(aboard), loaded=now.loaded | {piece})


def rebuilt(now: S, move: Rebuild) -> S:
    """Return the position after a destroyed factory was rebuilt (Z16)."""
    works = put(now.works, now.box.works[move.name], Works.WORKING)
    return changed(paid(now, now.box.sheet.rebuild), works=works, phase=Phase.PLAY, begun=True)


def repaired(now: S, move: Repair) -> S:
    """Return the position after a damaged piece was repaired (Z14)."""
    piece = now.box.numbers[move.name]
    price = now.box.lines[now.box.kinds[piece]].repair
    return changed(paid(now, price), damaged=now.damaged - {piece}, phase=Phase.PLAY)


def income(now: Standing) -> int:
    """Return what the current player's factories earn, double with the Zylon Card (Z15)."""
    return working(now, now.turn) * (2 if now.card == now.turn else 1)


def working(now: Standing, seat: Seat) -> int:
    """Return how many factories work for that player."""
    places = zip(now.box.factories, now.works, strict=True)
    return sum(w is Works.WORKING and now.holders[one.planet] == seat for one, w in places)
