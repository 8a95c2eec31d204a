"""The course of an Astroplane game: turns, players who cannot move, rounds and the end."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from controller.games.astroplane.acts import stirs
from controller.games.astroplane.moves import Phase
from controller.games.astroplane.standing import MOVES, TRUE_WIN, Standing, setup
from controller.values import Seat, Site

S = TypeVar("S", bound=Standing)
DUEL = 2  # with so many players left the game ends when one cannot move (P19)


def onward(now: S) -> S:
    """Return the position after ending the game or passing turns until a move is possible."""
    if (winner := now.winner()) is not None:
        return truly_won(now, winner)
    while now.phase is Phase.MOVE and not stirs(now):
        if not now.fresh:
            return stuck(now)
        now = passed(now)
    if now.phase is Phase.LEAVE and not now.remaining(now.turn):
        return onward(passed(replace(now, out=(*now.out, now.turn))))
    return now


def passed(now: S) -> S:
    """Return the position in which the next player begins a turn (P1, P2)."""
    after = replace(
        now,
        turn=following(now, now.turn),
        phase=Phase.MOVE,
        at=Site(""),
        left=MOVES,
        begun=False,
        calls=0,
        fresh=(),
    )
    after.__dict__["taken"] = now.taken
    return after


def following(now: Standing, seat: Seat) -> Seat:
    """Return the next seat clockwise that still plays."""
    other = (seat + 1) % now.seats
    while other in now.out and other != seat:
        other = (other + 1) % now.seats
    return Seat(other)


def stuck(now: S) -> S:
    """Return the position when the player cannot move: the end (P19), or withdrawal (P20)."""
    if now.seats - len(now.out) <= DUEL:
        return scored(now, now.points())
    return onward(replace(now, phase=Phase.LEAVE))


def truly_won(now: S, winner: Seat) -> S:
    """Return the position after a true win: eight points for the winner (P18, P21)."""
    return scored(now, tuple(TRUE_WIN * (seat == winner) for seat in range(now.seats)))


def scored(now: S, points: tuple[int, ...]) -> S:
    """Return the position after a round, which ends the game unless a match goes on (P21)."""
    totals = tuple(map(sum, zip(now.totals, points, strict=True)))
    goes_on = now.match and max(totals) < now.box.total
    return replace(now, phase=Phase.AGAIN if goes_on else Phase.OVER, at=Site(""), totals=totals)


def set_up(now: S) -> S:
    """Return the first position of a new round, begun by the next player (P21)."""
    first = now.next_first
    return replace(
        now,
        board=setup(now.box, now.seats, now.board),
        turn=first,
        first=first,
        kills=(0,) * now.seats,
        phase=Phase.MOVE,
        left=MOVES,
        begun=False,
        calls=0,
        fresh=(),
        jumped=(),
        out=(),
    )
