"""The Pico at its work: a pass every 5 ms, for ever."""

import gc
import sys

import machine

from firmware import pixel_ops, wire
from firmware.panel import Panel
from firmware.pico import native
from firmware.pico.hal import Hal, repl_wanted
from firmware.room import make_room
from firmware.settings import Keeper

LITTER = 96_000  # bytes, and memory is collected, come what may: 10 ms
SWEEP = 500  # ms; swept so often it takes 5 ms, and there is a time when it disturbs nobody
# Since the host spoke or a contact moved: no hand is waiting for a light, and it is best swept now,
# before the next one does.
QUIET_MS = 50


def serve(panel):
    """Make pass after pass; between them sleep, except for messages of the host."""
    hal = panel.hal
    parts = (panel.scanner, panel.strip, panel.readers, panel.lights, panel.tune, panel.voice)
    for part in (panel, hal) + parts + hal.parts:
        make_room(part)
    swept = stirred = hal.ms()
    littered = False
    while True:
        panel.step()
        now = hal.ms()
        if not panel.scanner.settled:
            stirred, littered = now, True
        elif now - stirred > QUIET_MS and (littered or now - swept > SWEEP):
            gc.collect()
            swept, littered = now, False
        while hal.rest():
            panel.attend()
            stirred, littered = hal.ms(), True


def begin(version):
    """Serve the panel, unless a maker wants the REPL: main.py calls this when the power comes on.

    The version is what HELLO tells of this firmware, see drivers/workshop/payload.py.

    A maker who holds the key `back` while plugging the Pico in, or has left a file called `repl`
    on it, gets the REPL; the file counts once.
    """
    keeper = Keeper()
    if repl_wanted(keeper.fit):
        return
    gc.threshold(LITTER)
    wire.hasten(native)
    pixel_ops.hasten(native)
    # The collector notes 64 things that it has yet to look at; with all modules among them it runs
    # over, and goes through memory once more, which takes 7 ms. Who needs a module has it.
    sys.modules.clear()
    try:
        serve(Panel(Hal(keeper), version))
    except Exception as error:
        keeper.note_crash(error)
        machine.reset()
