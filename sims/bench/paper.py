"""The printed strip: its marks, and which of them pass a sensor as it is wound."""

from __future__ import annotations

from collections.abc import Iterator

from firmware import wire
from firmware.roller import track

# Half widths in rows of 33.3 mm: clock bars of 5 mm, data bars of 12 mm, a home slot of 8 mm.
WIDTHS = {wire.CLOCK: 0.075, wire.DATA: 0.18, wire.HOME: 0.12}


def mark_printed(which: int, row: int) -> bool:
    """True if this track has a mark beside this row."""
    match which:
        case wire.HOME:
            return row == 0
        case wire.DATA:
            return bool(track(row))
    return True


def mark_under(which: int, place: float) -> bool:
    """True if a mark of this track lies under its sensor."""
    return abs(place - round(place)) < WIDTHS[which] and mark_printed(which, round(place))


def edges(here: float, there: float) -> list[tuple[float, int, int]]:
    """Return the edges of marks between two places: place, track, 1 where a mark begins."""
    onward = there >= here
    found = sorted(_between(min(here, there), max(here, there)), reverse=not onward)
    return [(at, which, int((side < 0) == onward)) for at, which, side in found]


def _between(low: float, high: float) -> Iterator[tuple[float, int, int]]:
    for row in range(round(low) - 1, round(high) + 2):
        for which, half in WIDTHS.items():
            for side in (-1, 1):
                at = row + side * half
                if low < at <= high and mark_printed(which, row):
                    yield at, which, side
