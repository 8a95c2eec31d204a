"""The ten pictures of the first board: `python examples/first_board/breadboard.py`.

A breadboard of 60 columns, rows a to j, two rails above and two below; from the seventh step on
the card with the reeds under it. What a step adds is drawn in colour, what was there in grey.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import dist
from pathlib import Path

from msgspec import Struct

from drivers.kit.drawn.shapes import (
    GREY,
    INK,
    Anchor,
    Disc,
    Look,
    Outline,
    PaperPoint,
    Shape,
    Sheet,
    Words,
    rectangle,
)
from drivers.kit.drawn.svg import sheet_svg
from drivers.workshop.panel_tables import fill_tables, markdown_table

PICTURES = Path(__file__).parent / "pictures"
README = Path(__file__).parent / "README.md"
HOLE = 2.54  # mm from hole to hole
COLUMNS = 60
ROWS = {"T+": 1, "T-": 2, **{row: 4 + at for at, row in enumerate("abcde")}}
ROWS |= {**{row: 11 + at for at, row in enumerate("fghij")}, "B+": 17, "B-": 18}
RAILS = {"T+": "upper + rail", "T-": "upper – rail", "B+": "lower + rail", "B-": "lower – rail"}
BESIDE = {"upper": 27, "lower": 31, "DIN": 34.7, "GND": 35.6, "5V": 36.5}  # what is on the card
INPUTS = ((35, "g"), (34, "g"), (33, "g"), (32, "g"), (32, "b"), (33, "b"), (34, "b"), (35, "b"))
FIRST, APART = 5, 7  # columns above the first reed, and from reed to reed; 33 mm in truth
GROUNDS = (3, 10, 17, 24, 31, 38, 45, 55)  # holes of the lower – rail for the reeds
RED, BLACK, BLUE, GREEN, ORANGE = "#c0281f", "#111111", "#1f5fbf", "#1d8a3a", "#c97a12"
VIOLET, BROWN, TEAL = "#7a3fa8", "#7a4a1e", "#12808a"
MANY = (BLUE, GREEN, ORANGE, VIOLET, BROWN, TEAL, RED, BLACK)
HEIGHT = {**ROWS, **BESIDE}


class Wire(Struct, frozen=True):
    """From hole to hole, added in a step, round some corners; a part with two legs has a name."""

    step: int
    start: tuple[int, str]
    end: tuple[int, str]
    colour: str
    name: str = ""
    via: tuple[PaperPoint, ...] = ()  # columns and rows


def wires() -> Iterator[Wire]:
    """Everything that is plugged in, in the order of the steps."""
    yield Wire(4, (5, "b"), (5, "T+"), RED)
    yield Wire(4, (3, "b"), (3, "T-"), BLACK)
    yield Wire(4, (58, "T+"), (58, "B+"), RED)
    yield Wire(4, (59, "T-"), (59, "B-"), BLACK)
    yield Wire(4, (30, "d"), (30, "T+"), RED)
    yield Wire(4, (31, "d"), (31, "T-"), BLACK)
    yield Wire(4, (36, "d"), (36, "T+"), RED)
    yield Wire(4, (37, "i"), (37, "B-"), BLACK)
    yield Wire(4, (9, "b"), (9, "T-"), BLACK)
    yield Wire(4, (1, "b"), (10, "a"), GREY, "10k", ((2, 4.5), (8, 4.5)))
    yield Wire(4, (10, "b"), (13, "T-"), GREY, "10k", ((13, 5),))
    yield Wire(5, (4, "i"), (31, "j"), BLUE, via=((4, 16.4), (31, 16.4)))
    yield Wire(5, (5, "j"), (30, "i"), GREEN, via=((5, 15.7), (29, 15.7), (29, 14)))
    yield Wire(5, (6, "i"), (37, "c"), ORANGE, via=((6, 16.05), (39.5, 16.05), (39.5, 6)))
    yield Wire(5, (37, "a"), (41, "T+"), GREY, "10k", ((41, 4),))
    yield Wire(6, (45, "b"), (45, "T+"), RED)
    yield from inputs()
    yield from reeds()
    yield Wire(9, (1, "a"), (22, "a"), RED, via=((1, 3.3), (22, 3.3)))
    yield Wire(9, (22, "b"), (25, "b"), GREY, "1N4001")
    yield Wire(9, (11, "j"), (22, "j"), BLUE, via=((11, 16.8), (22, 16.8)))
    yield Wire(9, (22, "i"), (25, "i"), GREY, "330")
    yield Wire(9, (25, "c"), (2, "5V"), RED, via=((27.5, 6), (27.5, 19.0), (0, 19.0), (0, 36.5)))
    yield Wire(9, (12, "B-"), (2, "GND"), BLACK, via=((12, 19.5), (0.6, 19.5), (0.6, 35.6)))
    around = ((26, 12.0), (26, 20.0), (1.2, 20.0), (1.2, 34.7))
    yield Wire(9, (25, "g"), (2, "DIN"), BLUE, via=around)


def inputs() -> Iterator[Wire]:
    """From the register to the network: four below the chip, four above it."""
    for number, (column, row) in enumerate(INPUTS, 1):
        to = 45 + number
        lane = 11.3 + number * 0.7 if row == "g" else 4.4 - (number - 4) * 0.45
        corners = ((column, lane), (to, lane))
        yield Wire(6, (column, row), (to, "c"), MANY[number - 1], via=corners)


def reeds() -> Iterator[Wire]:
    """Each under the card with two wires: one from its input, one from ground."""
    for number in range(1, 9):
        at, lane = place(number), 20.6 + 0.55 * number
        way = ((45.5 + number, 8), (45.5 + number, lane), (at, lane))
        yield Wire(7, (45 + number, "e"), (number, "upper"), MANY[number - 1], via=way)
        ground = GROUNDS[number - 1]
        yield Wire(7, (ground, "B-"), (number, "lower"), BLACK, via=((ground, 31),))
        yield Wire(7, (number, "upper"), (number, "lower"), GREEN, f"k{number}")


def place(number: int) -> int:
    """The column above a reed."""
    return FIRST + APART * (number - 1)


def at(hole: tuple[int, str]) -> PaperPoint:
    column, row = hole
    across = place(column) if row in ("upper", "lower") else column
    return spot((across, HEIGHT[row]))


def spot(point: PaperPoint) -> PaperPoint:
    """Columns and rows in millimetres."""
    return 8 + point[0] * HOLE, 12 + point[1] * HOLE


def picture(step: int, title: str) -> Sheet:
    """The board after this step."""
    shapes = (
        Words((82, 7), f"{step}. {title}", 5, Look("title", INK)),
        *(shape for shape in ground(step)),
        *(shape for wire in wires() if wire.step <= step for shape in led(wire, step)),
        *(shape for wire in wires() if wire.step <= step for shape in tagged(wire, step)),
    )
    return Sheet(title, 168, 66 if step < 7 else 114, shapes)


def ground(step: int) -> Iterator[Shape]:
    """Holes with their names and, from the third step on, the Pico and the register."""
    yield rectangle(6, 12, 156, 48, Look("board", GREY, "#fbfaf5", 0.3))
    hole = Look("hole", "", "#d5d2c6")
    for row in ROWS:
        yield from (Disc(at((c, row)), 0.45, hole) for c in range(1, COLUMNS + 1))
    yield from names()
    if step >= 2:
        yield from chip("Pico", (1, "c"), (20, "h"), "#2f7d4f" if step <= 3 else "#9fb5a7")
        yield Words((3.0, 36), "USB", 2.2, Look("note", INK))
    if step >= 3:
        yield from chip("74HC165", (30, "e"), (37, "f"), "#444444" if step == 3 else "#999999")
    if step >= 6:
        yield from chip("", (45, "a"), (53, "a"), "#b5651d" if step == 6 else "#c9b49f")
        yield Words((spot((56, 4))[0], spot((56, 4))[1] + 0.8), "10k × 8", 2.2, Look("note", INK))
    if step >= 7:
        yield from card(step)


def names() -> Iterator[Shape]:
    """Numbers of columns, letters of rows and the signs of the rails, as on the breadboard."""
    note = Look("name", GREY)
    for column in (1, *range(5, COLUMNS + 1, 5)):
        yield Words((spot((column, 0))[0], 11.2), str(column), 2.2, note)
    for row in ROWS:
        sign = "+" if "+" in row else "–" if "-" in row else row
        look = Look("name", RED if sign == "+" else BLUE) if sign in "+–" else note
        for column in (-0.4, COLUMNS + 0.9):
            x, y = spot((column, ROWS[row]))
            yield Words((x, y + 0.7), sign, 1.8, look)


def card(step: int) -> Iterator[Shape]:
    """The card with the reeds under it, and beside them the strip of pixels; not to scale."""
    left, top = spot((2, 26))
    yield rectangle(left, top, 148, 33, Look("card", GREY, "#f4efe2", 0.3))
    yield Words(spot((place(1) + 2.7, 29.6)), "33 mm", 2.4, Look("note", INK))
    if step < 9:
        return
    yield rectangle(left, top + 20.5, 148, 8, Look("strip", INK, "#ffffff", 0.3))
    for row in ("DIN", "GND", "5V"):
        x, y = at((2, row))
        yield Words((x + 1.2, y + 0.7), row, 1.6, Look("note", INK), Anchor.START)
    for number in range(1, 9):
        x, y = spot((place(number), 35.6))
        yield rectangle(x - 2, y - 2, 4, 4, Look("pixel", INK, "#ffe9a8", 0.2))


def chip(name: str, first: tuple[int, str], last: tuple[int, str], colour: str) -> Iterator[Shape]:
    (left, top), (right, bottom) = at(first), at(last)
    box = (left - 1.2, top - 1.2, right - left + 2.4, bottom - top + 2.4)
    yield rectangle(*box, Look("part", INK, colour, 0.3))
    if name:
        middle = ((left + right) / 2, (top + bottom) / 2 - 1.2)
        yield Words(middle, name, 3.0, Look("label", "#ffffff"))
    yield Disc((left + 0.6, bottom - 0.6), 0.5, Look("first", "", "#ffffff"))


def path(wire: Wire) -> tuple[PaperPoint, ...]:
    """Every corner of it, in millimetres."""
    return at(wire.start), *map(spot, wire.via), at(wire.end)


def led(wire: Wire, step: int) -> Iterator[Shape]:
    fresh = wire.step == step
    colour = wire.colour if fresh else "#b9b9b9"
    yield Outline(path(wire), Look("wire", colour, width=0.7 if fresh else 0.4), closed=False)
    for end in (at(wire.start), at(wire.end)):
        yield Disc(end, 0.8 if fresh else 0.5, Look("end", "", colour))


def tagged(wire: Wire, step: int) -> Iterator[Shape]:
    """A part's name, on the longest stretch of its leads."""
    if not wire.name:
        return
    corners = path(wire)
    (x, y), (u, v) = max(pairwise(corners), key=lambda pair: dist(*pair))
    middle, half = ((x + u) / 2, (y + v) / 2), 0.65 * len(wire.name) + 0.6
    colour = wire.colour if wire.step == step else "#b9b9b9"
    box = (middle[0] - half, middle[1] - 1.2, 2 * half, 2.4)
    yield rectangle(*box, Look("part", colour, "#ffffff", 0.3))
    yield Words((middle[0], middle[1] + 0.7), wire.name, 2.0, Look("label", INK))


