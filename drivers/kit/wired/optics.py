"""Optical sensors behind gates of 74HC14s: three on the strip, and the beams in holes."""

from __future__ import annotations

from drivers.kit.wired.circuit import AUX, GROUND, LOGIC, Circuit
from drivers.kit.wired.contacts import beam_channels
from drivers.wiring import Wiring

# input and output pins, six gates per chip
INVERTER_PINS = ((1, 2), (3, 4), (5, 6), (9, 8), (11, 10), (13, 12))
GROUND_PIN, POWER = 7, 14
# From 3.3 V, 150 Ω give an LED 14 mA. On white paper a QRE1113 then draws at least 70 µA: 47 kΩ are
# pulled to ground by that; over a bar its 10 µA at most leave them high.
TRACK_PARTS = {
    "CLOCK": ("qre1113", "r47k"),
    "DATA": ("qre1113", "r47k"),
    "HOME": ("slotted", "r10k"),
}
# The slotted sensor goes through two gates, so that one that is unplugged reads "no slot".
TRACK_GATES = [
    ("CLOCK_SEES", "STRIP_CLOCK"),
    ("DATA_SEES", "STRIP_DATA"),
    ("HOME_SEES", "HOME_NOT"),
    ("HOME_NOT", "STRIP_HOME"),
]


def add_optics(circuit: Circuit, wiring: Wiring) -> None:
    """Add each sensor with its resistors, then the gates' chips."""
    if wiring.file.dials:
        circuit.open("strip", 2)
        for number, track in enumerate(TRACK_PARTS, 21):
            add_track(circuit, f"X{number}", track)
        add_encoder(circuit)
        add_chips(circuit, TRACK_GATES)
    if beams := beam_channels(wiring):
        circuit.open("beams", 1)
        for channel, site in beams.items():
            add_beam(circuit, channel, site)
        add_chips(circuit, [(f"{site}_SEES", f"IN{at}") for at, site in beams.items()])


def add_track(circuit: Circuit, ref: str, track: str) -> None:
    """Add the sensor of one track of the strip."""
    kind, collector = TRACK_PARTS[track]
    lit, sees, site = f"{track}_LED", f"{track}_SEES", track.lower()
    circuit.add(ref, kind, {1: lit, 2: GROUND, 3: sees, 4: GROUND}, site)
    circuit.two("R", "r150", LOGIC, lit, site)
    circuit.two("R", collector, LOGIC, sees, site)


def add_encoder(circuit: Circuit) -> None:
    """Add the strip's encoder with pull-ups and filter capacitors."""
    circuit.add("X24", "encoder", {1: AUX, 2: GROUND, 3: "ENC_A", 4: "ENC_B"}, "roller")
    for net in ("ENC_A", "ENC_B"):
        circuit.two("R", "r2k2", LOGIC, net, "roller")
        circuit.two("C", "c1n", net, GROUND, "roller")


def add_beam(circuit: Circuit, channel: int, site: str) -> None:
    """Add a beam; its phototransistor pulls the line down while lit, and a gate inverts that."""
    lit, sees = f"{site}_LED", f"{site}_SEES"
    circuit.two(f"E{channel}", "ir_led", lit, GROUND, site)
    circuit.two("R", "r100", LOGIC, lit, site)
    circuit.two(f"Q{channel}", "phototransistor", sees, GROUND, site)
    circuit.two("R", "r10k", LOGIC, sees, site)


def add_chips(circuit: Circuit, gates: list[tuple[str, str]]) -> None:
    """Add the 74HC14s for these gates; unused inputs are grounded."""
    for first in range(0, len(gates), len(INVERTER_PINS)):
        pins: dict[int, str] = {GROUND_PIN: GROUND, POWER: LOGIC}
        for at, (into, out) in enumerate(INVERTER_PINS, first):
            if at < len(gates):
                pins[into], pins[out] = gates[at]
            else:
                pins[into] = GROUND
        circuit.add("U", "hc14", pins)
        circuit.two("C", "c100n", LOGIC, GROUND)
