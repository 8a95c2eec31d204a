"""The readers on one bus, and the decoders that connect a PN532 to one antenna at a time."""

from __future__ import annotations

from controller.values import Site
from drivers.fit import fit_of
from drivers.kit.wired.circuit import GROUND, HC595_OUTPUTS, READERS, Circuit
from drivers.kit.wired.coils import add_coils, add_pn5180, coiled
from drivers.kit.wired.pico import select_net
from drivers.wiring import Wiring

READER_PINS = {"NFC_SCK": "SCK", "NFC_MOSI": "MOSI", "NFC_RESET": "RST"}
ANTENNAS_PER_CHIP = 16  # antennas per 74HC154
HC138_OUTPUTS = (15, 14, 13, 12, 11, 10, 9, 7)  # outputs of a 74HC138
HC154_OUTPUTS = (*range(1, 12), *range(13, 18))  # outputs of a 74HC154
HC154_ADDRESS = (23, 22, 21, 20)  # address inputs of a 74HC154


def add_readers(circuit: Circuit, wiring: Wiring) -> None:
    """Add all readers; 1 kΩ in series stop a Pico on USB from feeding unpowered readers."""
    fit = fit_of(wiring)
    if not fit.chips:
        return
    circuit.open("readers", 3)
    for net in READER_PINS:
        circuit.two("R", "r1k", net, f"{net}_R")
    for at in range(fit.chips):
        if coiled(wiring, at):
            add_pn5180(circuit, at)
        else:
            add_reader(circuit, wiring, at)
    for nth in range(len(fit.antennas)):
        if coiled(wiring, fit.readers + nth):
            circuit.open("coils", 3)
            add_coils(circuit, wiring, add_number(circuit, nth, last=True))
        else:
            add_antennas(circuit, wiring, nth)


def add_reader(circuit: Circuit, wiring: Wiring, at: int) -> None:
    """Add a PN532; 10 kΩ hold its select line high until the firmware runs."""
    select = select_net(at)
    circuit.two("R", "r1k", select, f"{select}_R")
    circuit.two("R", "r10k", f"{select}_R", READERS)
    pins: dict[int, str] = {1: READERS, 2: GROUND, 3: "NFC_SCK_R", 4: "NFC_MISO"}
    pins |= {5: "NFC_MOSI_R", 6: f"{select}_R", 7: "NFC_RESET_R"}
    nth = at - fit_of(wiring).readers
    if nth >= 0:
        pins |= {8: f"ANT{nth}_RF"}
    circuit.add(f"X{at + 1}", "pn532", pins, wiring.readers[at][0] if nth < 0 else "")


def add_antennas(circuit: Circuit, wiring: Wiring, nth: int) -> None:
    """Add the antennas of a PN532; the number's upper bits select a decoder, the lower a line."""
    circuit.open(f"antennas{nth}", 3)
    bits = add_number(circuit, nth, last=nth + 1 == len(fit_of(wiring).antennas))
    sites = wiring.readers[fit_of(wiring).readers + nth]
    decoders = -(-len(sites) // ANTENNAS_PER_CHIP)
    chosen = {pin: f"ANT{nth}_D{at}" for at, pin in enumerate(HC138_OUTPUTS[:decoders])}
    pins: dict[int, str] = {1: bits[4], 2: bits[5], 3: bits[6], 4: bits[7], 5: GROUND}
    circuit.add("U", "hc138", {**pins, 6: READERS, 8: GROUND, 16: READERS, **chosen})
    circuit.two("C", "c100n", READERS, GROUND)
    first = sum(len(share) for share in wiring.readers[: fit_of(wiring).readers + nth])
    for at in range(decoders):
        add_decoder(
            circuit, nth, at, bits, sites[ANTENNAS_PER_CHIP * at : ANTENNAS_PER_CHIP * (at + 1)]
        )
    for at, site in enumerate(sites):
        pins = {1: f"ANT{nth}_L{at}", 2: f"ANT{nth}_RF", 3: GROUND}
        circuit.add(f"L{first + at}", "coil", pins, site)


def add_number(circuit: Circuit, nth: int, last: bool) -> list[str]:
    """Add the register of the antenna number and return its bits; registers are chained."""
    bits = [f"ANT{nth}_B{bit}" for bit in range(8)]
    before = "NFC_MOSI" if nth == 0 else f"ANT{nth - 1}_OUT"
    pins: dict[int, str] = {8: GROUND, 10: READERS, 11: "NFC_SCK", 12: "ANT_LATCH"}
    pins |= {13: GROUND, 14: before, 16: READERS}
    if not last:
        pins[9] = f"ANT{nth}_OUT"
    circuit.add("U", "hc595", pins | dict(zip(HC595_OUTPUTS, bits, strict=True)))
    circuit.two("C", "c100n", READERS, GROUND)
    return bits


def add_decoder(
    circuit: Circuit, nth: int, at: int, bits: list[str], sites: tuple[Site, ...]
) -> None:
    """Add a 74HC154, which selects one of 16 antennas."""
    pins: dict[int, str] = {12: GROUND, 24: READERS, 18: f"ANT{nth}_D{at}", 19: GROUND}
    pins |= dict(zip(HC154_ADDRESS, bits[:4], strict=True))
    pins |= {
        HC154_OUTPUTS[line]: f"ANT{nth}_L{ANTENNAS_PER_CHIP * at + line}"
        for line in range(len(sites))
    }
    circuit.add("U", "hc154", pins)
    circuit.two("C", "c100n", READERS, GROUND)
