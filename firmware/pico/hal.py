"""Everything on the pins of a panel, as one thing.

What a panel asks of it stands at the top of panel.py; which pin is what, in pins.py.
"""

import os
import sys
from time import ticks_add, ticks_diff, ticks_ms, ticks_us

import machine
from machine import ADC, WDT

from firmware import wire
from firmware.pico.buzzer import Buzzer
from firmware.pico.chains import Chains
from firmware.pico.encoder import Roller
from firmware.pico.pins import AMPS, VOLTS
from firmware.pico.pixels import Pixels
from firmware.pico.spi import chips
from firmware.pico.usb import Usb
from firmware.scan import STRIDE
from firmware.start import cause

REPL = "repl"  # a file of this name keeps a maker's REPL, once

PACE = 5000  # us from sample to sample of the contacts ...
NEAREST = 4000  # ... after one that was late; a bounce of 5 ms never fills four samples
STEP = 1500  # us that a step of a reader with antennas may take
BITE = 3000  # ms without a pass before the watchdog starts the Pico afresh


class Hal:
    """Everything on the pins of the panel that was kept."""

    def __init__(self, keeper):
        self.fit = fit = keeper.fit
        self.board = machine.unique_id()
        self.crash = keeper.crash
        self.cause = started(bool(keeper.crash))
        self._due = ticks_us()  # the next sample of the contacts
        self._last = ticks_ms()
        self._ms = 0
        self._keeper = keeper
        self._chains = Chains(fit.widths)
        self._roller = Roller()
        self._pixels = Pixels(fit.lines)
        self._chips = chips(fit.readers, fit.antennas)
        self._hurried = bool(fit.antennas)
        self._found = ()  # between two samples
        self._volts, self._amps = ADC(VOLTS), ADC(AMPS)
        self._host = Usb()
        self._dog = WDT(timeout=BITE)
        self.count = self._roller.count
        self.show = self._pixels.show
        self.sound = Buzzer().sound
        self.read = self._host.read
        self.write = self._host.write
        self.keep = keeper.keep
        self.keep_fit = keeper.keep_fit
        self.forget_crash = keeper.forget_crash
        self.us = ticks_us

    @property
    def kept(self):
        return self._keeper.kept

    @property
    def silent(self):
        return self._chips.silent

    def ms(self):
        now = ticks_ms()
        self._ms += ticks_diff(now, self._last)
        self._last = now
        return self._ms

    def levels(self):
        now = ticks_us()
        self._due = ticks_add(self._due, PACE)
        if ticks_diff(self._due, now) < NEAREST:
            self._due = ticks_add(now, NEAREST)
        return self._chains.levels()

    def marks(self):
        return self._roller.marks(self._ms)

    def tags(self):
        found, self._found = self._found, ()
        return found + self._chips.tags(self._ms)

    def supply(self):
        """V5_LED comes through a divider of two; I_LED is 1 mV a mA (10 mΩ, gain 100)."""
        return self._volts.read_u16() * 6600 // 65535, self._amps.read_u16() * 3300 // 65535

    def rest(self):
        """Let time pass until the next sample is due; True when the host speaks before."""
        self._dog.feed()
        self._pixels.tend()
        self._host.tend()
        left = ticks_diff(self._due, ticks_us())
        while self._hurried and left >= STEP:
            self._found += self._chips.tags(self.ms())
            if self._host.wait(0):
                return True
            left = ticks_diff(self._due, ticks_us())
        return self._host.wait(max(0, left // 1000)) and left >= 1000

    def reboot(self, how):
        self._host.tend()
        if how == wire.TO_LOADER:
            machine.bootloader()
        if how == wire.TO_REPL:
            open(REPL, "w").close()
        machine.reset()


def started(crashed):
    """Why, as HELLO tells it: who breaks off asks for a reset too."""
    why = cause(sys.implementation._machine, machine.mem32)
    return wire.CRASHED if crashed and why == wire.ASKED else why


def wanted(fit):
    """A maker wants the REPL: the panel's key `back` is held, or the file is there."""
    if REPL in os.listdir():
        os.remove(REPL)
        return True
    if fit.back is None:
        return False
    levels = Chains(fit.widths).levels()
    return bool(levels[fit.back // STRIDE] >> fit.back % STRIDE & 1)
