"""A font of 3 x 5 lights, and how letters fall on the cells of a board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from controller.drawing import Point
from controller.values import Site

GLYPHS: Mapping[str, str] = {
    "0": "### #.# #.# #.# ###",
    "1": ".#. ##. .#. .#. ###",
    "2": "##. ..# .#. #.. ###",
    "3": "##. ..# .#. ..# ##.",
    "4": "#.# #.# ### ..# ..#",
    "5": "### #.. ##. ..# ##.",
    "6": ".## #.. ### #.# ###",
    "7": "### ..# .#. .#. .#.",
    "8": "### #.# ### #.# ###",
    "9": "### #.# ### ..# ##.",
    "A": ".#. #.# ### #.# #.#",
    "B": "##. #.# ##. #.# ##.",
    "C": ".## #.. #.. #.. .##",
    "D": "##. #.# #.# #.# ##.",
    "E": "### #.. ##. #.. ###",
    "G": ".## #.. #.# #.# .##",
    "H": "#.# #.# ### #.# #.#",
    "L": "#.. #.. #.. #.. ###",
    "N": "##. #.# #.# #.# #.#",
    "O": ".#. #.# #.# #.# .#.",
    "P": "##. #.# ##. #.. #..",
    "R": "##. #.# ##. #.# #.#",
    "S": ".## #.. .#. ..# ##.",
    "T": "### .#. .#. .#. .#.",
    "V": "#.# #.# #.# #.# .#.",
    "X": "#.# #.# .#. #.# #.#",
    "Y": "#.# #.# .#. .#. .#.",
    "?": "##. ..# .#. ... .#.",
    "!": ".#. .#. .#. ... .#.",
    ">": "#.. .#. ..# .#. #..",
    "<": "..# .#. #.. .#. ..#",
    " ": "... ... ... ... ...",
}
WIDE, HIGH, APART = 3, 5, 1  # lights of a letter, and between two letters
LETTERS_PER_LINE = 2  # letters in a line
TRIFLE = 0.4  # of a cell; columns with smaller distances count as one
LEAST_CELLS = 60  # minimum number of cells for readable letters


def legible(cells: Mapping[Site, Point]) -> bool:
    """True if there are enough cells for letters."""
    return len(cells) >= LEAST_CELLS


def lit_cells_for(lines: Sequence[str], cells: Mapping[Site, Point]) -> frozenset[Site]:
    """Return the cells that these lines light, as large as the board allows."""
    dots = dotted(lines)
    columns = LETTERS_PER_LINE * (WIDE + APART) - APART
    rows = len(lines) * (HIGH + APART) - APART
    lies = DotGrid(cells, columns, rows)
    return frozenset(site for site, at in cells.items() if lies.dot(at) in dots)


def dotted(lines: Sequence[str]) -> set[tuple[int, int]]:
    """Return the column and row of each dot, from the upper left."""
    return {
        (place * (WIDE + APART) + x, number * (HIGH + APART) + y)
        for number, line in enumerate(lines)
        for place, letter in enumerate(line)
        for y, row in enumerate(GLYPHS[letter].split())
        for x, dot in enumerate(row)
        if dot == "#"
    }


class DotGrid:
    """The grid of dots on a board: each dot is a whole number of cells if possible."""

    def __init__(self, cells: Mapping[Site, Point], columns: int, rows: int) -> None:
        xs, ys = [x for x, _ in cells.values()], [y for _, y in cells.values()]
        self._left, self._top = min(xs), min(ys)
        wide, high = max(xs) - self._left, max(ys) - self._top
        pitch = least_distance(sorted({round(x, 3) for x in xs}))
        self._across, self._down = dot_length(wide, columns, pitch), dot_length(high, rows, pitch)
        self._half = pitch / 2

    def dot(self, at: Point) -> tuple[int, int]:
        """Return the dot that falls on this point."""
        x, y = at[0] - self._left + self._half, at[1] - self._top + self._half
        return int(x / self._across), int(y / self._down)


def dot_length(length: float, dots: int, pitch: float) -> float:
    """Return the size of a dot: a whole number of cells, or less than one."""
    cells = round(length / pitch) + 1
    return cells // dots * pitch if cells >= dots else (length + pitch) / dots


def least_distance(places: Sequence[float]) -> float:
    """Return the least distance of at least TRIFLE; 1 if there is only one place."""
    gaps = [after - before for before, after in pairwise(places)]
    return min((gap for gap in gaps if gap > TRIFLE), default=1.0)
