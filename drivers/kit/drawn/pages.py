"""PDF pages of a sheet; a large one is split into pages joined at register marks.

Pages are written by fpdf2, which the extra `kit` installs. Its built-in fonts have Latin letters
only.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

from controller.errors import Misuse
from drivers.kit.drawn.shapes import (
    BEFORE,
    INK,
    Box,
    Disc,
    Outline,
    PaperPoint,
    Shape,
    Sheet,
    Words,
    meets,
)
from drivers.kit.terms import PAPERS

if TYPE_CHECKING:
    from fpdf import FPDF

PAGE_MARGIN = 10.0  # mm; margin that printers leave white, with the page's name
PAGE_OVERLAP = 10.0  # mm by which neighbouring pages overlap
MARK = 4.0  # mm, an arm of a register mark
SCALE = 100.0  # mm, a line to measure after printing
POINTS_PER_MM = 72 / 25.4  # points to a mm
UNDATED = datetime(2000, 1, 1, tzinfo=UTC)  # a fixed date, so that the same kit gives the same file
LATIN = {
    "–": "-",
    "—": "-",
    "−": "-",
    "’": "'",
    "“": '"',
    "”": '"',
    "…": "...",
    "≥": ">=",
    "Ω": "ohm",
    "→": "->",
    "≤": "<=",
    "↳": "",
    "≈": "about",
    "⟳": "o",
    "●": "o",
    "✸": "*",
    "⚡": "!",
    "○": "o",
    "↑": "^",
    "↓": "v",
    "↔": "<>",
}


class Tile(NamedTuple):
    """One page of a sheet: its place on the sheet, its row and its column."""

    row: int
    column: int
    left: float
    top: float
    wide: float
    high: float

    @property
    def name(self) -> str:
        return f"{chr(ord('A') + self.row)}{self.column + 1}"

    @property
    def box(self) -> Box:
        return self.left, self.top, self.left + self.wide, self.top + self.high


def tiles(sheet: Sheet, paper: PaperPoint) -> list[Tile]:
    """Return the pages that cover the sheet, row by row."""
    wide, high = (side - 2 * PAGE_MARGIN for side in paper)
    across, down = pages_to_cover(sheet.wide, wide), pages_to_cover(sheet.high, high)
    return [
        Tile(row, column, column * (wide - PAGE_OVERLAP), row * (high - PAGE_OVERLAP), wide, high)
        for row in range(down)
        for column in range(across)
    ]


def pages_to_cover(long: float, page: float) -> int:
    """Return the number of pages side by side that cover this length."""
    count = 1
    while count * page - (count - 1) * PAGE_OVERLAP < long - 1e-6:
        count += 1
    return count


def best_orientation(sheet: Sheet, paper: PaperPoint) -> PaperPoint:
    """Return the paper size in the orientation that takes fewer pages."""
    return min((paper, paper[::-1]), key=lambda way: len(tiles(sheet, way)))


def sheets_pdf(sheets: list[Sheet], paper: str, packed: bool = True) -> bytes:
    """Return all sheets as one PDF; with `packed=False` its content stays readable text."""
    document = new_document(packed)
    for sheet in sheets:
        way = best_orientation(sheet, PAPERS[paper])
        pages = tiles(sheet, way)
        for tile in pages:
            document.add_page(format=way)
            page(document, sheet, tile, len(pages) > 1)
    return bytes(document.output())


def new_document(packed: bool) -> FPDF:
    """Return an empty document; raise Misuse with what to install if fpdf2 is missing."""
    try:
        from fpdf import FPDF
    except ImportError as missing:
        raise Misuse("kit.no_pdf") from missing
    document = FPDF(unit="mm")
    document.set_auto_page_break(False)
    document.set_compression(packed)
    document.set_creation_date(UNDATED)
    return document


def page(document: FPDF, sheet: Sheet, tile: Tile, tiled: bool) -> None:
    """Draw one page: its part of the sheet, its name, a scale, and register marks if `tiled`."""
    by = (PAGE_MARGIN - tile.left, PAGE_MARGIN - tile.top)
    with document.rect_clip(PAGE_MARGIN, PAGE_MARGIN, tile.wide, tile.high):
        for shape in sheet.shapes:
            if meets(shape.box, tile.box):
                draw_shape(document, shape, by)
    name = f"{sheet.title}  {tile.name}" if tiled else sheet.title
    draw_label(document, (PAGE_MARGIN, PAGE_MARGIN - 5), name)
    draw_scale(document, tile)
    for x, y in register_marks(tile) if tiled else ():
        cross(document, (x + by[0], y + by[1]))


def register_marks(tile: Tile) -> Iterator[PaperPoint]:
    """Yield the register marks, in the middle of the overlap: the same points on both pages."""
    inset = PAGE_OVERLAP / 2
    for x in (tile.left + inset, tile.left + tile.wide - inset):
        for y in (tile.top + inset, tile.top + tile.high - inset):
            yield x, y


def cross(document: FPDF, at: PaperPoint) -> None:
    """Draw a register mark."""
    x, y = at
    pen(document, INK, 0.15)
    document.line(x - MARK, y, x + MARK, y)
    document.line(x, y - MARK, x, y + MARK)
    document.circle(x, y, MARK / 2)


def draw_scale(document: FPDF, tile: Tile) -> None:
    """Draw a line of 100 mm under the picture, to check that the printer did not scale it."""
    y = PAGE_MARGIN + tile.high + 5
    pen(document, INK, 0.2)
    document.line(PAGE_MARGIN, y, PAGE_MARGIN + SCALE, y)
    for x in (PAGE_MARGIN, PAGE_MARGIN + SCALE):
        document.line(x, y - 1.5, x, y + 1.5)
    draw_label(document, (PAGE_MARGIN + SCALE + 3, y + 1), f"{SCALE:g} mm")


def draw_label(document: FPDF, at: PaperPoint, text: str) -> None:
    """Write a small text at this point of the page."""
    document.set_font("helvetica", size=8)
    document.set_text_color(INK)
    document.text(*at, latin_text(text))


def draw_shape(document: FPDF, shape: Shape, by: PaperPoint) -> None:
    """Draw one shape, shifted by `by`."""
    dx, dy = by
    look = shape.look
    if look.stroke:
        pen(document, look.stroke, look.width)
    if look.fill:
        document.set_fill_color(look.fill)
    style = ("D" if look.stroke else "") + ("F" if look.fill else "")
    document.set_dash_pattern(2, 1.5) if look.dashed else document.set_dash_pattern()
    match shape:
        case Outline(points, _, closed):
            spots = [(x + dx, y + dy) for x, y in points]
            (document.polygon if closed else document.polyline)(spots, style=style)
        case Disc((x, y), radius, _, _):
            document.circle(x + dx, y + dy, radius, style=style)
        case Words():
            write_words(document, shape, by)
    document.set_dash_pattern()


def write_words(document: FPDF, words: Words, by: PaperPoint) -> None:
    """Write the words of a shape, shifted by `by` and aligned by their anchor."""
    text = latin_text(words.text)
    document.set_font("helvetica", size=words.high * POINTS_PER_MM)
    document.set_text_color(words.look.stroke)
    start = BEFORE[words.anchor] * document.get_string_width(text)
    document.text(words.at[0] + by[0] - start, words.at[1] + by[1], text)


def pen(document: FPDF, colour: str, width: float) -> None:
    """Set the colour and width of lines."""
    document.set_draw_color(colour)
    document.set_line_width(width)


def latin_text(text: str) -> str:
    """Return the text in letters that the PDF's built-in fonts have."""
    known = "".join(LATIN.get(letter, letter) for letter in text)
    return known.encode("latin-1", "replace").decode("latin-1")
