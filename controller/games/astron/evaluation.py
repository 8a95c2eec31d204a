"""The heuristic value of an Astron position for one ship: points, progress, and the next rows."""

from __future__ import annotations

from collections.abc import Iterator

from controller.games.astron.board import PLACES, SATURN, STATIONS
from controller.games.astron.consequences import prize
from controller.games.astron.ground import ride
from controller.games.astron.standing import Standing
from controller.values import Seat, Site

WAY = 0.1  # value in points of each row up the strip
LOST = 8  # points that a lost ship would probably still have made
ROWS, FADING = 4, 0.8  # rows of the strip looked ahead, and the discount per row


def evaluate(now: Standing, seat: Seat) -> float:
    """Return points plus progress plus the discounted value of the next rows for this seat."""
    cell = now.ships[seat]
    if cell is None:
        return now.points[seat]
    points = now.points[seat] + WAY * (now.offset + PLACES[cell][1])
    if seat in now.leaving:
        return points if now.letter(seat) == SATURN else points - LOST
    return points + sum(worth * FADING**rows for rows, worth in coming(now, seat, cell))


def coming(now: Standing, seat: Seat, cell: Site) -> Iterator[tuple[int, float]]:
    """Yield each of the next rows with its value for a ship that stays, until the ship is lost."""
    for rows in range(1, min(ROWS, now.box.highest - now.offset) + 1):
        offset = now.offset + rows
        lost, toll = ride(now.box.strip, cell, offset - 1, offset)
        letter = now.box.strip[offset].letters[cell]
        yield rows, -LOST if lost else pays(now, seat, letter) - toll
        if lost:
            return


def pays(now: Standing, seat: Seat, letter: str) -> int:
    """Return the points that this ship would score by landing on this letter (A13)."""
    landed = now.landed[int(letter) - 1] if letter in STATIONS else (seat,)
    return 0 if seat in landed else prize(landed)
