"""Sheets to print and cut out: cards, pieces, puzzles, labels for tags, tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from controller.drawing import Cell, Face, Token
from controller.values import Saying
from drivers.kit import tags
from drivers.kit.drawn.pages import PAGE_MARGIN
from drivers.kit.drawn.shapes import (
    GREY,
    INK,
    RED,
    Anchor,
    Disc,
    Look,
    Outline,
    Shape,
    Sheet,
    Words,
    box_around,
    fold_text,
    rectangle,
    shift_shape,
)
from drivers.kit.drawn.signs import sign_row
from drivers.kit.plan import CARD, Plan, roomiest
from drivers.kit.terms import PAPERS, KitPanel, Say

CUT_LOOK = Look("cut", INK, width=0.2)
CUTTING_GAP = 2.0  # mm between two things to cut
ROOMY = 20.0  # mm; a label this wide has room for more than a name


def cut_sheets(plan: Plan, paper: str, say: Say) -> list[Sheet]:
    """Return the sheets of everything to cut out, each kind on separate pages."""
    name = plan.panel.wiring.file.name
    kinds = {
        "cards": list(card_shapes(plan.panel)),
        "pieces": list(piece_shapes(plan)),
        "labels": list(labels(plan)),
        "tables": list(printed_tables(plan.panel)),
    }
    return [
        Sheet(say(Saying(f"kit.sheet.{kind}", {"panel": name})), *printable(paper), tuple(page))
        for kind, things in kinds.items()
        for page in pack_pages(things, printable(paper))
    ]


def printable(paper: str) -> tuple[float, float]:
    """Return the width and height that printers can print on this paper, in mm."""
    wide, high = PAPERS[paper]
    return wide - 2 * PAGE_MARGIN, high - 2 * PAGE_MARGIN


def pack_pages(
    things: Iterable[Sequence[Shape]], room: tuple[float, float]
) -> Iterator[list[Shape]]:
    """Arrange things in rows and yield them page by page.

    A thing may lie anywhere in its own units.
    """
    page: list[Shape] = []
    x = y = deep = 0.0
    for thing in things:
        left, top, right, bottom = box_around(thing)
        wide, high = right - left, bottom - top
        if x and x + wide > room[0] + 1e-6:
            x, y, deep = 0.0, y + deep + CUTTING_GAP, 0.0
        if y and y + high > room[1] + 1e-6:
            yield page
            page, x, y, deep = [], 0.0, 0.0, 0.0
        page.extend(shift_shape(shape, (x - left, y - top)) for shape in thing)
        x, deep = x + wide + (CUTTING_GAP if wide != CARD[0] else 0), max(deep, high)
    if page:
        yield page


def card_shapes(panel: KitPanel) -> Iterator[list[Shape]]:
    """Yield the shapes of every copy of every card."""
    for name in panel.pieces:
        if face := panel.drawing.cards.get(name.split(".")[0]):
            yield [*card(face, name)]


def card(face: Face, name: str) -> Iterator[Shape]:
    """Yield the shapes of one card: its outline, sign, title and name."""
    wide, high = CARD
    yield rectangle(0, 0, wide, high, CUT_LOOK)
    size = min(22.0, (wide - 8) / (0.8 * len(face.sign)))
    yield from sign_row(face.sign, (wide / 2, high * 0.42), size)
    for at, line in enumerate(fold_text(face.title, 30)):
        yield Words((wide / 2, high * 0.7 + 4.6 * at), line, 3.6, Look("label", INK))
    yield Words((wide / 2, high - 4), name, 2.4, Look("note", GREY))


def piece_shapes(plan: Plan) -> Iterator[list[Shape]]:
    """Yield the shapes of each piece.

    Puzzle pieces have their cell's outline, others stand on a round base.
    """
    homes = {cell.site: cell for cell in plan.panel.drawing.cells}
    for token in plan.panel.drawing.tokens:
        for _ in range(token.count):
            home = homes.get(token.home) if token.home else None
            yield [*(puzzle_shapes(plan, token, home) if home else round_base(plan, token))]


def puzzle_shapes(plan: Plan, token: Token, home: Cell) -> Iterator[Shape]:
    """Yield a puzzle piece: its outline, the place of its magnet in red, and its cell."""
    points = tuple((x * plan.unit, y * plan.unit) for x, y in token.points)
    yield Outline(points, Look("cut", INK, paler_shade(token.colour), 0.2))
    spot = roomiest(home)
    x, y = ((a - b) * plan.unit for a, b in zip(spot, home.centre, strict=True))
    if plan.magnet:
        yield Disc((x, y), plan.magnet.wide / 2, Look("magnet", RED, width=0.2), token.name)
    yield Words((x, y + 1), home.site, 2.6, Look("label", INK))


def round_base(plan: Plan, token: Token) -> Iterator[Shape]:
    """Yield a round base with the piece's outline on it, in the piece's colour."""
    radius = tags.base(plan) / 2
    yield Disc((0, 0), radius, CUT_LOOK, token.name)
    reach = max([token.radius, *((x * x + y * y) ** 0.5 for x, y in token.points)])
    scale = 0.9 * radius / reach
    look = Look("hull", INK, paler_shade(token.colour), 0.2)
    if token.points:
        yield Outline(tuple((x * scale, y * scale) for x, y in token.points), look)
    else:
        yield Disc((0, 0), token.radius * scale, look)
    mark = token.label if token.label is not None else str(token.seat + 1)
    yield Words((0, 1), mark, 3, Look("label", INK))


def labels(plan: Plan) -> Iterator[list[Shape]]:
    """Yield a round label for each tag, of the tag's size, to tell tags apart at enrolment."""
    panel = plan.panel
    if not panel.wiring.file.readers:
        return
    titles = {token.name: token.title for token in panel.drawing.tokens}
    for name in panel.pieces:
        face = panel.drawing.cards.get(name.split(".")[0])
        lines = fold_text(titles.get(name) or (face.title if face else name), 16)[:3]
        yield [*label_shapes(name, lines, tags.sticker_size(plan, name))]


