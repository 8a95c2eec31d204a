"""The board of Kayles: eight places in a row, a star on each."""

from __future__ import annotations

from stardeck.game import Seat, Site

SEATS = Seat(0), Seat(1)
PLACES = tuple(Site(f"k{number}") for number in range(1, 9))


def beside(one: Site, other: Site) -> bool:
    """Whether two places are neighbours."""
    return abs(PLACES.index(one) - PLACES.index(other)) == 1
