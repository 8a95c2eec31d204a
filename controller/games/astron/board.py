"""The window of Astron: its cells, and the strip of terrain that scrolls under them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from msgspec import Struct

from controller.values import Site

COLUMNS, ROWS = 10, 12

PLACES = {Site(f"{'abcdefghij'[x]}{y + 1}"): (x, y) for y in range(ROWS) for x in range(COLUMNS)}
"""The column and row of every cell of the window, counted from the near left-hand corner."""

CELLS = tuple(PLACES)
LINES = tuple(CELLS[at : at + COLUMNS] for at in range(0, len(CELLS), COLUMNS))[::-1]
"""The cells of the window row by row, the far row first."""

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
"""The terrain letter of each planet's land, with the number of the planet's station."""

TERRAIN = frozenset(".E") | HAZARDS | DEADLY | frozenset(STATIONS) | LANDS.keys()
OPEN = TERRAIN - DEADLY - STELLAR - LANDS.keys()
"""Terrain where a ship counts as in Space: empty space, hazards, Space Stations and Earth (A16)."""


def cell_at(x: int, y: int) -> Site | None:
    """Return the cell in this column and row, or None outside the window."""
    return CELLS[y * COLUMNS + x] if 0 <= x < COLUMNS and 0 <= y < ROWS else None


@cache
def way(source: Site, target: Site) -> tuple[Site, ...]:
    """Return the cells of a straight flight, target last; for any other only the target."""
    (x, y), (to_x, to_y) = PLACES[source], PLACES[target]
    if source == target or (x != to_x and y != to_y):
        return (target,)
    length = max(abs(to_x - x), abs(to_y - y))
    dx, dy = (to_x - x) // length, (to_y - y) // length
    return tuple(CELLS[(y + dy * n) * COLUMNS + x + dx * n] for n in range(1, length + 1))


class Window(Struct, frozen=True):
    """The terrain under each cell of the window at one offset of the strip."""

    letters: dict[Site, str]
    patches: dict[Site, int]  # the number of the hazard patch under each hazard cell
    comets: frozenset[Site]
    stations: tuple[tuple[Site, str], ...]


class Strip(dict[int, Window]):
    """The windows by offset, each built when it is first asked for."""

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
        """Return the terrain letter at this column and row; beyond the printed rows it is Space."""
        return self.rows[row][x] if 0 <= row < len(self.rows) else SPACE


def patches(rows: Sequence[str]) -> dict[tuple[int, int], int]:
    """Return each hazard cell's patch number: a patch is equal letters that touch (A17)."""
    ground = {(x, y): letter for y, row in enumerate(rows) for x, letter in enumerate(row)}
    found: dict[tuple[int, int], int] = {}
    for place, letter in ground.items():
        if letter in HAZARDS and place not in found:
            found |= dict.fromkeys(patch(place, ground), len(found))
    return found


def patch(start: tuple[int, int], ground: dict[tuple[int, int], str]) -> set[tuple[int, int]]:
    """Return the connected cells, diagonals included, that have the same letter as `start`."""
    whole, edge = {start}, [start]
    while edge:
        beside = set(around(*edge.pop())) - whole
        fresh = [place for place in beside if ground.get(place) == ground[start]]
        whole.update(fresh)
        edge.extend(fresh)
    return whole


def around(x: int, y: int) -> Iterator[tuple[int, int]]:
    """Yield the coordinates of the eight neighbours of a cell."""
    return ((x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
