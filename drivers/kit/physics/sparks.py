"""What a contact carries in the instant it closes: a reed on a charged wire, the brick's plug.

Currents in A, resistances in Ω, lengths in m. Where no source stands, a figure is from memory.
"""

from __future__ import annotations

from msgspec import Struct

from drivers.kit.physics.matrix import SUPPLY
from drivers.kit.physics.supply import RAIL, Supply, wire_ohms

SWITCHES = 0.5  # A that an MDSR-10 may switch (Littelfuse, MDSR-10)
CONTACT = 0.12  # of a closed one, at most (the same)
WAVE = 105.0  # that a ribbon shows a sudden edge: one conductor beside a grounded one

CABLE, CORE = 1.2, 0.75  # m and mm² of the brick's own lead
SOCKET, FUSE, SHUNT = 0.02, 0.017, 0.01
PTC = 0.05  # of a branch's resettable fuse, cold
INNER = 0.05  # of a 1000 µF, at least
BUFFERS = 2  # of them, behind the first and the last branch


def wire_spark() -> float:
    """Out of a wire that its pull-up has charged, when a reed closes it: as much at any length."""
    return SUPPLY / WAVE


def capacitor_spark(series: float = 0.0) -> float:
    """Out of a capacitor across a reed, through a resistor if there is one."""
    return SUPPLY / (CONTACT + series)


class Plug(Struct, frozen=True):
    """The plug of a brick that is alive, pushed into its socket."""

    supply: Supply

    @property
    def buffers(self) -> int:
        return min(BUFFERS, self.supply.branches)

    @property
    def trunk(self) -> float:
        """From the brick to where the branches begin."""
        return wire_ohms(CORE, CABLE) + SOCKET + FUSE + SHUNT

    @property
    def feed(self) -> float:
        """From there to a branch, which is fed at both ends."""
        return PTC + wire_ohms(self.supply.wire, self.supply.far) / 2

    @property
    def peak(self) -> float:
        """Into empty capacitors, if nothing but resistance held it back."""
        return RAIL / (self.trunk + (self.feed + INNER) / self.buffers)
