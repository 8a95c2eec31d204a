"""What a Pico does when it gets power: it serves its panel, unless a maker wants it.

Hold the key `back` while plugging it in, or leave a file called `repl` on it, and the REPL answers
instead; the file counts once.
"""

from firmware import wire
from firmware.hal import Hal, wanted
from firmware.keep import Keeper
from firmware.panel import Panel
from firmware.panels import FIRST, fit

PACE = 5  # ms from sample to sample


def served():
    """The panel this Pico sits under."""
    keeper = Keeper()
    number = keeper.kept.get(wire.PANEL, FIRST)
    built = fit(number)
    return Panel(
        Hal(built, keeper),
        built.widths,
        built.guarded,
        built.keys,
        built.readers,
        built.pixels,
        number,
        rolls=built.rolls,
    )


def serve(panel):
    """A pass every 5 ms; in between it sleeps, but for what the host says."""
    due = panel.hal.ms()
    while True:
        panel.step()
        due = max(due + PACE, panel.hal.ms())
        while panel.hal.idle(due):
            panel.attend()


if not wanted():
    serve(served())
