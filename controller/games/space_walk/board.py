"""The board of Space Walk: planets in orbits, black holes between them, and the keys beside it."""

from __future__ import annotations

from collections.abc import Sequence

from controller.values import Seat, Site

HOLES = tuple(Site(f"h{number}") for number in (1, 2, 3))
INNER = tuple(Site(f"i{number}") for number in range(1, 7))
OUTER = tuple(Site(f"o{number}") for number in range(1, 21) if number % 7)
PLANETS = (*OUTER, *INNER)
FIELDS = frozenset({*PLANETS, *HOLES})

ROWS = (
    OUTER[:6],
    (HOLES[0], *reversed(INNER), HOLES[1]),
    (*reversed(OUTER[12:]), HOLES[2], *reversed(OUTER[6:12])),
)
"""The board as it is looked at: near arc on top, the middle row, the long way round below."""

READER = Site("card")
"""Where an action card is shown when it is played."""

KEYS = tuple(Site(f"key.token{number}") for number in range(1, 6))
"""The key by which each seat says that it spends a token."""

SEATS = tuple(Seat(seat) for seat in range(len(KEYS)))


def onward(orbit: Sequence[Site]) -> dict[Site, Site]:
    """Each field of an orbit with the one after it, clockwise; the last leads to the first."""
    return dict(zip(orbit, (*orbit[1:], *orbit[:1]), strict=True))