def label_shapes(name: str, lines: list[str], wide: float) -> Iterator[Shape]:
    """Yield a label: its name, and its title lines if it is at least ROOMY wide."""
    yield Disc((0, 0), wide / 2, CUT_LOOK, name)
    if wide < ROOMY:
        parts = name.split(".")
        high = min(3.0, wide / max(map(len, parts)), 0.6 * wide / len(parts))
        for at, part in enumerate(parts):
            down = high * (at - (len(parts) - 1) / 2 + 0.35)
            yield Words((0, down), part, high, Look("label", INK))
        return
    yield Words((0, -4.5), name, 3, Look("label", INK))
    for at, line in enumerate(lines):
        yield Words((0, 0.5 + 3 * at), line, 2.2, Look("note", INK))


def printed_tables(panel: KitPanel) -> Iterator[list[Shape]]:
    """Yield the shapes of each printed table of the game (ranges, prices)."""
    for title, rows in panel.tables.items():
        yield [*table_shapes(title, rows)]


def table_shapes(title: str, rows: Sequence[Sequence[str]]) -> Iterator[Shape]:
    """Yield the shapes of one table: its title, and a box with text for each cell."""
    step, high = 180 / max(map(len, rows)), 7.0
    yield Words((0, -3), title, 5, Look("label", INK), Anchor.START)
    for down, row in enumerate(rows):
        yield rectangle(0, down * high, 180, high, Look("cell", GREY))
        for across, text in enumerate(row):
            place = (across * step + 1.5, down * high + 4.8)
            yield Words(place, text, 3.2, Look("label", INK), Anchor.START)


def paler_shade(colour: tuple[int, int, int]) -> str:
    """Return a paler shade of this light colour, for printing."""
    return "#{:02x}{:02x}{:02x}".format(*(128 + part // 2 for part in colour))
