"""The board of Astroplane: diamonds, their corners, and the names of all positions.

A space is a column a to o and a row 1 to 15, counted from the near left-hand corner; h8 is the
Singularity, a mere point. A position is a space and the corner at which a craft in it points: h9s
is the space beyond the Singularity, pointing back at it. South is near, and the first player sits
South.
"""

from __future__ import annotations

from collections.abc import Iterator

from controller.values import Site

COLUMNS = "abcdefghijklmno"
ROWS = range(1, 16)
MIDDLE = 7  # columns, and rows, from a corner of the board to the Singularity
REACH = 6  # greatest distance of a diamond's centre from it, in columns or rows

AHEAD = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
BEHIND = {"n": "s", "e": "w", "s": "n", "w": "e"}
SIDEWAYS = ((1, 1), (1, -1), (-1, -1), (-1, 1))

PLACES = {
    f"{column}{row}": (x - MIDDLE, row - 1 - MIDDLE)
    for row in ROWS
    for x, column in enumerate(COLUMNS)
}
"""The coordinates of every space: columns to the east and rows to the north of the Singularity."""

NAMES = {place: name for name, place in PLACES.items()}
DIAMONDS = {
    name: (x, y)
    for name, (x, y) in PLACES.items()
    if (x + y) % 2 and abs(x) <= REACH and abs(y) <= REACH
}
EDGE = frozenset(
    name for name, place in PLACES.items() if MIDDLE in map(abs, place) and sum(place) % 2
)
"""The spaces at the edge of the board that may be triangles."""

CORNERS = frozenset(NAMES[x, y] for x in (-MIDDLE, MIDDLE) for y in (-MIDDLE, MIDDLE))
GROUND = {space: tuple(Site(space + apex) for apex in AHEAD) for space in DIAMONDS}
"""The four positions of every diamond."""

CENTRE = tuple(Site(NAMES[x, y] + BEHIND[apex]) for apex, (x, y) in AHEAD.items())
"""The four positions that point at the Singularity: North, East, South and West of it."""

DONE = Site("key.done")


def space_of(position: str) -> str:
    """Return the space of a position."""
    return position[:-1]


def apex_of(position: str) -> str:
    """Return the corner at which a craft on this position points."""
    return position[-1]


def is_position(name: str) -> bool:
    """True if the name is a corner of a diamond or the inward corner of a triangle at the edge."""
    space, apex = name[:-1], name[-1:]
    if space in DIAMONDS:
        return apex in AHEAD
    return space in EDGE and apex in AHEAD and next_space(name) in DIAMONDS


def next_space(position: str) -> str:
    """Return the space beyond the corner of this position, or an empty string off the board."""
    x, y = PLACES[space_of(position)]
    dx, dy = AHEAD[apex_of(position)]
    return NAMES.get((x + 2 * dx, y + 2 * dy), "")


def opposite(position: str) -> Site:
    """Return the position of the other half of the same space."""
    return Site(space_of(position) + BEHIND[apex_of(position)])


def ray(space: str, way: tuple[int, int]) -> Iterator[str]:
    """Yield the diamonds one after the other from a space in this diagonal direction."""
    x, y = PLACES[space]
    dx, dy = way
    while (name := NAMES.get((x := x + dx, y := y + dy), "")) in DIAMONDS:
        yield name
