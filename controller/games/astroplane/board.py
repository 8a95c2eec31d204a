"""The board of Astroplane: its diamonds, their corners, and what all of them are called.

A space is a column a to o and a row 1 to 15, counted from the near left-hand corner; h8 is the
Singularity, a mere point. A position is a space and the corner a craft in it points at: h9s is the
space beyond the Singularity, pointing back at it. South is near, and players sit South first.
"""

from __future__ import annotations

from collections.abc import Iterator

from controller.values import Site

COLUMNS = "abcdefghijklmno"
ROWS = range(1, 16)
MIDDLE = 7  # columns and rows from the corner to the Singularity
REACH = 6  # how far from it the middles of the diamonds lie

AHEAD = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
BEHIND = {"n": "s", "e": "w", "s": "n", "w": "e"}
SIDEWAYS = ((1, 1), (1, -1), (-1, -1), (-1, 1))

PLACES = {
    f"{column}{row}": (x - MIDDLE, row - 1 - MIDDLE)
    for row in ROWS
    for x, column in enumerate(COLUMNS)
}
"""Every place by its name, with its distance from the Singularity to the east and to the north."""

NAMES = {place: name for name, place in PLACES.items()}
DIAMONDS = {
    name: (x, y)
    for name, (x, y) in PLACES.items()
    if (x + y) % 2 and abs(x) <= REACH and abs(y) <= REACH
}
EDGE = frozenset(
    name for name, place in PLACES.items() if MIDDLE in map(abs, place) and sum(place) % 2
)
"""Where a triangle could be cut off by the edge of the board."""

CORNERS = frozenset(NAMES[x, y] for x in (-MIDDLE, MIDDLE) for y in (-MIDDLE, MIDDLE))
GROUND = {space: tuple(Site(space + apex) for apex in AHEAD) for space in DIAMONDS}
"""The four positions of every diamond."""

CENTRE = tuple(Site(NAMES[x, y] + BEHIND[apex]) for apex, (x, y) in AHEAD.items())
"""The four positions that point at the Singularity: beyond it, right of it, near, left."""

DONE = Site("key.done")


def space_of(position: str) -> str:
    """The space a position belongs to."""
    return position[:-1]


def apex_of(position: str) -> str:
    """The corner that a craft on this position points at."""
    return position[-1]


def is_position(name: str) -> bool:
    """A corner of a diamond, or the inward corner of a triangle at the edge."""
    space, apex = name[:-1], name[-1:]
    if space in DIAMONDS:
        return apex in AHEAD
    return space in EDGE and apex in AHEAD and next_space(name) in DIAMONDS


def next_space(position: str) -> str:
    """What lies beyond the corner of this position; empty beyond the board."""
    x, y = PLACES[space_of(position)]
    dx, dy = AHEAD[apex_of(position)]
    return NAMES.get((x + 2 * dx, y + 2 * dy), "")


def opposite(position: str) -> Site:
    """The other half of the same space."""
    return Site(space_of(position) + BEHIND[apex_of(position)])


def ray(space: str, way: tuple[int, int]) -> Iterator[str]:
    """The diamonds one after the other through the side that lies this way."""
    x, y = PLACES[space]
    dx, dy = way
    while (name := NAMES.get((x := x + dx, y := y + dy), "")) in DIAMONDS:
        yield name
