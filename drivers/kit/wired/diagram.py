"""Wiring diagrams: each part is a box, each pin is labelled with its net or its other end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from controller.values import Saying
from drivers.kit.drawn.shapes import (
    BLUE,
    GREY,
    INK,
    RED,
    Anchor,
    Look,
    Shape,
    Sheet,
    Words,
    rectangle,
    shift_shape,
    stroke,
)
from drivers.kit.terms import Say
from drivers.kit.wares import pin_name, wares
from drivers.kit.wired.circuit import GROUND, Circuit, Part, Pin

PITCH, LEAD = 4.0, 4.0  # mm from pin to pin; length of a lead
LABEL_WIDTH = 20.0  # mm for the label of a pin
SHEET_WIDTH = 277.0  # mm, width of a sheet
TITLE_HEIGHT = 16.0  # mm, above the boxes
LONGEST_NUMBER = 34  # letters


def diagrams(circuit: Circuit, panel: str, numbers: Mapping[str, str], say: Say) -> list[Sheet]:
    """Return a sheet for each section of the panel, in the order of soldering."""
    pins: dict[str, list[Pin]] = {}
    for pin in circuit.pins:
        pins.setdefault(pin.ref, []).append(pin)
    sheets = []
    for name in circuit.sheets:
        heading = say(Saying("kit.sheet.wiring", {"panel": panel, "sheet": name}))
        proof = say(Saying("kit.proof", {"tier": circuit.on(name)[0].tier}))
        sheets.append(sheet(circuit, pins, name, numbers, (heading, proof)))
    return sheets


def sheet(
    circuit: Circuit,
    pins: dict[str, list[Pin]],
    name: str,
    numbers: Mapping[str, str],
    told: tuple[str, str],
) -> Sheet:
    """Return the diagram of one section, its boxes arranged in rows."""
    shapes: list[Shape] = []
    x, y, deep = 0.0, TITLE_HEIGHT, 0.0
    for part in circuit.on(name):
        left, right = pins_by_side(part, pins[part.ref])
        wide, high = 2 * LABEL_WIDTH + width(part), PITCH * max(len(left), len(right)) + 9
        if x + wide > SHEET_WIDTH:
            x, y, deep = 0.0, y + deep, 0.0
        box = part_box(circuit, part, left, right, short_number(numbers[part.kind]))
        shapes += [shift_shape(shape, (x + LABEL_WIDTH, y)) for shape in box]
        x, deep = x + wide, max(deep, high)
    heading, proof = told
    head = [
        Words((2, 6), heading, 5, Look("title", INK), Anchor.START),
        Words((2, 11), proof, 3, Look("proof", GREY), Anchor.START),
    ]
    return Sheet(heading, SHEET_WIDTH, y + deep + 4, (*head, *shapes))


def width(part: Part) -> float:
    """Return the width of a part's box: wider if its pins have names."""
    return 28.0 if wares()[part.kind].pins else 14.0


def pins_by_side(part: Part, pins: list[Pin]) -> tuple[list[Pin], list[Pin]]:
    """Return a part's pins as they lie: down the left side, up the right side."""
    ordered = sorted(pins, key=lambda pin: int(pin.pin))
    count = max(len(wares()[part.kind].pins), int(ordered[-1].pin))
    left = [pin for pin in ordered if int(pin.pin) <= (count + 1) // 2]
    return left, [pin for pin in reversed(ordered) if pin not in left]


def short_number(number: str) -> str:
    """Return the order number, or its first part if it is too long for a box."""
    return number if len(number) <= LONGEST_NUMBER else number.split(",")[0]


def part_box(
    circuit: Circuit, part: Part, left: list[Pin], right: list[Pin], number: str
) -> Iterator[Shape]:
    """Yield a part's box with its reference, number and pins."""
    wide, high = width(part), PITCH * max(len(left), len(right))
    yield rectangle(0, 3, wide, high, Look("part", INK, "#ffffff", 0.3))
    yield Words((wide / 2, 2), f"{part.ref}  {part.site}".strip(), 2.8, Look("ref", INK))
    yield Words((wide / 2, high + 6), number, 2.0, Look("value", GREY))
    for side, edge in ((left, 0.0), (right, wide)):
        for row, pin in enumerate(side):
            yield from led(circuit, part, pin, edge, 3 + PITCH * (row + 0.5))


def led(circuit: Circuit, part: Part, pin: Pin, edge: float, y: float) -> Iterator[Shape]:
    """Yield a pin's lead, with its number inside the box and its net outside."""
    way, inner, outer = (1, Anchor.END, Anchor.START) if edge else (-1, Anchor.START, Anchor.END)
    net = circuit.net(pin)
    yield stroke((edge, y), (edge + way * LEAD, y), Look("lead", INK))
    number = Words(
        (edge - way * 0.8, y + 0.8), pin_label(part, pin, bool(edge)), 2.2, PIN_LOOK, inner
    )
    yield number
    ink = Look("net", net_colour(net))
    yield Words((edge + way * (LEAD + 0.8), y + 0.8), target(circuit, pin, net), 2.2, ink, outer)


PIN_LOOK = Look("pin", INK)


def pin_label(part: Part, pin: Pin, right: bool) -> str:
    """Return a pin's number and name, in the order for its side of the box."""
    number = int(pin.pin)
    name = pin_name(part.kind, number)
    return f"{name} {number}".strip() if right else f"{number} {name}".strip()


def target(circuit: Circuit, pin: Pin, net: str) -> str:
    """Return the other end of a net with two pins, else the net's name."""
    ends = circuit.nets[net]
    if len(ends) != 2:
        return net
    return str(ends[0] if ends[1] == pin else ends[1])


def net_colour(net: str) -> str:
    """Return the colour of a net's name."""
    return INK if net == GROUND else RED if net.startswith("+") else BLUE
