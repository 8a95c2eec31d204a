"""Drawings of the panel at true size: the printed top, and the drilling template."""

from __future__ import annotations

from collections.abc import Iterator
from math import dist

from controller.drawing import Cell, Print
from controller.drawing import Point as Unit
from controller.values import Saying
from drivers.kit.drawn.shapes import (
    BLUE,
    GREY,
    INK,
    LETTER,
    PALE,
    RED,
    Anchor,
    Disc,
    Look,
    Outline,
    PaperPoint,
    Shape,
    Sheet,
    Words,
    fold_text,
    rectangle,
    stroke,
)
from drivers.kit.holes import Hole, HoleKind
from drivers.kit.plan import AXLE, CARD, PAPER_MARGIN, Plan
from drivers.kit.terms import Say

EDGE, CELL, NOTE = Look("edge", INK, width=0.35), Look("cell", GREY), Look("note", GREY)
CHANNEL, PIXEL = Look("channel", INK), Look("pixel", BLUE)
HOLE_LOOKS = {
    HoleKind.REED: Look("reed", INK, width=0.25),
    HoleKind.HALL: Look("hall", INK, width=0.25),
    HoleKind.COIL: Look("coil", RED, dashed=True),
    HoleKind.BEAM: Look("beam", INK, width=0.35),
    HoleKind.LIGHT: Look("light", BLUE, width=0.25),
    HoleKind.KEY: Look("key", INK, width=0.35),
    HoleKind.SENSOR: Look("sensor", RED, width=0.25),
    HoleKind.FORK: Look("fork", RED, width=0.25),
    HoleKind.WHEEL: Look("wheel", INK, width=0.35),
    HoleKind.SCREW: Look("screw", INK, width=0.35),
}
# Pale, for readable names and little ink; assigned in the order of the prints.
TINTS = ("#dfe9f7", "#f6e3d8", "#e3f1df", "#f3edcf", "#e9dff2", "#d8eeee", "#f5dce4", "#e6e6e6")
ABOVE = (
    HoleKind.BEAM,
    HoleKind.KEY,
    HoleKind.SCREW,
    HoleKind.SENSOR,
    HoleKind.FORK,
    HoleKind.WHEEL,
)  # seen from above
HAIR = 2.0  # mm, an arm of the cross in a hole
LEGEND_LINE = 4.5  # mm, a line of the legend
MARGIN, SMALL = 14.0, 3.0  # mm: margin left and right of the legend; height of its letters
ROLLER, SLOT = 30.0, 8.0  # mm: diameter of a roller; distance from the board to its slot
SCALE = 100.0  # mm, a line to measure after printing
FIELD_LOOK = Look("field", PALE)


def top_sheet(plan: Plan, say: Say) -> Sheet:
    """Return the sheet that players see: cells, prints, keys and card places."""
    heading = say(Saying("kit.sheet.top", {"panel": plan.panel.wiring.file.name}))
    shapes = (
        *panel_edge(plan),
        *print_shapes(plan),
        *(shape for cell in plan.panel.drawing.cells for shape in outlined(plan, cell)),
        *(hole_shape(hole) for hole in plan.of(*ABOVE)),
        *(key_name(hole) for hole in plan.of(HoleKind.KEY)),
        *card_outlines(plan),
    )
    return Sheet(heading, plan.wide, plan.high, shapes)


def drill(plan: Plan, say: Say) -> Sheet:
    """Return the drilling sheet: every hole with its cross, channel in black and pixel in blue."""
    heading = say(Saying("kit.sheet.drill", {"panel": plan.panel.wiring.file.name}))
    shapes = (
        *panel_edge(plan),
        *(Outline(corners(plan, cell), FIELD_LOOK) for cell in plan.panel.drawing.cells),
        *rollers(plan, say),
        *card_outlines(plan),
        *(shape for hole in plan.holes for shape in drilled(hole)),
        *legend(plan, say),
    )
    return Sheet(
        heading, plan.wide, plan.high + LEGEND_LINE * (len(legend_lines(plan, say)) + 3), shapes
    )


def panel_edge(plan: Plan) -> Iterator[Shape]:
    """Yield the edge of the panel."""
    yield rectangle(0, 0, plan.wide, plan.high, EDGE)


def corners(plan: Plan, cell: Cell) -> tuple[PaperPoint, ...]:
    """Return the outline of a cell; a round cell becomes a polygon of 16 corners."""
    if cell.points:
        return tuple(map(plan.at, cell.points))
    (x, y), r = plan.at(cell.centre), cell.radius * plan.unit
    return tuple((x + r * dx, y + r * dy) for dx, dy in CIRCLE)


CIRCLE = (
    *((1.0, 0.0), (0.924, 0.383), (0.707, 0.707), (0.383, 0.924), (0.0, 1.0), (-0.383, 0.924)),
    *((-0.707, 0.707), (-0.924, 0.383), (-1.0, 0.0), (-0.924, -0.383), (-0.707, -0.707)),
    *((-0.383, -0.924), (0.0, -1.0), (0.383, -0.924), (0.707, -0.707), (0.924, -0.383)),
)


