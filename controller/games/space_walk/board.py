"""The board of Space Walk: planets, black holes, orbits, card reader and token keys."""

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
"""The fields in rows for the text picture: near arc, middle row, then the rest of the ring."""

READER = Site("card")
"""The reader where a played action card is shown."""

KEYS = tuple(Site(f"key.token{number}") for number in range(1, 6))
"""The key that each seat presses to spend a token."""

SEATS = tuple(Seat(seat) for seat in range(len(KEYS)))


def onward(orbit: Sequence[Site]) -> dict[Site, Site]:
    """Return for each field of the orbit the next one clockwise; the last leads to the first."""
    return dict(zip(orbit, (*orbit[1:], *orbit[:1]), strict=True))
