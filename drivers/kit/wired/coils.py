"""One PN5180 behind analogue switches: the selected coil is in tune, all others are open."""

from __future__ import annotations

from drivers.fit import fit_of
from drivers.kit.wired.circuit import AUX, GROUND, READERS, Circuit
from drivers.kit.wired.pico import select_net
from drivers.wiring import Wiring

COILS_PER_CHIP = 8  # coils per ADG708
ADG708_ADDRESS = (1, 16, 15)  # address inputs of an ADG708
SOURCES = (4, 5, 6, 7, 12, 11, 10, 9)
HC238_OUTPUTS = (15, 14, 13, 12, 11, 10, 9, 7)  # outputs of a 74HC238
HOT, MIDDLE = "COIL_RF", "COIL_MID"


def add_pn5180(circuit: Circuit, at: int) -> None:
    """Add a PN5180 to the readers' bus; it also has a BUSY line, and 5 V for its field."""
    select = select_net(at)
    circuit.two("R", "r1k", select, f"{select}_R")
    circuit.two("R", "r10k", f"{select}_R", READERS)
    pins: dict[int, str] = {1: AUX, 2: READERS, 3: "NFC_RESET_R", 4: f"{select}_R"}
    pins |= {5: "NFC_MOSI_R", 6: "NFC_MISO", 7: "NFC_SCK_R", 8: "NFC_BUSY", 9: GROUND}
    circuit.add(f"X{at + 1}", "pn5180", {**pins, 10: "COIL_ANT"})


def add_coils(circuit: Circuit, wiring: Wiring, bits: list[str]) -> None:
    """Add the coils and their switches.

    The number's upper bits select a switch, the lower three one of its coils. The signal swings
    around half of 5 V, to which the far ends of all coils are tied.
    """
    sites = wiring.readers[-1]
    first = len(wiring.file.readers) - len(sites)
    switches = -(-len(sites) // COILS_PER_CHIP)
    enables = {pin: f"COIL_E{at}" for at, pin in enumerate(HC238_OUTPUTS[:switches])}
    pins: dict[int, str] = {1: bits[3], 2: bits[4], 3: bits[5], 4: bits[6], 5: bits[7]}
    circuit.add("U", "hc238", {**pins, 6: READERS, 8: GROUND, 16: READERS, **enables})
    circuit.two("C", "c100n", READERS, GROUND)
    add_middle(circuit)
    for at in range(switches):
        add_switch(circuit, at, bits, len(sites[COILS_PER_CHIP * at : COILS_PER_CHIP * (at + 1)]))
    for at, site in enumerate(sites):
        circuit.add(f"L{first + at}", "loop", {1: f"COIL_L{at}", 2: MIDDLE}, site)


def add_middle(circuit: Circuit) -> None:
    """Add the 2.5 V midpoint, blocked for 13.56 MHz, and the capacitors that tune the coil."""
    circuit.two("R", "r10k", AUX, MIDDLE)
    circuit.two("R", "r10k", MIDDLE, GROUND)
    circuit.two("C", "c100n", MIDDLE, GROUND)
    circuit.two("C", "c10u", MIDDLE, GROUND)
    circuit.two("C", "c100n", "COIL_ANT", HOT)
    circuit.two("C", "c130p", HOT, MIDDLE)
    circuit.two("C", "trimmer", HOT, MIDDLE)


def add_switch(circuit: Circuit, at: int, bits: list[str], coils: int) -> None:
    """Add an ADG708 and its coils."""
    pins: dict[int, str] = {2: f"COIL_E{at}", 3: GROUND, 8: HOT, 13: AUX, 14: GROUND}
    pins |= dict(zip(ADG708_ADDRESS, bits[:3], strict=True))
    pins |= {SOURCES[line]: f"COIL_L{COILS_PER_CHIP * at + line}" for line in range(coils)}
    circuit.add("U", "adg708", pins)
    circuit.two("C", "c100n", AUX, GROUND)


def coiled(wiring: Wiring, at: int) -> bool:
    """True if this chip is the PN5180."""
    return bool(wiring.wakes) and at + 1 == fit_of(wiring).chips