def outlined(plan: Plan, cell: Cell) -> Iterator[Shape]:
    """Yield the outline of a cell and its name."""
    x, y = plan.at(cell.centre)
    high = min(3.0, plan.pitch * 0.14)
    if cell.points:
        yield Outline(corners(plan, cell), CELL)
    else:
        yield Disc((x, y), cell.radius * plan.unit, CELL, cell.site)
    yield Words((x, y + 0.42 * plan.pitch), cell.site, high, NOTE)


# ---------------------------------------------------------------------------------------- prints


def print_shapes(plan: Plan) -> Iterator[Shape]:
    """Yield every print: a tint on the cells it covers, with its name; a path as a line."""
    cells = plan.panel.drawing.cells
    kinds = list(dict.fromkeys(one.kind for one in plan.panel.drawing.prints))
    for one in plan.panel.drawing.prints:
        tint = TINTS[kinds.index(one.kind) % len(TINTS)]
        covered = [cell for cell in cells if any(same_point(cell.centre, p) for p in one.places)]
        yield from print_on_plate(plan, one, covered, tint)


def same_point(one: Unit, other: Unit) -> bool:
    """True if the two points of the drawing are the same, within 0.01."""
    return dist(one, other) < 0.01


def print_on_plate(plan: Plan, one: Print, covered: list[Cell], tint: str) -> Iterator[Shape]:
    """Yield the shapes of one print, by whether it covers cells and has a title."""
    wide, high = (size * plan.unit for size in one.size)
    x, y = plan.at(one.centre)
    if not wide or not high:
        yield stroke((x - wide / 2, y - high / 2), (x + wide / 2, y + high / 2), WAY_LOOK)
    elif covered and not one.title:
        yield Outline(tuple(map(plan.at, one.places)), WAY_LOOK, closed=False)
    elif covered:
        look = Look("print", GREY, tint, 0.15)
        yield from (Outline(corners(plan, cell), look) for cell in covered)
        yield from caption(plan, one, covered)
    elif one.title and len(one.places) == 1:
        yield Disc((x, y), min(wide, high) / 2, Look("print", GREY, tint, 0.15))
        yield from caption(plan, one, [])
    elif one.title:
        tails, tips = one.places[::2], one.places[1::2]
        for tail, tip in zip(tails, tips, strict=False):
            yield stroke(plan.at(tail), plan.at(tip), WAY_LOOK)
            yield Disc(plan.at(tip), 0.8, Look("print", INK, INK, 0.1))


WAY_LOOK = Look("way", INK, width=0.5)


def caption(plan: Plan, one: Print, covered: list[Cell]) -> Iterator[Shape]:
    """Yield a print's label, and its title where there is room for it."""
    x, y = plan.at(one.centre)
    if len(covered) > 1 and not any(dist(cell.centre, one.centre) < 0.75 for cell in covered):
        x, y = plan.at(covered[0].centre)
    if one.label:
        yield Words((x, y + 1.5), one.label, min(5.0, plan.pitch * 0.25), Look("label", INK))
    if 0.4 * 2.4 * len(one.title) < one.size[0] * plan.unit:
        yield Words((x, y - 0.22 * plan.pitch), one.title, min(2.4, plan.pitch * 0.12), NOTE)


# ----------------------------------------------------------------------------------------- holes


def drilled(hole: Hole) -> Iterator[Shape]:
    """Yield a hole, its centre cross if it is drilled, and its number."""
    (x, y), arm = hole.at, min(HAIR, hole.wide / 2)
    yield hole_shape(hole)
    if hole.drilled:
        look = HOLE_LOOKS[hole.kind]
        fine = Look("cross", look.stroke, width=0.1)
        yield stroke((x - arm, y), (x + arm, y), fine)
        yield stroke((x, y - arm), (x, y + arm), fine)
    yield from hole_numbers(hole)


def hole_shape(hole: Hole) -> Shape:
    """Return the outline of a hole: a rectangle if it has a height, else a disc."""
    look = HOLE_LOOKS[hole.kind]
    if hole.high:
        left, top, _, _ = hole.box
        return rectangle(left, top, hole.wide, hole.high, look)
    if not hole.drilled and hole.kind is HoleKind.LIGHT:
        look = Look("lamp", look.stroke, width=0.15, dashed=True)
    return Disc(hole.at, hole.wide / 2, look, hole.called)


