"""The paper strip on the rollers at true size: the map, and the tracks that encode its position."""

from __future__ import annotations

from collections.abc import Iterator

from controller.drawing import Print
from controller.values import Saying
from drivers.kit.drawn.shapes import (
    GREY,
    INK,
    Look,
    Outline,
    Shape,
    Sheet,
    Words,
    rectangle,
    stroke,
)
from drivers.kit.drawn.template import TINTS
from drivers.kit.plan import PAPER_MARGIN, TRACK_OFFSETS, Plan
from drivers.kit.terms import Say
from firmware import roller

BEYOND = 5  # rows that are printed beyond the last danger row
TRACK_BAR = 6.0  # mm, a bar across its track
CLOCK, DATA, HOME = 5.0, 12.0, 8.0  # mm along the strip, about the middle of its row
HOME_SLOT = 4.0  # mm, width of the home slot: 2 mm of paper remain between it and the edge
LEADER = 235.0  # mm of blank paper at each end: down to the roller and 1.5 turns round it
BLACK = Look("bar", "", "#000000")


def strip_sheet(plan: Plan, say: Say) -> Sheet | None:
    """Return the sheet of the whole strip, highest row on top; None if the panel has no strip."""
    if not plan.rolls:
        return None
    rows = printed_rows(plan)
    wide, high = plan.board[0] + 2 * PAPER_MARGIN, len(rows) * plan.unit
    heading = say(Saying("kit.sheet.strip", {"panel": plan.panel.wiring.file.name}))
    shapes = (
        rectangle(0, 0, wide, high, Look("edge", INK, width=0.35)),
        *maps(plan, rows),
        *(shape for row in rows for shape in tracks(plan, rows, row)),
        *(shape for row in danger(plan) for shape in warned(plan, rows, row, say)),
    )
    return Sheet(heading, wide, high, shapes)


def printed_rows(plan: Plan) -> range:
    """Return the rows to print: from the first row of the code to BEYOND the far danger row."""
    _, far = plan.panel.wiring.file.dials[0].limits.danger
    return range(roller.FIRST_ROW, int(far + plan.panel.drawing.size[1]) + BEYOND)


def paper_length(plan: Plan) -> float:
    """Return the length of the paper in mm, with the leaders that stay on the rollers."""
    return len(printed_rows(plan)) * plan.unit + 2 * LEADER


def danger(plan: Plan) -> tuple[int, int]:
    """Return the two rows with a warning, which appear at the near and the far edge."""
    near, far = plan.panel.wiring.file.dials[0].limits.danger
    return int(near), int(far + plan.panel.drawing.size[1]) - 1


def row_middle(plan: Plan, rows: range, row: float) -> float:
    """Return the distance in mm from the strip's top to the middle of a row."""
    return (rows[-1] - row + 0.5) * plan.unit


def tracks(plan: Plan, rows: range, row: int) -> Iterator[Shape]:
    """Yield a row's grid line, clock and data bars, home slot and number."""
    y, left = row_middle(plan, rows, row), PAPER_MARGIN
    right = left + plan.board[0]
    grid = Look("grid", GREY, width=0.1)
    yield stroke((left, y + plan.unit / 2), (right, y + plan.unit / 2), grid)
    yield bar(left + TRACK_OFFSETS["clock"], y, CLOCK)
    if roller.track(row):
        yield bar(left + TRACK_OFFSETS["data"], y, DATA)
    if row == 0:
        cut = Look("slot", INK, width=0.35)
        yield rectangle(
            right + TRACK_OFFSETS["home"] - HOME_SLOT / 2, y - HOME / 2, HOME_SLOT, HOME, cut
        )
    yield Words((right + 5, y + 1), str(row), 2.4, Look("note", GREY))


def bar(x: float, y: float, long: float) -> Outline:
    """Return a black bar centred on (x, y), `long` mm along the strip."""
    return rectangle(x - TRACK_BAR / 2, y - long / 2, TRACK_BAR, long, BLACK)


def maps(plan: Plan, rows: range) -> Iterator[Shape]:
    """Yield the printed map: planets and hazards as tinted squares with their names."""
    paper = plan.panel.drawing.paper
    prints = paper.prints if paper else ()
    kinds = list(dict.fromkeys(one.kind for one in prints))
    for one in prints:
        yield from print_on_strip(plan, rows, one, TINTS[kinds.index(one.kind) % len(TINTS)])


def print_on_strip(plan: Plan, rows: range, one: Print, tint: str) -> Iterator[Shape]:
    """Yield one print: a tinted square per place, its label and its title."""
    look, unit = Look("print", GREY, tint, 0.15), plan.unit
    spots = [
        (PAPER_MARGIN + x * unit, row_middle(plan, rows, row_at(plan, y))) for x, y in one.places
    ]
    for x, y in spots:
        yield rectangle(x - unit / 2, y - unit / 2, unit, unit, look)
    x, y = spots[0]
    yield Words((x, y + 1.5), one.label, 6, Look("label", INK))
    yield Words((x, y - 0.3 * unit), one.title, 2.4, Look("note", INK))


def row_at(plan: Plan, y: float) -> float:
    """Return the strip row at this y of the drawing while row 0 is at the near edge."""
    return plan.panel.drawing.size[1] - 0.5 - y


def warned(plan: Plan, rows: range, row: int, say: Say) -> Iterator[Shape]:
    """Yield the warning printed on a danger row."""
    y, (wide, _) = row_middle(plan, rows, row), plan.board
    words = say(Saying("kit.label.turn_back"))
    yield Words((PAPER_MARGIN + wide / 2, y + 4), words, 14, Look("warning", "#c0281f"))
