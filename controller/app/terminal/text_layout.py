"""A board laid out on a terminal: which letters each cell is given, and at which column."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from msgspec import Struct

from controller.drawing import Drawing, Picture
from controller.values import Site

WIDE, NARROW = 5, 3  # letters of a cell: with room between them, and without
MOST = 120  # columns of a terminal
UNEVEN = 0.5  # of the usual distance: cells that lie closer are set apart as if they did not
NAMED = re.compile(r"([a-z]+)([0-9]+)")


class Spot(Struct, frozen=True):
    """One cell: where it begins, and the sign printed there."""

    column: int
    site: Site
    sign: str


class Plan(Struct, frozen=True):
    """Rows of cells; in a grid they are named along its edges, else each by itself if it fits."""

    rows: tuple[tuple[Spot, ...], ...]
    width: int
    grid: bool
    named: bool

    def label(self, row: Sequence[Spot]) -> str:
        """What is written before a row."""
        return re.sub("[^0-9]", "", row[0].site) if self.grid else ""

    def footer(self) -> str:
        """The columns by their letters, under the last row."""
        if not self.grid:
            return ""
        return joined(
            (spot.column, f"  {spot.site.rstrip('0123456789')}") for spot in self.rows[-1]
        )


def pictured(drawing: Drawing) -> Picture:
    """A board that has no picture of its own, with its cells in the rows they are drawn in."""
    rows: dict[float, list[tuple[float, Site]]] = {}
    for cell in drawing.cells:
        x, y = cell.centre
        rows.setdefault(round(y, 1), []).append((x, cell.site))
    return tuple(tuple((site, ".") for _, site in sorted(rows[y])) for y in sorted(rows))


def planned(picture: Picture, drawing: Drawing) -> Plan:
    """As the drawing has it, if the cells of a row lie evenly; else evenly all the same."""
    grid = gridded(picture)
    most = max(map(len, picture))
    longest = max(len(site) for row in picture for site, _ in row)
    named = not grid and most * (longest + WIDE) <= MOST
    width = longest + WIDE if named else WIDE if most * WIDE <= MOST else NARROW
    columns = placed(picture, drawing, width) or centred(picture, width)
    rows = tuple(tuple(Spot(columns[site], site, sign) for site, sign in row) for row in picture)
    return Plan(rows, width, grid, named)


def gridded(picture: Picture) -> bool:
    """A letter for each column, one number for each row."""
    for row in picture:
        found = [NAMED.fullmatch(site) for site, _ in row]
        if not all(found) or len({match[2] for match in found if match}) != 1:
            return False
    return True


def placed(picture: Picture, drawing: Drawing, width: int) -> dict[Site, int]:
    """Where the drawing puts them; nothing, if some of them would lie too close."""
    across = {cell.site: cell.centre[0] for cell in drawing.cells}
    rows = [[across.get(site, 0.0) for site, _ in row] for row in picture]
    gaps = [right - left for row in rows for left, right in pairwise(row)]
    usual = sorted(gaps)[len(gaps) // 2] if gaps else 1.0
    if usual <= 0 or min(gaps, default=1.0) < usual * UNEVEN:
        return {}
    left, scale = min(map(min, rows)), width / min(gaps, default=1.0)
    found = {
        site: round((across.get(site, 0.0) - left) * scale) for row in picture for site, _ in row
    }
    return found if max(found.values()) <= MOST else {}


def centred(picture: Picture, width: int) -> dict[Site, int]:
    """Side by side, each row about the middle."""
    most = max(map(len, picture))
    return {
        site: (most - len(row)) * width // 2 + at * width
        for row in picture
        for at, (site, _) in enumerate(row)
    }


def joined(parts: Iterable[tuple[int, str]], lengths: Sequence[int] = ()) -> str:
    """These texts, each at its column; what is painted is as long as it looks, not as it is."""
    line, end = "", 0
    for at, (column, text) in enumerate(parts):
        line += " " * (column - end) + text
        end = max(column, end) + (lengths[at] if lengths else len(text))
    return line
