"""The Pico at its work: a pass every 5 ms, for ever."""

import gc

from firmware import pixel_ops, wire
from firmware.panel import Panel
from firmware.panels import FIRST, fit
from firmware.pico import native
from firmware.pico.hal import Hal, wanted
from firmware.settings import Keeper

LITTER = 96_000  # bytes, and memory is collected, come what may: 10 ms
SWEEP = 500  # ms; swept so often it takes 5 ms, and there is a time when it disturbs nobody
QUIET = 50  # ms since the host spoke or a contact moved: no hand is waiting for a light


def served(built, number, keeper):
    """The panel this Pico sits under."""
    return Panel(
        Hal(built, keeper),
        built.widths,
        built.guarded,
        built.keys,
        built.chips,
        built.pixels,
        number,
        rolls=built.rolls,
    )


def serve(panel):
    """Pass after pass; between them it sleeps, but for what the host says."""
    hal = panel.hal
    swept = stirred = hal.ms()
    while True:
        panel.step()
        now = hal.ms()
        if not panel.scanner.settled:
            stirred = now
        elif now - swept > SWEEP and now - stirred > QUIET:
            gc.collect()
            swept = now
        while hal.rest():
            panel.attend()
            stirred = hal.ms()


def begin():
    """Serve, unless a maker wants the Pico for himself."""
    keeper = Keeper()
    number = keeper.kept.get(wire.PANEL, FIRST)
    built = fit(number)
    if wanted(built):
        return
    gc.threshold(LITTER)
    wire.hasten(native)
    pixel_ops.hasten(native)
    serve(served(built, number, keeper))
