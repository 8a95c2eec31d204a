"""The ten pictures of the first board: `python examples/first_board/breadboard.py`.

A breadboard of 60 columns, rows a to j, two rails above and two below. What a step adds is drawn in
colour, what is there already in grey.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from drivers.kit.drawn.shapes import (
    GREY,
    INK,
    Disc,
    Look,
    Outline,
    Point,
    Shape,
    Sheet,
    Words,
    rectangle,
)
from drivers.kit.drawn.svg import svg
from drivers.workshop.panel_tables import filled, table

PICTURES = Path(__file__).parent / "pictures"
README = Path(__file__).parent / "README.md"
HOLE = 2.54  # mm from hole to hole
COLUMNS = 60
ROWS = {"T+": 1, "T-": 2, **{row: 4 + at for at, row in enumerate("abcde")}}
ROWS |= {**{row: 11 + at for at, row in enumerate("fghij")}, "B+": 17, "B-": 18, "out": 23}
INPUTS = ((35, "g"), (34, "g"), (33, "g"), (32, "g"), (32, "b"), (33, "b"), (34, "b"), (35, "b"))
RED, BLACK, BLUE, GREEN, ORANGE = "#c0281f", "#111111", "#1f5fbf", "#1d8a3a", "#c97a12"


class Wire(Struct, frozen=True):
    """From hole to hole, added in a step; a part with two legs has its name on it."""

    step: int
    start: tuple[int, str]
    end: tuple[int, str]
    colour: str
    name: str = ""


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
    yield Wire(4, (1, "b"), (10, "a"), GREY, "10k")
    yield Wire(4, (10, "b"), (12, "T-"), GREY, "10k")
    yield Wire(5, (4, "i"), (31, "j"), BLUE)
    yield Wire(5, (5, "j"), (30, "i"), GREEN)
    yield Wire(5, (6, "i"), (37, "c"), ORANGE)
    yield Wire(5, (37, "a"), (39, "T+"), GREY, "10k")
    yield Wire(6, (45, "b"), (45, "T+"), RED)
    for number, place in enumerate(INPUTS, 1):
        yield Wire(6, place, (45 + number, "c"), BLUE)
    for number in range(1, 9):
        yield Wire(7, (45 + number, "e"), (45 + number, "B-"), GREEN, f"k{number}")
    yield Wire(9, (1, "a"), (24, "a"), GREY, "1N4001")
    yield Wire(9, (24, "c"), (14, "out"), RED)
    yield Wire(9, (12, "B-"), (12, "out"), BLACK)
    yield Wire(9, (11, "j"), (16, "out"), GREY, "330")


def at(hole: tuple[int, str]) -> Point:
    column, row = hole
    return 8 + column * HOLE, 12 + ROWS[row] * HOLE


def picture(step: int, title: str) -> Sheet:
    """The board after this step."""
    shapes = (
        Words((82, 8), f"{step}. {title}", 5, Look("title", INK)),
        *(shape for shape in ground(step)),
        *(shape for wire in wires() if wire.step <= step for shape in led(wire, step)),
    )
    return Sheet(title, 166, 92, shapes)


def ground(step: int) -> Iterator[Shape]:
    """Holes and, from the third step on, the Pico and the register."""
    yield rectangle(6, 12, 156, 50, Look("board", GREY, "#fbfaf5", 0.3))
    hole = Look("hole", "", "#d5d2c6")
    for row in ROWS:
        if row != "out":
            yield from (Disc(at((c, row)), 0.45, hole) for c in range(1, COLUMNS + 1))
    if step >= 2:
        yield from chip("Pico", (1, "c"), (20, "h"), "#2f7d4f" if step <= 3 else "#9fb5a7")
        yield Words((4.5, 38), "USB", 2.6, Look("note", INK))
    if step >= 3:
        yield from chip("74HC165", (30, "e"), (37, "f"), "#444444" if step == 3 else "#999999")
    if step >= 6:
        yield from chip("10k × 8", (45, "a"), (53, "a"), "#b5651d" if step == 6 else "#c9b49f")
    if step >= 9:
        left, top = at((11, "out"))
        yield rectangle(left, top - 1, 120, 8, Look("strip", INK, "#ffffff", 0.3))
        for pixel in range(8):
            yield rectangle(
                left + 12 + 13 * pixel, top + 1, 4, 4, Look("pixel", INK, "#ffe9a8", 0.2)
            )
            yield Words((left + 14 + 13 * pixel, top + 10), f"k{pixel + 1}", 2.6, Look("note", INK))


def chip(name: str, first: tuple[int, str], last: tuple[int, str], colour: str) -> Iterator[Shape]:
    (left, top), (right, bottom) = at(first), at(last)
    box = (left - 1.2, top - 1.2, right - left + 2.4, bottom - top + 2.4)
    yield rectangle(*box, Look("part", INK, colour, 0.3))
    middle = ((left + right) / 2, (top + bottom) / 2 + 1)
    yield Words(middle, name, 3.0, Look("label", "#ffffff"))
    yield Disc((left + 0.6, bottom - 0.6), 0.5, Look("first", "", "#ffffff"))


def led(wire: Wire, step: int) -> Iterator[Shape]:
    """A wire in a gentle bow, so that two of them can be told apart."""
    fresh = wire.step == step
    (x, y), (u, v) = at(wire.start), at(wire.end)
    colour = wire.colour if fresh else "#b9b9b9"
    look = Look("wire", colour, width=0.9 if fresh else 0.5)
    bow = 0.0 if abs(u - x) < 4 else 3.0
    middle = ((x + u) / 2, (y + v) / 2 - bow + (wire.start[0] % 3 - 1) * (0 if bow else 4.5))
    yield Outline(((x, y), middle, (u, v)), look, closed=False)
    for end in ((x, y), (u, v)):
        yield Disc(end, 0.8 if fresh else 0.5, Look("end", "", colour))
    if wire.name:
        yield rectangle(
            middle[0] - 3, middle[1] - 1.6, 6, 3.2, Look("part", colour, "#ffffff", 0.3)
        )
        yield Words((middle[0], middle[1] + 0.9), wire.name, 2.2, Look("label", INK))


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
        if wire.step == step
    ]
    return table(("Part", "From", "To"), rows)


def named(hole: tuple[int, str]) -> str:
    """Column and row, as they are printed on a breadboard; a rail by where it is."""
    column, row = hole
    rails = {"T+": "upper + rail", "T-": "upper – rail", "B+": "lower + rail", "B-": "lower – rail"}
    strip = {12: "the strip's GND", 14: "the strip's 5V", 16: "the strip's DIN"}
    return rails.get(row) or (strip[column] if row == "out" else f"{column}{row}")


def page() -> str:
    """The README with its lists made anew."""
    steps = {f"step-{step}": listed(step) for step in (4, 5, 6, 7, 9)}
    return filled(README.read_text(), steps)


def drawn() -> dict[str, str]:
    """Every picture by its file."""
    return {f"{n}.svg": svg(picture(n, title)) for n, title in enumerate(TITLES, 1)}


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    for name, text in drawn().items():
        (PICTURES / name).write_text(text)
    README.write_text(page())
