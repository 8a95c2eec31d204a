"""Wire by wire, in the order of soldering: every pin once, with the pin it is led to."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from io import StringIO

from msgspec import Struct

from drivers.kit.wired.circuit import AUX, GROUND, LAMPS, LOGIC, READERS, Circuit, Pin

HEAD = ("step", "tier", "sheet", "pin", "net", "to", "part", "site", "colour")
COLOURS = {GROUND: "black", LOGIC: "orange", LAMPS: "red", AUX: "pink", READERS: "violet"}


class Joint(Struct, frozen=True):
    """A pin to be soldered, and the one its wire comes from; the first of a net has none."""

    step: int
    pin: Pin
    net: str
    to: Pin | None


def joints(circuit: Circuit) -> Iterator[Joint]:
    last: dict[str, Pin] = {}
    for step, (pin, net) in enumerate(circuit.pins.items(), 1):
        yield Joint(step, pin, net, last.get(net))
        last[net] = pin


def table(circuit: Circuit) -> str:
    """As CSV."""
    text = StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(HEAD)
    for joint in joints(circuit):
        part = circuit.parts[joint.pin.ref]
        where = joint.step, part.tier, part.sheet, joint.pin, joint.net, joint.to or ""
        lines.writerow((*where, part.kind, part.site, colour(joint.net)))
    return text.getvalue()


def colour(net: str) -> str:
    """Of the wire: supplies have their own, branches that of their rail."""
    return COLOURS.get(net) or ("red" if net.startswith(LAMPS) else "white")
