"""A diode matrix: how low a column is pulled, and how soon it rises again.

Voltages in V, resistances in Ω, capacitances in pF, times in ns, lengths in m.
"""

from __future__ import annotations

from math import log

from msgspec import Struct

from drivers.kit.physics.lines import INPUT, RIBBON

SUPPLY = 3.3
PULL_UP = 10_000.0  # Ω on each column and each row, which pulls it up once it is released
DIODE = 0.28  # V at 0.3 mA, a BAT85 (Nexperia: 0.24 at 0.1 mA, 0.32 at 1 mA at most)
JUNCTION = 10.0  # pF of the BAT85 in reverse
DRIVER = 5.0  # Ω, a TBD62083A's output with 3.3 V at its input, rounded up
# A 74HCS165 reads low below LOW and high above HIGH at any temperature: TI gives
# 0.3 and 1.5 V at 2 V, 0.9 and 3.15 V at 4.5 V.
LOW, HIGH = 0.61, 2.36
NOISE_MARGIN = 0.2  # V for noise on a metre of wire
SETTLES = 8000.0  # ns that the firmware waits from selecting a row to latching it


class MatrixTiming(Struct, frozen=True):
    """A matrix of rows and columns, with the length of a column's wire."""

    rows: int
    columns: int
    long: float

    @property
    def low(self) -> float:
        """The voltage of a column under a closed contact, if its whole row is closed."""
        each = (SUPPLY - DIODE) / PULL_UP
        return DIODE + each * (self.columns + 1) * DRIVER

    @property
    def load(self) -> float:
        """The capacitance of a column with all its contacts closed."""
        return INPUT + self.long * RIBBON + self.rows * JUNCTION

    @property
    def rise(self) -> float:
        """The time for a column to rise from `low` to reading open, with its row's wire."""
        charge = PULL_UP * (self.load + self.long * RIBBON) / 1000
        return charge * log((SUPPLY - self.low) / (SUPPLY - HIGH))

    @property
    def works(self) -> bool:
        return self.low <= LOW - NOISE_MARGIN and self.rise <= SETTLES
