"""Lay out a board for a terminal: the column and width of each cell."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from msgspec import Struct

from controller.drawing import Drawing, Picture
from controller.values import Site

WIDE, NARROW = 5, 3  # characters of a cell, with and without space between cells
MAX_COLUMNS = 120  # columns of a terminal
UNEVEN = 0.5  # of the usual distance: if cells are closer, the drawing's spacing is not used
NAMED = re.compile(r"([a-z]+)([0-9]+)")


class CellText(Struct, frozen=True):
    """One cell: its column, its site and the character printed on it."""

    column: int
    site: Site
    sign: str


class TextPlan(Struct, frozen=True):
    """Rows of cells. A grid has labels at its edges; else each cell is named if there is room."""

    rows: tuple[tuple[CellText, ...], ...]
    width: int
    grid: bool
    named: bool

    def label(self, row: Sequence[CellText]) -> str:
        """Return the label before a row."""
        return re.sub("[^0-9]", "", row[0].site) if self.grid else ""

    def footer(self) -> str:
        """Return the line of column letters below the last row."""
        if not self.grid:
            return ""
        return join_columns(
            (spot.column, f"  {spot.site.rstrip('0123456789')}") for spot in self.rows[-1]
        )


def pictured(drawing: Drawing) -> Picture:
    """Return the board's cells in rows as they are drawn, for a game without a picture."""
    rows: dict[float, list[tuple[float, Site]]] = {}
    for cell in drawing.cells:
        x, y = cell.centre
        rows.setdefault(round(y, 1), []).append((x, cell.site))
    return tuple(tuple((site, ".") for _, site in sorted(rows[y])) for y in sorted(rows))


def plan_layout(picture: Picture, drawing: Drawing) -> TextPlan:
    """Return the layout: columns as the drawing has them if evenly spaced, else rows centred."""
    grid = gridded(picture)
    most = max(map(len, picture))
    longest = max(len(site) for row in picture for site, _ in row)
    named = not grid and most * (longest + WIDE) <= MAX_COLUMNS
    width = longest + WIDE if named else WIDE if most * WIDE <= MAX_COLUMNS else NARROW
    columns = spaced_columns(picture, drawing, width) or centred(picture, width)
    rows = tuple(
        tuple(CellText(columns[site], site, sign) for site, sign in row) for row in picture
    )
    return TextPlan(rows, width, grid, named)


def gridded(picture: Picture) -> bool:
    """True if each row has one number and each of its cells a letter."""
    for row in picture:
        found = [NAMED.fullmatch(site) for site, _ in row]
        if not all(found) or len({match[2] for match in found if match}) != 1:
            return False
    return True


def spaced_columns(picture: Picture, drawing: Drawing, width: int) -> dict[Site, int]:
    """Return columns as the drawing spaces them; empty if cells would lie too close or too wide."""
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
    return found if max(found.values()) <= MAX_COLUMNS else {}


def centred(picture: Picture, width: int) -> dict[Site, int]:
    """Return columns side by side, with each row centred."""
    most = max(map(len, picture))
    return {
        site: (most - len(row)) * width // 2 + at * width
        for row in picture
        for at, (site, _) in enumerate(row)
    }


def join_columns(parts: Iterable[tuple[int, str]], lengths: Sequence[int] = ()) -> str:
    """Return one line with each text at its column.

    `lengths` are the visible lengths of texts that hold colour codes.
    """
    line, end = "", 0
    for at, (column, text) in enumerate(parts):
        line += " " * (column - end) + text
        end = max(column, end) + (lengths[at] if lengths else len(text))
    return line
