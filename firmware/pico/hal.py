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
from firmware.pico.encoder import Roller
from firmware.pico.matrix import contacts
from firmware.pico.pins import AMPS, VOLTS
from firmware.pico.pixels import Pixels
from firmware.pico.spi import chips
from firmware.pico.usb import Usb
from firmware.scan import STRIDE
from firmware.start import cause

REPL = "repl"  # a file of this name keeps a maker's REPL, once

PASS_EVERY = 5000  # us from pass to pass, each with a sample of the contacts
# us between looks at them meanwhile; the first that shows a change is a sample, too
LOOK_EVERY = 1000
# us from there to the next, without a change at any look: two edges of a contact take twice that,
# so a bounce of 5 ms is one
STILL_US = 2800
RESTLESS = 10000  # us after which a sample is taken though something still moves
STEP_US = 1500  # us that a step of a reader with antennas may take
BITE = 3000  # ms without a pass before the watchdog starts the Pico afresh


class Nothing:
    """Stands for the strip where there is none and its pins do something else."""

    def count(self):
        return 0, 0

    def marks(self, ms):
        return ()


class Hal:
    """Everything on the pins of the panel that was kept."""

    def __init__(self, keeper):
        self.fit = fit = keeper.fit
        self.board = machine.unique_id()
        self.crash = keeper.crash
        self.cause = started(bool(keeper.crash))
        self._due = ticks_us()  # the next sample of the contacts
        self._levels = ()
        self._since = None  # us of the first of two samples that have to agree
        self._moved = None  # us of the look that showed a change, and is to be a sample
        self._last = ticks_ms()
        self._ms = 0
        self._keeper = keeper
        self._chains = contacts(fit)
        self._roller = Roller() if fit.rolls else Nothing()
        self._pixels = Pixels(fit.lines)
        self._chips, self.wake = chips(fit)
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
        self.hurry = self._host.tend
        self.keep = keeper.keep
        self.keep_fit = keeper.keep_fit
        self.forget_crash = keeper.forget_crash
        self.us = ticks_us

    @property
    def parts(self):
        """The objects that each pass goes through."""
        return self._chains, self._roller, self._pixels, self._chips, self._host

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
        """Return the words of the chains; what is new has to be there in the next sample too."""
        now = ticks_us()
        if self._chains.stirred() or self._moved is None:
            self._moved = now
        levels = self._chains.levels()
        self._since = None if levels is self._levels else self._moved
        self._moved = None
        self._levels = levels
        self._due = ticks_add(self._due, PASS_EVERY)
        if self._since is not None:
            self._due = ticks_add(self._since, STILL_US)
        elif ticks_diff(self._due, now) < STILL_US:
            self._due = ticks_add(now, STILL_US)
        return levels

    def marks(self):
        return self._roller.marks(self._ms)

    def tags(self):
        """Return the completed looks; while a contact is checked again, readers wait for a pass."""
        found, self._found = self._found, ()
        return found + self._chips.tags(self._ms) if self._since is None else found

    def supply(self):
        """V5_LED comes through a divider of two; I_LED is 1 mV a mA (10 mΩ, gain 100)."""
        return self._volts.read_u16() * 6600 // 65535, self._amps.read_u16() * 3300 // 65535

    def rest(self):
        """Let time pass until the next sample is due; True when the host speaks before."""
        self._dog.feed()
        self._pixels.tend()
        self._host.tend()
        left = ticks_diff(self._due, ticks_us())
        while left >= LOOK_EVERY:
            if self._chains.stirred() and self._sampled_now():
                return False
            if self._hurried and left >= STEP_US:
                self._found += self._chips.tags(self.ms())
            if self._host.wait(0 if self._hurried else 1):
                return True
            left = ticks_diff(self._due, ticks_us())
        while self._since is not None and ticks_diff(self._due, ticks_us()) > 0:
            pass
        self._host.wait(0)
        return False

    def _sampled_now(self):
        """Take a sample after a contact has moved, or wait again while it is not still."""
        now = ticks_us()
        if self._since is None:
            self._due = self._moved = now
            return True
        if ticks_diff(now, self._since) < RESTLESS - STILL_US:
            self._due = ticks_add(now, STILL_US)
        return False

    def reboot(self, how):
        self._host.tend()
        if how == wire.TO_LOADER:
            machine.bootloader()
        if how == wire.TO_REPL:
            open(REPL, "w").close()
        machine.reset()


def started(crashed):
    """Return the cause of the start for HELLO; a crash asks for a reset too."""
    why = cause(sys.implementation._machine, machine.mem32)
    return wire.CRASHED if crashed and why == wire.ASKED else why


def repl_wanted(fit):
    """True if a maker wants the REPL: the panel's key `back` is held, or the file is there."""
    if REPL in os.listdir():
        os.remove(REPL)
        return True
    if fit.back is None:
        return False
    levels = contacts(fit).levels()
    return bool(levels[fit.back // STRIDE] >> fit.back % STRIDE & 1)
