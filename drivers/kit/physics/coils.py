"""A coil around a reed: its inductance, its tuning, and its field above the plate."""

from __future__ import annotations

from math import log, pi

MU = 4e-7 * pi  # V s / A m
CARRIER = 13.56e6  # Hz
TURNS, WIRE = 2, 0.5  # turns of enamelled wire; its diameter in mm
COIL_DIAMETER = 36.0  # mm, diameter: around the ring of lights
DRAIN_OFF, DRAIN_ON = 85.0, 96.0  # pF at the common pin of an ADG708, off and on
LEAST_FIELD = 0.15  # A/m rms, by ISO 15693-2
DRIVE_VOLTAGE = 4.0  # V from peak to peak, which an ADG708 passes at 5 V
MOST_SWITCHES = 3  # more have too much capacitance for this coil


def henry() -> float:
    """Return the inductance in H of a ring of TURNS turns, bundled as thick as they are wide."""
    radius = COIL_DIAMETER / 2000
    return TURNS**2 * MU * radius * (log(8 * radius / (WIRE / 1000)) - 2)


def tuned_pF() -> float:
    """Return the total capacitance in pF that tunes the coil to the carrier."""
    return 1e12 / ((2 * pi * CARRIER) ** 2 * henry())


def added_pF(switches: int) -> float:
    """Return the pF to add to the capacitance of `switches` switches, one of which is on."""
    return tuned_pF() - DRAIN_ON - DRAIN_OFF * (switches - 1)


def field_strength(over: float) -> float:
    """Return the field in A/m rms, `over` mm above the coil's centre."""
    radius, away = COIL_DIAMETER / 2000, over / 1000
    amperes = DRIVE_VOLTAGE / 8**0.5 / (2 * pi * CARRIER * henry())
    return float(TURNS * amperes * radius**2 / (2 * (radius**2 + away**2) ** 1.5))
