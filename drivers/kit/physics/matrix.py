"""A diode matrix: how low a column is pulled, and how soon it is up again.

Voltages in V, resistances in Ω, capacities in pF, times in ns, lengths in m.
"""

from __future__ import annotations

from math import log

from msgspec import Struct

from drivers.kit.physics.lines import INPUT, RIBBON

SUPPLY = 3.3
PULL_UP = 10_000.0  # of each column, and of each row, so that one that is let go comes up by itself
DIODE = 0.28  # V at 0.3 mA, a BAT85 (Nexperia: 0.24 at 0.1 mA, 0.32 at 1 mA at most)
JUNCTION = 10.0  # pF, the same, backwards
DRIVER = 5.0  # Ω, a TBD62083A's output with 3.3 V at its input, amply
# A 74HCS165 reads low below the one and high above the other, whatever its temperature: TI gives
# 0.3 and 1.5 V at 2 V, 0.9 and 3.15 V at 4.5 V.
LOW, HIGH = 0.61, 2.36
MARGIN = 0.2  # V for noise on a metre of wire
SETTLES = 8000.0  # ns that the firmware gives a row, from its turn to its latch


class Matrix(Struct, frozen=True):
    """Rows and columns, and the longest wire of a column."""

    rows: int
    columns: int
    long: float

    @property
    def low(self) -> float:
        """A column under a closed contact, when every other of its row is closed as well."""
        each = (SUPPLY - DIODE) / PULL_UP
        return DIODE + each * (self.columns + 1) * DRIVER

    @property
    def load(self) -> float:
        """Of a column all of whose contacts are closed."""
        return INPUT + self.long * RIBBON + self.rows * JUNCTION

    @property
    def rise(self) -> float:
        """From there to where it reads open, once its row is let go, whose wire rises with it."""
        charge = PULL_UP * (self.load + self.long * RIBBON) / 1000
        return charge * log((SUPPLY - self.low) / (SUPPLY - HIGH))

    @property
    def works(self) -> bool:
        return self.low <= LOW - MARGIN and self.rise <= SETTLES
