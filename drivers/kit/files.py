"""All files of a kit, by name: book, drawings, lists and netlist."""

from __future__ import annotations

from collections.abc import Iterator

from drivers.kit.drawn import cutouts, pages, strip, svg, template
from drivers.kit.drawn.shapes import Sheet
from drivers.kit.kit import Kit
from drivers.kit.parts import parts_csv
from drivers.kit.plan import Plan
from drivers.kit.terms import Say
from drivers.kit.wired import runs, wires
from drivers.kit.wired.diagram import diagrams
from drivers.kit.wired.netlist import netlist
from drivers.kit.written import book_html, book_pdf
from drivers.kit.written.book import book

FIRST_FILE = "book.html"  # the file that a maker opens first


def kit_files(kit: Kit, paper: str, say: Say) -> Iterator[tuple[str, bytes]]:
    """Yield name and content of each file of the kit."""
    written = book(kit, say)
    yield FIRST_FILE, book_html.book_page(written).encode()
    yield "book.pdf", book_pdf.pdf(written, paper)
    plan, name = kit.plan, kit.plan.panel.wiring.file.name
    for title, sheet in sheets(plan, say).items():
        yield f"{title}.svg", svg.sheet_svg(sheet).encode()
        yield f"{title}.pdf", pages.sheets_pdf([sheet], paper)
    if cuts := cutouts.cut_sheets(plan, paper, say):
        yield "cut.pdf", pages.sheets_pdf(cuts, paper)
    yield "parts.csv", parts_csv(list(kit.items), say).encode()
    lie = runs.spots(plan, kit.circuit)
    led = wires.wires_csv(kit.circuit, wires.seams(plan), lambda joint: runs.long(joint, lie))
    yield "wires.csv", led.encode()
    yield "panel.net", netlist(kit.circuit, name, kit.numbers).encode()
    drawn = diagrams(kit.circuit, name, kit.numbers, say)
    for part, sheet in zip(kit.circuit.sheets, drawn, strict=True):
        yield f"wiring-{part}.svg", svg.sheet_svg(sheet).encode()


def sheets(plan: Plan, say: Say) -> dict[str, Sheet]:
    """Return the true-size drawings by name."""
    found = {"top": template.top_sheet(plan, say), "holes": template.drill(plan, say)}
    wound = strip.strip_sheet(plan, say)
    return found | ({"strip": wound} if wound else {})
