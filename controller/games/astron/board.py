"""The window of Astron: its sites, and the strip that lies under them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from msgspec import Struct

from controller.values import Site

COLUMNS, ROWS = 10, 12

PLACES = {Site(f"{'abcdefghij'[x]}{y + 1}"): (x, y) for y in range(ROWS) for x in range(COLUMNS)}
"""Every cell of the window with its column and row, from the near left-hand corner."""

CELLS = tuple(PLACES)
LINES = tuple(CELLS[at : at + COLUMNS] for at in range(0, len(CELLS), COLUMNS))[::-1]
"""The window as it is looked at: row by row, the far one on top."""

CARD, DECK, ROLLER = Site("card"), Site("deck"), Site("roller")

AHEAD = {cell: CELLS[at + COLUMNS] for at, cell in enumerate(CELLS[:-COLUMNS])}
BEHIND = {cell: CELLS[at] for at, cell in enumerate(CELLS[COLUMNS:])}

SPACE, COMET, RING, CENTRE = ".", "C", "R", "S"
HAZARDS = frozenset("mcea")
DEADLY = frozenset({COMET, RING})
STATIONS = "12345678"
STELLAR = frozenset("258")
SATURN = "8"
LANDS = {"L": "2", "N": "5", CENTRE: SATURN}
"""Each planet's land, and the station that belongs to it."""

TERRAIN = frozenset(".E") | HAZARDS | DEADLY | frozenset(STATIONS) | LANDS.keys()
OPEN = TERRAIN - DEADLY - STELLAR - LANDS.keys()
"""Ground where a ship is in Space: hazards, Space Stations and Earth as much as the void (A16)."""


def cell_at(x: int, y: int) -> Site | None:
    """The cell in this column and row, or None beyond the window."""
    return CELLS[y * COLUMNS + x] if 0 <= x < COLUMNS and 0 <= y < ROWS else None


@cache
def way(source: Site, target: Site) -> tuple[Site, ...]:
    """The cells of a straight flight, its end last; of a crooked one only the end."""
    (x, y), (to_x, to_y) = PLACES[source], PLACES[target]
    if source == target or (x != to_x and y != to_y):
        return (target,)
    length = max(abs(to_x - x), abs(to_y - y))
    dx, dy = (to_x - x) // length, (to_y - y) // length
    return tuple(CELLS[(y + dy * n) * COLUMNS + x + dx * n] for n in range(1, length + 1))


class Window(Struct, frozen=True):
    """The strip as it lies under the cells at one offset."""

    letters: dict[Site, str]
    patches: dict[Site, int]  # the hazard patch each hazard cell is part of
    comets: frozenset[Site]
    stations: tuple[tuple[Site, str], ...]


class Strip(dict[int, Window]):
    """The window at every offset, drawn when it is first looked through."""

    def __init__(self, rows: Sequence[str]) -> None:
        super().__init__()
        self.rows = rows
        self.patches = patches(rows)

    def __missing__(self, offset: int) -> Window:
        letters = {cell: self.letter(x, offset + y) for cell, (x, y) in PLACES.items()}
        window = self[offset] = Window(
            letters,
            {
                cell: self.patches[x, offset + y]
                for cell, (x, y) in PLACES.items()
                if (x, offset + y) in self.patches
            },
            frozenset(cell for cell, letter in letters.items() if letter == COMET),
            tuple((cell, letter) for cell, letter in letters.items() if letter in STATIONS),
        )
        return window

    def letter(self, x: int, row: int) -> str:
        """What is printed there; beyond the printed rows the strip is plain Space."""
        return self.rows[row][x] if 0 <= row < len(self.rows) else SPACE


def patches(rows: Sequence[str]) -> dict[tuple[int, int], int]:
    """Every hazard cell with its patch: equal letters that touch, corners too (A17)."""
    ground = {(x, y): letter for y, row in enumerate(rows) for x, letter in enumerate(row)}
    found: dict[tuple[int, int], int] = {}
    for place, letter in ground.items():
        if letter in HAZARDS and place not in found:
            found |= dict.fromkeys(patch(place, ground), len(found))
    return found


def patch(start: tuple[int, int], ground: dict[tuple[int, int], str]) -> set[tuple[int, int]]:
    """All that hangs together with this place under one letter."""
    whole, edge = {start}, [start]
    while edge:
        beside = set(around(*edge.pop())) - whole
        fresh = [place for place in beside if ground.get(place) == ground[start]]
        whole.update(fresh)
        edge.extend(fresh)
    return whole


def around(x: int, y: int) -> Iterator[tuple[int, int]]:
    """The eight neighbours of a place."""
    return ((x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
