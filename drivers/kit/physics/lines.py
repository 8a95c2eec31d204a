"""Clock and latch of the registers: how many inputs, on how much ribbon, one pin can drive.

An edge that is shorter than its way along the ribbon and back comes up in steps, and two registers
that differ by a tenth of a volt take it on different steps: the one may hand its bit on before the
other has taken the last. So a capacitor at the pin makes the edge longer than that, and a resistor
like the ribbon's own swallows what comes back (tests/kit/test_decks.py).

Capacities in pF, resistances in Ω, times in ns, lengths in m.
"""

from __future__ import annotations

from msgspec import Struct

INPUT = 10.0  # pF, an input of a 74HCS165, at most (TI SCLS770: 5 as a rule)
RIBBON = 50.0  # pF to the metre, one conductor beside a grounded one
SERIES = 47.0  # Ω at the pin
SMOOTH = 220.0  # pF behind it
INTO = 100.0  # Ω from there into the ribbon
PIN = 40.0  # Ω, the Pico's own at 4 mA
GATE = 30.0  # Ω, a 74HC244's at 3.3 V
HALF = 440.0  # ns, half a clock: 192 of them take 0.17 ms
SHARE = 0.4  # of half a clock for the edge, so that data settles in what is left
GATES = 8  # of a 74HC244


class Line(Struct, frozen=True):
    """A clock: registers and ribbon on each gate that drives it."""

    registers: int
    long: float
    gates: int = 0  # none: straight from the pin

    @property
    def load(self) -> float:
        """On the fullest gate."""
        most = -(-self.registers // max(1, self.gates))
        return most * INPUT + self.long * RIBBON

    @property
    def rise(self) -> float:
        """From a tenth to nine tenths."""
        own = GATE if self.gates else PIN
        return 2.2 * ((SERIES + own) * (SMOOTH + self.load) + INTO * self.load) / 1000

    @property
    def works(self) -> bool:
        return self.rise <= SHARE * HALF


def driven(registers: int, long: float, lines: int) -> Line:
    """Straight from the pin where that will do, else through a gate for each data line."""
    plain = Line(registers, long)
    return plain if plain.works else Line(registers, long, lines)


def most_registers(long: float) -> int:
    """So many hang on a pin without a buffer."""
    return max((n for n in range(200) if Line(n, long).works), default=0)