def hole_numbers(hole: Hole) -> Iterator[Shape]:
    """Yield the channel, pixel or site written beside a hole."""
    (x, y), beside = hole.at, hole.wide / 2 + 0.6
    match hole.kind:
        case HoleKind.LIGHT if hole.drilled:
            yield Words((x + beside, y + 0.7), str(hole.number), 2.0, PIXEL, Anchor.START)
        case HoleKind.LIGHT:
            yield Words((x, y + 0.7), str(hole.number), 2.0, PIXEL)
        case HoleKind.REED:
            yield Words(
                (x + beside, y + 0.7), f"{hole.number} {hole.site}", 2.0, CHANNEL, Anchor.START
            )
        case HoleKind.HALL:
            yield Words((x, y + 3.6), hole.called, 1.6, CHANNEL)
        case HoleKind.COIL:
            yield Words((x, y + 6.5), f"{hole.number} {hole.site}", 2.0, CHANNEL)
        case HoleKind.BEAM:
            yield stroke((x - beside - 4, y), (x + beside + 4, y), Look("note", RED, dashed=True))
            yield Words((x, y + 3.5), f"{hole.number} {hole.site}", 2.4, CHANNEL)
        case HoleKind.KEY:
            yield Words((x, y + hole.wide / 2 + 3), f"{hole.number} {hole.site}", 2.4, CHANNEL)
        case HoleKind.SENSOR | HoleKind.FORK:
            yield Words((x, y + hole.high / 2 + 3), hole.site, 2.0, CHANNEL)
        case HoleKind.WHEEL:
            yield Words((x, y + hole.high / 2 + 3), hole.kind.value, 2.0, CHANNEL)


def key_name(hole: Hole) -> Words:
    """Return the name printed on a key."""
    x, y = hole.at
    return Words((x, y + 1), hole.site.removeprefix("key.").upper(), 3.0, Look("label", INK))


def card_outlines(plan: Plan) -> Iterator[Shape]:
    """Yield the place of each card, and its reader board beneath."""
    for place in plan.readers:
        (x, y), (wide, high) = place.at, CARD
        yield rectangle(x - wide / 2, y - high / 2, wide, high, Look("card", GREY, dashed=True))
        yield rectangle(x - 21.5, y - 20.5, 43, 41, Look("reader", RED, dashed=True))
        yield Words((x, y + high / 2 - 4), place.site, 4, Look("label", INK))


def rollers(plan: Plan, say: Say) -> Iterator[Shape]:
    """Yield the rollers, their slots, the paper's edges and the line that the sensors read."""
    if not plan.rolls:
        return
    (left, top), (wide, high) = plan.corner, plan.board
    ends = left - PAPER_MARGIN, left + wide + PAPER_MARGIN
    across, below = ends[1] - ends[0], Look("roller", GREY, dashed=True)
    for y, slot in ((top - AXLE, top - SLOT - 4), (top + high + AXLE, top + high + SLOT)):
        yield rectangle(ends[0], y - ROLLER / 2, across, ROLLER, below)
        yield stroke((ends[0] - 20, y), (ends[1] + 20, y), below)
        yield rectangle(ends[0] - 2, slot, across + 4, 4, Look("slot", INK, width=0.35))
    for x in ends:
        yield stroke((x, top - AXLE), (x, top + high + AXLE), Look("paper", GREY))
    line = top + high - plan.unit / 2
    seen = Look("line", RED, width=0.15, dashed=True)
    yield stroke((ends[0], line), (left, line), seen)
    yield stroke((left + wide, line), (ends[1], line), seen)
    words = say(Saying("kit.label.line"))
    yield Words((ends[0] - 1, line - 2), words, 2.4, Look("note", RED), Anchor.END)


def legend(plan: Plan, say: Say) -> Iterator[Shape]:
    """Yield the legend beneath the panel, with a line of 100 mm."""
    lines = legend_lines(plan, say)
    for at, text in enumerate(lines):
        place = (MARGIN, plan.high + LEGEND_LINE * (at + 1.5))
        yield Words(place, text, SMALL, Look("legend", INK), Anchor.START)
    yield from measuring_line(plan.high + LEGEND_LINE * (len(lines) + 1.5))


def legend_lines(plan: Plan, say: Say) -> list[str]:
    """Return the lines of the legend, folded to the panel's width."""
    size = {"pitch": f"{plan.pitch:.1f}"}
    told = [Saying("kit.label.scale", size), *(Saying(f"kit.label.{one}") for one in used(plan))]
    room = int((plan.wide - 2 * MARGIN) / (LETTER * SMALL))
    return [line for saying in told for line in fold_text(say(saying), room)]


def measuring_line(y: float) -> Iterator[Shape]:
    """Yield a line of 100 mm, to check that the printer did not scale the sheet."""
    look = Look("scale", INK, width=0.25)
    yield stroke((14, y), (14 + SCALE, y), look)
    for x in (14, 14 + SCALE):
        yield stroke((x, y - 1.5), (x, y + 1.5), look)
    yield Words((16 + SCALE, y + 1), f"{SCALE:g} mm", 3.0, Look("legend", INK), Anchor.START)


def used(plan: Plan) -> list[str]:
    """Return the kinds of hole on this panel, in the order of `HoleKind`, and "rollers" if any."""
    found = [kind.value for kind in HoleKind if plan.of(kind)]
    return [*found, "rollers"] if plan.rolls else found
