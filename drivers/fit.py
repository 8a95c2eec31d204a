"""What a Pico has to know of its panel, out of the wiring file."""

from __future__ import annotations

from itertools import pairwise

from controller.errors import BadWiring
from controller.values import Saying, Sense, Site
from drivers.wiring import Wiring, WiringFile
from firmware import wire
from firmware.fit import CHIPS, MOST_CHAINS, MOST_COILS, MOST_PIXELS, PIXEL_LINES, ROWS, Fit

MOST = {"chains": MOST_CHAINS, "chips": CHIPS, "lines": PIXEL_LINES, "pixels": MOST_PIXELS}
MOST |= {"rows": ROWS - 1, "coils": MOST_COILS}  # one row is the proof
BACK = Site("key.back")  # held while the Pico gets power, it leaves a maker the REPL


def fitted(wiring: Wiring) -> Fit:
    """What is soldered to the pins of this panel; BadWiring says why no Pico can sit under it."""
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
        raise BadWiring("wiring.no_fit", name=wiring.file.name, why=Saying(f"fit.{trouble}", MOST))
    return fit


def line_lengths(file: WiringFile) -> tuple[int, ...]:
    """How many pixels hang on each data line: each run of the file begins one, the first at 0."""
    starts = sorted(run.first for run in file.lights)[1:]
    return tuple(end - start for start, end in pairwise((0, *starts, file.pixels)) if file.pixels)
