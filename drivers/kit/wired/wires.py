"""The wire list in the order of soldering: every pin once, with the pin it is wired to.

Supplies are wired as stars: every board has its own pair from where the net begins, so that the
lights' current does not pass through a board with sensors. Each branch of lights is fed at both
ends.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Set
from enum import Enum
from io import StringIO
from itertools import groupby, pairwise

from msgspec import Struct

from drivers.kit.holes import HoleKind
from drivers.kit.plan import BY_THE_METRE, Plan
from drivers.kit.wares import pin_name
from drivers.kit.wired.circuit import AUX, GROUND, LAMPS, LOGIC, READERS, Circuit, Part, Pin
from drivers.kit.wired.lamps import GROUND_PIN, IN, OUT, POWER

WIRE_COLUMNS = (
    *("step", "tier", "sheet", "pin", "called", "net", "to"),
    *("by", "mm", "part", "site", "colour"),
)
WIRE_COLOURS = {GROUND: "black", LOGIC: "orange", LAMPS: "red", AUX: "pink", READERS: "violet"}
STAR_SHEET = "power"  # on this sheet every supply pin is wired directly to the net's origin
HEAVY = {"brick", "fuse", "shunt", "ptc", "c1000u", "pixel"}  # parts that carry the lights' current


class By(Enum):
    """The way in which two pins are joined."""

    STRIP = "strip"  # joined already: no soldering
    FEED = "feed"  # the thick wire of the lights
    WIRE = "wire"


class Joint(Struct, frozen=True):
    """A pin to solder and the pin its wire comes from; the first pin of a net has none."""

    step: int
    pin: Pin
    net: str
    to: Pin | None
    by: By = By.WIRE


def seams(plan: Plan) -> frozenset[int]:
    """Return the pixels that are already joined to the one before them by a strip."""
    if not plan.by_the_metre:
        return frozenset()
    spots = sorted(plan.of(HoleKind.LIGHT), key=lambda hole: hole.number)
    return frozenset(
        other.number
        for one, other in pairwise(spots)
        if other.number == one.number + 1
        and abs(one.at[1] - other.at[1]) < 0.1
        and abs(abs(one.at[0] - other.at[0]) - BY_THE_METRE) < 0.1
    )


def list_wires(circuit: Circuit, joined: Set[int] = frozenset()) -> list[Joint]:
    """Return every wire; `joined` are the pixels that a strip joins to the one before."""
    found: list[Joint] = []
    source: dict[str, Pin] = {}
    for sheet, pins in groupby(circuit.pins.items(), lambda one: circuit.parts[one[0].ref].sheet):
        last: dict[str, Pin] = {}
        for pin, net in pins:
            near = last if is_supply(net) and sheet != STAR_SHEET else {}
            to = near.get(net, source.get(net))
            by = joined_by(circuit, joined, pin, net)
            found.append(Joint(len(found) + 1, pin, net, to, by))
            last[net] = pin
            source[net] = source.get(net, pin) if is_supply(net) else pin
        found += second_feed(circuit, last, source, len(found))
    return found


def is_supply(net: str) -> bool:
    """True if the net is ground or a supply."""
    return net == GROUND or net.startswith("+")


def second_feed(
    circuit: Circuit, last: dict[str, Pin], source: dict[str, Pin], step: int
) -> Iterator[Joint]:
    """Yield the wires from the last pixel of each branch back to its fuse and to the star."""
    lamps = [(net, pin) for net, pin in last.items() if circuit.parts[pin.ref].kind == "pixel"]
    for net, pin in lamps:
        if is_supply(net):
            step += 1
            yield Joint(step, pin, net, source[net], By.FEED)


def joined_by(circuit: Circuit, joined: Set[int], pin: Pin, net: str) -> By:
    """Return how a pin is joined to its net."""
    part, number = circuit.parts[pin.ref], int(pin.pin)
    if part.kind == "pixel":
        pixel = int(part.ref[1:])
        inward = number in (POWER, GROUND_PIN, IN) and pixel in joined
        if inward or (number == OUT and pixel + 1 in joined):
            return By.STRIP
    return By.FEED if thick(part, net) else By.WIRE


def thick(part: Part, net: str) -> bool:
    """True if the pin carries the current of the lights."""
    return part.kind in HEAVY and (net == GROUND or net.startswith(LAMPS)) and net != AUX


def unmeasured(joint: Joint) -> float:
    """Return 0: the default length of a wire where no plan is known."""
    return 0.0


def wires_csv(
    circuit: Circuit,
    joined: Set[int] = frozenset(),
    long: Callable[[Joint], float] = unmeasured,
) -> str:
    """Return the wire list as CSV; `long` gives the mm of a wire."""
    text = StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(WIRE_COLUMNS)
    for joint in list_wires(circuit, joined):
        part = circuit.parts[joint.pin.ref]
        called = pin_name(part.kind, int(joint.pin.pin))
        where = joint.step, part.tier, part.sheet, joint.pin, called, joint.net, joint.to or ""
        by = joint.by.value, f"{long(joint):.0f}"
        lines.writerow((*where, *by, part.kind, part.site, wire_colour(joint.net)))
    return text.getvalue()


def wire_colour(net: str) -> str:
    """Return the colour of a net's wire; a branch has the colour of its rail."""
    return WIRE_COLOURS.get(net) or ("red" if net.startswith(LAMPS) else "white")
