"""A kit: one panel with everything calculated for building it, or the reason why it cannot be."""

from __future__ import annotations

from itertools import pairwise
from math import dist

from msgspec import Struct

from controller.errors import Unbuildable
from drivers.kit.holes import HoleKind
from drivers.kit.parts import Item, items
from drivers.kit.physics import lines, supply
from drivers.kit.physics.lines import ClockLine
from drivers.kit.physics.matrix import SETTLES, MatrixTiming
from drivers.kit.physics.supply import Supply
from drivers.kit.plan import Plan, plan_panel
from drivers.kit.terms import KitPanel, Wishes
from drivers.kit.wired.circuit import Circuit
from drivers.kit.wired.panel_circuit import circuit_of
from drivers.kit.wired.pico import data_lines
from drivers.kit.wired.power import REGULATOR, regulated_mA
from drivers.wiring import Wiring


class Kit(Struct, frozen=True):
    """A panel that can be built: plan, supply, clock line, circuit and parts."""

    plan: Plan
    supply: Supply
    clock: ClockLine
    matrix: MatrixTiming | None
    circuit: Circuit
    items: tuple[Item, ...]

    @property
    def numbers(self) -> dict[str, str]:
        """The order number of each kind of part, including this panel's amperes and sizes."""
        return {one.kind: one.number for one in self.items}


def kit_of(panel: KitPanel, wishes: Wishes) -> Kit:
    """Return the kit of this panel; raise Unbuildable with what would not work."""
    plan = plan_panel(panel, wishes)
    lights, clock = fed(plan, wishes), clocked(plan)
    matrix = diode_matrix(plan) if panel.wiring.file.columns else None
    circuit = circuit_of(regulated(panel.wiring), lights, clock.gates)
    return Kit(plan, lights, clock, matrix, circuit, tuple(items(plan, circuit, lights)))


def fed(plan: Plan, wishes: Wishes) -> Supply:
    """Return fuse, power supply and wire for the lights; raise Unbuildable if unsafe or too dim."""
    limit, far = plan.panel.wiring.file.limit_mA / 1000, (plan.wide + plan.high) / 1000
    wire = supply.choose_wire(limit, far) if wishes.wire is None else wishes.wire
    if wire > supply.THICKEST:
        raise Unbuildable("kit.thick_wire", wire=f"{wire:g}", most=f"{supply.THICKEST:g}")
    made = supply.choose_supply(
        plan.panel.wiring.file.pixels, limit, far, mean_pixel_distance(plan), wire
    )
    if made is None:
        raise Unbuildable("kit.no_fuse", limit=f"{limit:g}", most=f"{supply.FUSES[-1]:g}")
    if supply.wire_rating(wire) < made.fuse:
        least = next(area for area, amps in supply.WIRES.items() if amps >= made.fuse)
        raise Unbuildable("kit.thin_wire", wire=f"{wire:g}", fuse=f"{made.fuse:g}", least=least)
    if made.lowest < supply.LEAST_VOLTAGE:
        volts = f"{made.lowest:.2f}"
        raise Unbuildable("kit.too_far", volts=volts, least=supply.LEAST_VOLTAGE, wire=f"{wire:g}")
    return made


def regulated(wiring: Wiring) -> Wiring:
    """Return the wiring unchanged; raise Unbuildable if a regulator cannot supply its load."""
    for drawn in regulated_mA(wiring).values():
        if drawn > REGULATOR:
            raise Unbuildable("kit.hungry", drawn=f"{drawn:.0f}", most=f"{REGULATOR:.0f}")
    return wiring


def mean_pixel_distance(plan: Plan) -> float:
    """Return the mean distance between neighbouring pixels, in metres."""
    spots = sorted(plan.of(HoleKind.LIGHT), key=lambda hole: hole.number)
    steps = [dist(one.at, other.at) for one, other in pairwise(spots)]
    return sum(steps) / max(1, len(steps)) / 1000


def clocked(plan: Plan) -> ClockLine:
    """Return the clock line, buffered where a pin is too weak.

    Raise Unbuildable if still too slow.
    """
    registers = plan.panel.wiring.registers
    long = (plan.wide + plan.high) / 1000
    line = lines.choose_driver(registers, long, max(1, data_lines(plan.panel.wiring)))
    if not line.works:
        rise, most = f"{line.rise:.0f}", f"{lines.EDGE_SHARE * lines.HALF_CLOCK:.0f}"
        raise Unbuildable("kit.slow_clock", registers=registers, rise=rise, most=most)
    return line


def diode_matrix(plan: Plan) -> MatrixTiming:
    """Return the diode matrix; raise Unbuildable if its columns settle too slowly to be read."""
    wiring = plan.panel.wiring
    made = MatrixTiming(len(wiring.widths), wiring.file.columns, (plan.wide + plan.high) / 1000)
    if not made.works:
        rise, most = f"{made.rise / 1000:.1f}", f"{SETTLES / 1000:g}"
        raise Unbuildable("kit.slow_matrix", rise=rise, most=most)
    return made
