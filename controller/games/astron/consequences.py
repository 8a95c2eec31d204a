"""The effects of Astron's moves on ships: landings, pushes, losses, grounding and points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec.structs import replace

from controller.games.astron.board import (
    AHEAD,
    BEHIND,
    DEADLY,
    LANDS,
    OPEN,
    SATURN,
    STATIONS,
    STELLAR,
    way,
)
from controller.games.astron.ground import as_far_as_it_comes, patches_entered, ride
from controller.games.astron.moves import Fly, Turn, Withdraw, Yield
from controller.games.astron.standing import Standing
from controller.games.rows import put
from controller.values import Seat

FIRST_PRIZE = 5  # points for the first ship on a station
S = TypeVar("S", bound=Standing)


def fined(now: S, seat: Seat, points: int) -> S:
    """Return the position after the seat has lost `points` points."""
    return replace(now, points=put(now.points, seat, now.points[seat] - points))


def flown(now: S, move: Fly) -> S:
    """Return the position after a player's flight: path, landing, and heat on the ship behind."""
    moved = crossed(now, move)
    if not moved.leaving:
        moved = came_down(moved, move.seat, now)
    return moved if moved.leaving else heated(moved, move.seat)


def yielded(now: S, move: Yield) -> S:
    """Return the position after a pushed ship has moved, which may push the next one (A10, A11)."""
    moved = crossed(replace(now, heat=now.heat[1:]), move)
    if move.seat in moved.leaving:
        return moved
    return singed(touched_land(moved, move.seat), move.seat)


def heated(now: S, seat: Seat) -> S:
    """Return the position with the ships that must yield now, the mover too if agreed (A11)."""
    ahead = AHEAD.get(now.place(seat))
    if now.heat_symmetric and ahead is not None and ahead in now.ships:
        now = replace(now, heat=(seat,))
    return singed(now, seat)


def singed(now: S, seat: Seat) -> S:
    """Return the position with the ship immediately behind this one queued to yield first (A10)."""
    behind = BEHIND.get(now.place(seat))
    if behind is None or behind not in now.ships:
        return now
    return replace(now, heat=(Seat(now.ships.index(behind)), *now.heat))


def crossed(now: S, move: Fly | Yield) -> S:
    """Return the position with the ship moved, hazards paid, and the ship lost if so (A17, A18)."""
    window = now.box.strip[now.offset]
    over = as_far_as_it_comes(way(move.source, move.target), window)
    lost = window.letters[over[-1]] in DEADLY
    moved = replace(
        now,
        ships=put(now.ships, move.seat, move.target),
        leaving=(*now.leaving, move.seat) if lost else now.leaving,
    )
    toll = patches_entered(move.source, over, window)
    return fined(moved, move.seat, toll) if toll else moved


def came_down(now: S, seat: Seat, before: S) -> S:
    """Return the position after a ship landed by its own move or a halt of the strip (A12, A16)."""
    letter = now.letter(seat)
    if letter in LANDS or seat in now.grounded:
        now = touched_land(now, seat)
    if letter not in STATIONS or (letter in STELLAR and not before.in_space(seat)):
        return now
    return landed(now, seat, letter, before.landed[int(letter) - 1])


def landed(now: S, seat: Seat, station: str, earlier: Sequence[Seat]) -> S:
    """Return the position after a landing; the first scores, less per earlier ship (A13, A19)."""
    at = int(station) - 1
    if station == SATURN:
        now = replace(now, leaving=(*now.leaving, seat))
    if seat in now.landed[at]:
        return now
    return replace(
        now,
        points=put(now.points, seat, now.points[seat] + prize(earlier)),
        landed=put(now.landed, at, (*now.landed[at], seat)),
    )


def prize(earlier: Sequence[Seat]) -> int:
    """Return the points a station pays after the ships that landed there earlier (A13)."""
    return max(0, FIRST_PRIZE - len(earlier))


def touched_land(now: S, seat: Seat) -> S:
    """Return the position with the ship grounded on land, less a point, or freed in Space (A16)."""
    letter = now.letter(seat)
    if letter in OPEN:
        return replace(now, grounded=now.grounded - {seat}) if seat in now.grounded else now
    if letter not in LANDS or seat in now.grounded or now.at_home(seat, letter):
        return now
    return fined(replace(now, grounded=now.grounded | {seat}), seat, 1)


def turned(now: S, move: Turn) -> S:
    """Return the position after the strip has moved row by row and halted (A14)."""
    moved = replace(now, offset=now.offset + move.rows, rows=0)
    for seat in now.in_play():
        lost, toll = ride(now.box.strip, now.place(seat), now.offset, moved.offset)
        if toll:
            moved = fined(moved, seat, toll)
        if lost:
            moved = replace(moved, leaving=(*moved.leaving, seat))
        else:
            moved = came_down(moved, seat, now)
    return moved


def withdrawn(now: S, move: Withdraw) -> S:
    """Return the position after a ship has left the board and its hand is discarded (A18, A19)."""
    return replace(
        now,
        ships=put(now.ships, move.seat, None),
        hands=put(now.hands, move.seat, ()),
        discard=(*now.discard, *now.hands[move.seat]),
        grounded=now.grounded - {move.seat},
        leaving=tuple(seat for seat in now.leaving if seat != move.seat),
    )
