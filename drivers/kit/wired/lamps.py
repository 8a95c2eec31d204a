"""The pixels, branch by branch, in the order of their data line."""

from __future__ import annotations

from drivers.fit import fit_of
from drivers.kit.wired.circuit import GROUND, Circuit
from drivers.kit.wired.pico import line_net
from drivers.kit.wired.power import branch_net, branch_of
from drivers.wiring import Wiring

POWER, OUT, GROUND_PIN, IN = 1, 2, 3, 4  # of a WS2812B


def add_pixels(circuit: Circuit, wiring: Wiring) -> None:
    """Add all pixels, each on its branch, with a resistor at the start of each data line."""
    site = {pixel: name for name, pixels in wiring.chain.items() for pixel in pixels}
    starts = line_starts(wiring)
    for pixel in range(wiring.file.pixels):
        circuit.open(f"lights{branch_of(pixel)}", 1)
        if pixel in starts:
            line = starts.index(pixel)
            circuit.two("R", "r330", f"{line_net(line)}_5V", f"DIN{pixel}")
        pins: dict[int, str] = {POWER: branch_net(branch_of(pixel)), GROUND_PIN: GROUND}
        pins[IN] = f"DIN{pixel}"
        if pixel + 1 < wiring.file.pixels and pixel + 1 not in starts:
            pins[OUT] = f"DIN{pixel + 1}"
        circuit.add(f"D{pixel}", "pixel", pins, site.get(pixel, ""))


def line_starts(wiring: Wiring) -> list[int]:
    """Return the first pixel of each data line."""
    lines = fit_of(wiring).lines
    return [sum(lines[:at]) for at in range(len(lines))]
