"""Wire by wire, in the order of soldering: every pin once, with the pin it is led to.

Supplies are stars: every board has a pair of its own from where the net begins, so that nothing of
the lights' current passes a board that feels. Each branch of lights is fed at its other end, too.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Set
from enum import Enum
from io import StringIO
from itertools import groupby, pairwise

from msgspec import Struct

from drivers.kit.holes import Kind
from drivers.kit.plan import BY_THE_METRE, Plan
from drivers.kit.wares import pin_name
from drivers.kit.wired.circuit import AUX, GROUND, LAMPS, LOGIC, READERS, Circuit, Part, Pin
from drivers.kit.wired.lamps import GROUND_PIN, IN, OUT, POWER

HEAD = ("step", "tier", "sheet", "pin", "called", "net", "to", "by", "mm", "part", "site", "colour")
COLOURS = {GROUND: "black", LOGIC: "orange", LAMPS: "red", AUX: "pink", READERS: "violet"}
STAR = "power"  # the sheet on which every supply is led straight to where it begins
HEAVY = {"brick", "fuse", "shunt", "ptc", "c1000u", "pixel"}  # what the lights' current passes


class By(Enum):
    """What joins two pins."""

    STRIP = "strip"  # it is so already: nothing is soldered
    FEED = "feed"  # the thick wire of the lights
    WIRE = "wire"


class Joint(Struct, frozen=True):
    """A pin to be soldered, and the one its wire comes from; the first of a net has none."""

    step: int
    pin: Pin
    net: str
    to: Pin | None
    by: By = By.WIRE


def seams(plan: Plan) -> frozenset[int]:
    """The pixels that hang on the one before them on the same piece of a strip."""
    if not plan.by_the_metre:
        return frozenset()
    spots = sorted(plan.of(Kind.LIGHT), key=lambda hole: hole.number)
    return frozenset(
        other.number
        for one, other in pairwise(spots)
        if other.number == one.number + 1
        and abs(one.at[1] - other.at[1]) < 0.1
        and abs(abs(one.at[0] - other.at[0]) - BY_THE_METRE) < 0.1
    )


def joints(circuit: Circuit, joined: Set[int] = frozenset()) -> list[Joint]:
    """Every wire; `joined` are the pixels that a strip has joined to the one before."""
    found: list[Joint] = []
    source: dict[str, Pin] = {}
    for sheet, pins in groupby(circuit.pins.items(), lambda one: circuit.parts[one[0].ref].sheet):
        last: dict[str, Pin] = {}
        for pin, net in pins:
            near = last if supplied(net) and sheet != STAR else {}
            to = near.get(net, source.get(net))
            by = joined_by(circuit, joined, pin, net)
            found.append(Joint(len(found) + 1, pin, net, to, by))
            last[net] = pin
            source[net] = source.get(net, pin) if supplied(net) else pin
        found += second_feed(circuit, last, source, len(found))
    return found


def supplied(net: str) -> bool:
    return net == GROUND or net.startswith("+")


def second_feed(
    circuit: Circuit, last: dict[str, Pin], source: dict[str, Pin], step: int
) -> Iterator[Joint]:
    """From the last pixel of a branch back to its fuse, and to the star."""
    lamps = [(net, pin) for net, pin in last.items() if circuit.parts[pin.ref].kind == "pixel"]
    for net, pin in lamps:
        if supplied(net):
            step += 1
            yield Joint(step, pin, net, source[net], By.FEED)


def joined_by(circuit: Circuit, joined: Set[int], pin: Pin, net: str) -> By:
    part, number = circuit.parts[pin.ref], int(pin.pin)
    if part.kind == "pixel":
        pixel = int(part.ref[1:])
        inward = number in (POWER, GROUND_PIN, IN) and pixel in joined
        if inward or (number == OUT and pixel + 1 in joined):
            return By.STRIP
    return By.FEED if thick(part, net) else By.WIRE


def thick(part: Part, net: str) -> bool:
    """It carries what the lights draw."""
    return part.kind in HEAVY and (net == GROUND or net.startswith(LAMPS)) and net != AUX


def unmeasured(joint: Joint) -> float:
    return 0.0


def table(
    circuit: Circuit,
    joined: Set[int] = frozenset(),
    long: Callable[[Joint], float] = unmeasured,
) -> str:
    """As CSV; `long` says how many mm a wire takes."""
    text = StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(HEAD)
    for joint in joints(circuit, joined):
        part = circuit.parts[joint.pin.ref]
        called = pin_name(part.kind, int(joint.pin.pin))
        where = joint.step, part.tier, part.sheet, joint.pin, called, joint.net, joint.to or ""
        by = joint.by.value, f"{long(joint):.0f}"
        lines.writerow((*where, *by, part.kind, part.site, colour(joint.net)))
    return text.getvalue()


def colour(net: str) -> str:
    """Of the wire: supplies have their own, branches that of their rail."""
    return COLOURS.get(net) or ("red" if net.startswith(LAMPS) else "white")
