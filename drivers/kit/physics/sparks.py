"""Inrush currents: a reed that closes on a charged wire, the power supply's plug.

Currents in A, resistances in Ω, lengths in m. Figures without a source are from memory.
"""

from __future__ import annotations

from msgspec import Struct

from drivers.kit.physics.matrix import SUPPLY
from drivers.kit.physics.supply import RAIL, Supply, wire_ohms

SWITCHES = 0.5  # A that an MDSR-10 may switch (Littelfuse, MDSR-10)
CONTACT = 0.12  # Ω of a closed one, at most (Littelfuse, MDSR-10)
WAVE = 105.0  # Ω, impedance of a ribbon: one conductor beside a grounded one

CABLE, CORE = 1.2, 0.75  # m and mm² of the power supply's own lead
SOCKET, FUSE, SHUNT = 0.02, 0.017, 0.01
PTC = 0.05  # Ω of a branch's resettable fuse, cold
INNER = 0.05  # Ω inside a 1000 µF capacitor, at least
BUFFERS = 2  # capacitors, at the first and the last branch


def wire_spark() -> float:
    """Return the current when a reed discharges a wire charged by its pull-up, of any length."""
    return SUPPLY / WAVE


def capacitor_spark(series: float = 0.0) -> float:
    """Return the current of a capacitor across a reed, through a resistor if there is one."""
    return SUPPLY / (CONTACT + series)


class Plug(Struct, frozen=True):
    """The plug of a live power supply, pushed into its socket."""

    supply: Supply

    @property
    def buffers(self) -> int:
        return min(BUFFERS, self.supply.branches)

    @property
    def trunk(self) -> float:
        """The resistance from the power supply to the start of the branches."""
        return wire_ohms(CORE, CABLE) + SOCKET + FUSE + SHUNT

    @property
    def feed(self) -> float:
        """The resistance from there to a branch, which is fed at both ends."""
        return PTC + wire_ohms(self.supply.wire, self.supply.far) / 2

    @property
    def peak(self) -> float:
        """The current into empty capacitors, limited by resistance only."""
        return RAIL / (self.trunk + (self.feed + INNER) / self.buffers)
