"""The ships of Space Walk: three sizes, three of each, nine to a fleet."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from msgspec import Struct

from controller.values import Piece, Seat, Site


class Size(Enum):
    """How big a ship is."""

    LARGE = "large"
    MEDIUM = "medium"
    SMALL = "small"


ALIKE = 3  # ships of one size and colour
SLOTS = tuple((size, copy) for size in Size for copy in range(1, ALIKE + 1))
"""The nine ships of a fleet in their order: bigger ones first (W4), each size counted through."""

WORTH = {Size.LARGE: 4, Size.MEDIUM: 3, Size.SMALL: 1}
"""What a ship still in orbit scores at the end (W11)."""

WORTHS = tuple(WORTH[size] for size, _ in SLOTS)
RANKS = tuple(slice(first, first + ALIKE) for first in range(0, len(SLOTS), ALIKE))
"""Where the ships of each size are found in a fleet."""

EARLIER = tuple(slice(slot - slot % ALIKE, slot) for slot in range(len(SLOTS)))
"""For each ship of a fleet, those like it that have lower numbers."""

Fleet = tuple[Site | None, ...]
"""The field of each of a seat's nine ships; None before it is placed, and once it is lost."""

NOWHERE: Fleet = (None,) * len(SLOTS)


class Ship(Struct, frozen=True):
    """One ship of the box, and its place in its fleet."""

    name: str
    seat: Seat
    size: Size
    slot: int
    rank: int  # 0 for the biggest: ships leave a planet by rank (W4)
    piece: Piece
    tray: Site  # where it lies until it is placed


def fleet(colour: str, seat: Seat) -> Iterator[Ship]:
    """The nine ships of this colour."""
    for slot, (size, copy) in enumerate(SLOTS):
        name = f"{colour}.{size.value}.{copy}"
        tray = tray_of(seat, size)
        yield Ship(name, seat, size, slot, slot // ALIKE, Piece(name, seat), tray)


def tray_of(seat: Seat, size: Size) -> Site:
    """The tray of these ships: tray1.large, for the first player's large ones."""
    return Site(f"tray{seat + 1}.{size.value}")
