"""The ships of Space Walk: three sizes with three ships each, nine to a fleet."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from msgspec import Struct

from controller.values import Piece, Seat, Site


class Size(Enum):
    """The size of a ship."""

    LARGE = "large"
    MEDIUM = "medium"
    SMALL = "small"


ALIKE = 3  # number of ships of one size and colour
SLOTS = tuple((size, copy) for size in Size for copy in range(1, ALIKE + 1))
"""The nine ships of a fleet in order: bigger ones first (W4), by number within a size."""

WORTH = {Size.LARGE: 4, Size.MEDIUM: 3, Size.SMALL: 1}
"""The points for a ship still in orbit at the end (W11)."""

WORTHS = tuple(WORTH[size] for size, _ in SLOTS)
RANKS = tuple(slice(first, first + ALIKE) for first in range(0, len(SLOTS), ALIKE))
"""The slice of a fleet that holds the ships of each size."""

EARLIER = tuple(slice(slot - slot % ALIKE, slot) for slot in range(len(SLOTS)))
"""For each ship of a fleet, the slice of ships of the same size with lower numbers."""

Fleet = tuple[Site | None, ...]
"""The field of each of a seat's nine ships; None before it is placed and after it is lost."""

NOWHERE: Fleet = (None,) * len(SLOTS)


class Ship(Struct, frozen=True):
    """One ship of the box, with its index in its fleet."""

    name: str
    seat: Seat
    size: Size
    slot: int
    rank: int  # 0 for the biggest: ships leave a planet by rank (W4)
    piece: Piece
    tray: Site  # the tray for it until it is placed


def fleet(colour: str, seat: Seat) -> Iterator[Ship]:
    """Yield the nine ships of this colour."""
    for slot, (size, copy) in enumerate(SLOTS):
        name = f"{colour}.{size.value}.{copy}"
        tray = tray_of(seat, size)
        yield Ship(name, seat, size, slot, slot // ALIKE, Piece(name, seat), tray)


def tray_of(seat: Seat, size: Size) -> Site:
    """Return the tray for ships of this seat and size, such as tray1.large for the first player."""
    return Site(f"tray{seat + 1}.{size.value}")
