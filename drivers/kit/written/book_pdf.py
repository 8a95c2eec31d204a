"""The assembly book as a PDF."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from drivers.kit.drawn.pages import latin_text, new_document
from drivers.kit.terms import PAPERS
from drivers.kit.written.book import (
    BookBlock,
    BookCommand,
    BookHeading,
    BookPicture,
    BookTable,
    Points,
    Text,
)

if TYPE_CHECKING:
    from fpdf import FPDF

BOOK_MARGIN = 18.0  # mm
HEADING_SIZES = {1: 22, 2: 15, 3: 12}  # points, of headings
LINE_HEIGHT = 5.0  # mm


def pdf(blocks: Iterable[BookBlock], paper: str) -> bytes:
    """Return the book as a PDF, all blocks in order."""
    document = new_document(packed=True)
    document.set_margin(BOOK_MARGIN)
    document.set_auto_page_break(True, BOOK_MARGIN)
    document.add_page(format=PAPERS[paper])
    for block in blocks:
        write_block(document, block)
    return bytes(document.output())


def write_block(document: FPDF, block: BookBlock) -> None:
    """Write a block."""
    match block:
        case BookHeading(text, level):
            write_heading(document, text, level)
        case Text(text):
            write_paragraph(document, text)
        case Points(lines):
            for at, line in enumerate(lines, 1):
                write_paragraph(document, f"{at}. {line}")
        case BookTable(head, rows):
            tabled(document, head, rows)
        case BookCommand(text):
            write_paragraph(document, text, "courier", 9)
        case BookPicture(file, title):
            write_paragraph(document, f"{title}: {file}")


def write_heading(document: FPDF, text: str, level: int) -> None:
    """Write a heading."""
    document.ln(LINE_HEIGHT)
    document.set_font("helvetica", "B", HEADING_SIZES[level])
    document.multi_cell(0, LINE_HEIGHT * 1.4, latin_text(text), new_x="LMARGIN", new_y="NEXT")


def write_paragraph(document: FPDF, text: str, font: str = "helvetica", size: int = 10) -> None:
    """Write a paragraph."""
    document.set_font(font, size=size)
    document.multi_cell(0, LINE_HEIGHT, latin_text(text), new_x="LMARGIN", new_y="NEXT")
    document.ln(1)


def tabled(document: FPDF, head: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> None:
    """Write a table, with column widths by content."""
    document.set_font("helvetica", size=8.5)
    widths = tuple(
        min(40, max(8, *(len(row[at]) for row in (head, *rows)))) for at in range(len(head))
    )
    with document.table(
        col_widths=widths, text_align="LEFT", line_height=LINE_HEIGHT * 0.9
    ) as table:
        for cells in (head, *rows):
            table.row([latin_text(cell) for cell in cells])
    document.ln(2)
