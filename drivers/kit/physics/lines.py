"""Clock and latch lines: how many registers, on how much ribbon, one pin can drive.

If an edge is shorter than its way along the ribbon and back, it rises in steps. Two registers whose
thresholds differ by a tenth of a volt then switch on different steps, and one may pass its bit on
before the other has taken the last. So a capacitor at the pin makes the edge longer than that, and
a resistor near the ribbon's impedance absorbs reflections (tests/kit/test_decks.py).

Capacitances in pF, resistances in Ω, times in ns, lengths in m.
"""

from __future__ import annotations

from msgspec import Struct

INPUT = 10.0  # pF, an input of a 74HCS165, at most (TI SCLS770: 5 as a rule)
RIBBON = 50.0  # pF per metre, one conductor beside a grounded one
SERIES_OHMS = 47.0  # Ω at the pin
SMOOTH = 220.0  # pF behind it
INTO = 100.0  # Ω from the capacitor into the ribbon
PIN_OHMS = 40.0  # Ω, the Pico's own at 4 mA
GATE_OHMS = 30.0  # Ω, a 74HC244's at 3.3 V
HALF_CLOCK = 440.0  # ns, half a clock: 192 of them take 0.17 ms
EDGE_SHARE = 0.4  # of half a clock for the edge, so that data settles in what is left
BUFFER_GATES = 8  # of a 74HC244


class ClockLine(Struct, frozen=True):
    """A clock line: its registers, its ribbon, and the buffer gates that drive it."""

    registers: int
    long: float
    gates: int = 0  # 0: driven by the pin itself

    @property
    def load(self) -> float:
        """The capacitance in pF on the gate with the most registers."""
        most = -(-self.registers // max(1, self.gates))
        return most * INPUT + self.long * RIBBON

    @property
    def rise(self) -> float:
        """The rise time in ns, from 10 % to 90 %."""
        own = GATE_OHMS if self.gates else PIN_OHMS
        return 2.2 * ((SERIES_OHMS + own) * (SMOOTH + self.load) + INTO * self.load) / 1000

    @property
    def works(self) -> bool:
        return self.rise <= EDGE_SHARE * HALF_CLOCK


def choose_driver(registers: int, long: float, lines: int) -> ClockLine:
    """Return the line driven by the pin if that works, else by a gate for each data line."""
    plain = ClockLine(registers, long)
    return plain if plain.works else ClockLine(registers, long, lines)


def most_registers(long: float) -> int:
    """Return the most registers that a pin can drive without a buffer."""
    return max((n for n in range(200) if ClockLine(n, long).works), default=0)