TITLES = (
    "Play it before you build it",
    "Firmware on the Pico",
    "Pico and register on the breadboard",
    "3.3 V and ground",
    "Clock, latch and data",
    "Eight inputs, held high",
    "Eight reeds",
    "First check: does it feel?",
    "Eight pixels",
    "Second check, and play",
)


def listed(step: int) -> str:
    """What is plugged in at this step, from hole to hole."""
    rows = [
        (wire.name or "wire", named(wire.start), named(wire.end))
        for wire in wires()
        if wire.step == step and {wire.start[1], wire.end[1]} != {"upper", "lower"}
    ]
    return markdown_table(("Part", "From", "To"), rows)


def named(hole: tuple[int, str]) -> str:
    """Column and row, as they are printed on a breadboard; a rail by where it is."""
    column, row = hole
    if row in ("upper", "lower"):
        return f"k{column}'s {row} lead"
    return RAILS.get(row) or (f"the strip's {row}" if row in BESIDE else f"{column}{row}")


def page() -> str:
    """The README with its lists made anew."""
    steps = {f"step-{step}": listed(step) for step in (4, 5, 6, 7, 9)}
    return fill_tables(README.read_text(), steps)


def drawn() -> dict[str, str]:
    """Every picture by its file."""
    return {f"{n}.svg": sheet_svg(picture(n, title)) for n, title in enumerate(TITLES, 1)}


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    for name, text in drawn().items():
        (PICTURES / name).write_text(text)
    README.write_text(page())
