"""The length of each wire, along the plate's edges from part to part.

Millimetres on the template; boards lie where hardware.md has room for them, at the left edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from statistics import fmean
from typing import TypeAlias

from controller.drawing import Point
from drivers.kit.holes import HoleKind
from drivers.kit.plan import Plan
from drivers.kit.wired.circuit import Circuit, Part
from drivers.kit.wired.wires import By, Joint

ON_BOARD = 150.0  # mm from pin to pin of one board
ENDS = 100.0  # mm added for stripping and bending both ends, and for lifting a board out
BOARD_INSET = 20.0  # mm from the plate's edge to a board
SUPPLY_TO_PICO = 100.0  # mm from the supply's board to the Pico's

Spots: TypeAlias = Mapping[str, Point]


def spots(plan: Plan, circuit: Circuit) -> dict[str, Point]:
    """Return the place of each part by its reference."""
    placed = {(hole.kind, hole.number): hole.at for hole in plan.holes if hole.number >= 0}
    named = {hole.site: hole.at for hole in plan.holes if hole.kind is not HoleKind.LIGHT}
    named |= {place.site: place.at for place in plan.readers}
    own = dict(on_the_panel(circuit.parts.values(), placed, named))
    return {
        part.ref: own.get(part.ref) or place_of_board(plan, circuit, part.sheet, own)
        for part in circuit.parts.values()
    }


def on_the_panel(
    parts: Iterable[Part], placed: Mapping[tuple[HoleKind, int], Point], named: Mapping[str, Point]
) -> Iterator[tuple[str, Point]]:
    """Yield the place of each part on the panel; a spare pixel lies at the last one's place."""
    last: Point | None = None
    for part in parts:
        spot = named.get(part.site)
        if part.kind == "pixel":
            spot = last = placed.get((HoleKind.LIGHT, int(part.ref[1:])), last)
        elif part.kind in ("hall", "reed", "key"):
            spot = placed.get((HoleKind(part.kind), int(part.ref[1:])), spot)
        if spot is not None:
            yield part.ref, spot


def place_of_board(plan: Plan, circuit: Circuit, sheet: str, own: Spots) -> Point:
    """Return a board's place.

    Supply and Pico lie near left, others at the mean height of their parts.
    """
    near = plan.high - BOARD_INSET
    if sheet in ("power", "pico"):
        return (BOARD_INSET if sheet == "power" else BOARD_INSET + SUPPLY_TO_PICO), near
    downs = [own[part.ref][1] for part in circuit.on(sheet) if part.ref in own]
    return BOARD_INSET, fmean(downs) if downs else near


def long(joint: Joint, lie: Spots) -> float:
    """Return the mm of wire of a joint; 0 where no wire is needed."""
    if joint.to is None or joint.by is By.STRIP:
        return 0.0
    (x, y), (to_x, to_y) = lie[joint.pin.ref], lie[joint.to.ref]
    way = abs(x - to_x) + abs(y - to_y)
    return way + ENDS if way else ON_BOARD


def metres(joints: Iterable[Joint], lie: Spots, by: Set[By]) -> float:
    """Return the total metres of wire of these kinds."""
    return sum(long(joint, lie) for joint in joints if joint.by in by) / 1000
