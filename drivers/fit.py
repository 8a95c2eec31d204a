"""The `Fit` of a panel (what is soldered to the Pico's pins), derived from its wiring file."""

from __future__ import annotations

from itertools import pairwise

from controller.errors import BadWiring
from controller.values import Saying, Sense, Site
from drivers.wiring import Wiring, WiringFile
from firmware import wire
from firmware.fit import CHIPS, MOST_CHAINS, MOST_COILS, MOST_PIXELS, MOST_ROWS, PIXEL_LINES, Fit

CAPACITY = {"chains": MOST_CHAINS, "chips": CHIPS, "lines": PIXEL_LINES, "pixels": MOST_PIXELS}
CAPACITY |= {"rows": MOST_ROWS - 1, "coils": MOST_COILS}  # one row tests the matrix itself
BACK = Site("key.back")  # held at power-up, it makes the Pico stay in the REPL


def fit_of(wiring: Wiring) -> Fit:
    """Return what is soldered to the Pico's pins.

    Raise BadWiring if no Pico can drive this panel.
    """
    taps = sum(reader.sense is Sense.TAP for reader in wiring.file.readers)
    fit = Fit(
        panel=wiring.file.panel,
        widths=wiring.widths,
        guarded=wiring.guarded,
        keys=sum(sense is Sense.KEY for sense in wiring.senses.values()),
        readers=taps,
        antennas=tuple(len(sites) for sites in wiring.readers[taps:]),
        lines=line_lengths(wiring.file),
        rolls=wire.CAN_ROLL | wire.CAN_MARK if wiring.file.dials else 0,
        back=next((channel for channel, site in wiring.channels.items() if site == BACK), None),
        matrix=bool(wiring.file.columns),
        wakes=wiring.wakes,
    )
    if trouble := fit.trouble():
        raise BadWiring(
            "wiring.no_fit", name=wiring.file.name, why=Saying(f"fit.{trouble}", CAPACITY)
        )
    return fit


def line_lengths(file: WiringFile) -> tuple[int, ...]:
    """Return the number of pixels on each data line; each run in the file begins a line."""
    starts = sorted(run.first for run in file.lights)[1:]
    return tuple(end - start for start, end in pairwise((0, *starts, file.pixels)) if file.pixels)
