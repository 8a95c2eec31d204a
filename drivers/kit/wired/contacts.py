"""Shift registers and the contacts at their inputs: reeds, Hall switches, keys, beams."""

from __future__ import annotations

from collections.abc import Mapping

from controller.values import Sense, Site
from drivers.kit.poles import poles
from drivers.kit.wired.circuit import GROUND, LOGIC, Circuit
from drivers.wiring import CHAIN, GUARDED, Wiring
from firmware.fit import CHAIN_LINES

INPUTS = (6, 5, 4, 3, 14, 13, 12, 11)  # of a 74HCS165, bit by bit: H to A
LOAD, CLOCK, NEXT_OUT, SERIAL, INHIBIT, GROUND_PIN, POWER = 1, 2, 9, 10, 15, 8, 16


def add_chains(circuit: Circuit, wiring: Wiring, gates: int) -> None:
    """Add every chain on its own sheet, registers first."""
    paired = poles(wiring)
    for chain, width in enumerate(wiring.widths):
        circuit.open(f"chain{chain}", 1)
        for nth in range(-(-width // 8)):
            add_register(circuit, wiring, chain, nth, gates)
        for bit in range(min(width, CHAIN)):
            add_contact(circuit, wiring, chain * CHAIN + bit, paired)


def add_register(circuit: Circuit, wiring: Wiring, chain: int, nth: int, gates: int) -> None:
    """Add the nth register of a chain, with its pull-ups and capacitor."""
    number = f"{100 + 4 * chain + nth}"
    line = chain % CHAIN_LINES
    inputs = {pin: bit_net(wiring, chain, 8 * nth + at) for at, pin in enumerate(INPUTS)}
    circuit.add(
        f"U{number}",
        "hcs165",
        {
            LOAD: gated("SR_LATCH", line, gates),
            CLOCK: gated("SR_CLK", line, gates),
            **inputs,
            GROUND_PIN: GROUND,
            NEXT_OUT: out_of(chain, nth),
            SERIAL: behind(wiring, chain, nth),
            INHIBIT: GROUND,
            POWER: LOGIC,
        },
    )
    pulled = {at + 2: net for at, net in enumerate(inputs.values()) if net not in (GROUND, LOGIC)}
    circuit.add(f"RN{number}", "network", {1: LOGIC, **pulled})
    circuit.two("C", "c100n", LOGIC, GROUND)


def gated(net: str, line: int, gates: int) -> str:
    """Return the net of a line's registers: one per line behind a buffer, else shared."""
    return f"{net}{line}" if gates else f"{net}_R"


def bit_net(wiring: Wiring, chain: int, bit: int) -> str:
    """Return the net of an input; the last two inputs of a guarded chain have fixed levels."""
    if wiring.guarded[chain] and bit >= GUARDED:
        return GROUND if bit == GUARDED else LOGIC
    return f"IN{chain * CHAIN + bit}"


def out_of(chain: int, nth: int) -> str:
    """Return the net of a register's output, which leads to the Pico or the previous register."""
    first = chain < CHAIN_LINES and nth == 0
    return f"SR_DATA{chain % CHAIN_LINES}" if first else f"Q{100 + 4 * chain + nth}"


def behind(wiring: Wiring, chain: int, nth: int) -> str:
    """Return the net of a register's serial input: the next register or chain, or high."""
    if nth + 1 < -(-wiring.widths[chain] // 8):
        return out_of(chain, nth + 1)
    after = chain + CHAIN_LINES
    return out_of(after, 0) if after < len(wiring.widths) else LOGIC


def add_contact(
    circuit: Circuit, wiring: Wiring, channel: int, paired: Mapping[Site, tuple[int, int]]
) -> None:
    """Add a channel's reed, key or Hall switch; the latter once, with the first of its two."""
    site = wiring.channels.get(channel)
    if site is None:
        return
    net = f"IN{channel}"
    if site in paired:
        if channel == paired[site][0]:
            add_hall(circuit, site, paired[site])
    elif wiring.senses[site] is not Sense.KEY:
        circuit.two(f"S{channel}", "reed", net, GROUND, site)
    elif site.startswith("key."):
        circuit.two(f"K{channel}", "key", net, GROUND, site)


def add_hall(circuit: Circuit, site: Site, channels: tuple[int, int]) -> None:
    """Add a DRV5032DU, face up: a north pole above it pulls OUT1 low, a south pole OUT2."""
    north, south = (f"IN{channel}" for channel in channels)
    pins = {1: LOGIC, 2: GROUND, 3: south, 4: north}
    circuit.add(f"H{channels[0]}", "hall", pins, site)
    circuit.two("C", "c100n", LOGIC, GROUND, site)


def beam_channels(wiring: Wiring) -> dict[int, Site]:
    """Return the channels wired as keys that are light beams across holes."""
    return {
        channel: site
        for channel, site in wiring.channels.items()
        if wiring.senses[site] is Sense.KEY and not site.startswith("key.")
    }
