"""A diode matrix: one row is pulled down at a time, and all its columns are read at once.

Four 74HC595s hold a single one that wanders from row to row; shift clock and latch clock are one
pin, so that what they show is a clock behind what they hold. Four 74HCS165s read the columns,
each on a data line of its own.
"""

from array import array

import micropython
from machine import Pin

from firmware.pico.chains import Chains
from firmware.pico.pins import CHAINS, CLOCK, LATCH, ROW_CLOCK, ROW_DATA

OUTPUTS = 32  # of four 74HC595s, which wake up showing anything


@micropython.viper
def sweep(seen: ptr32, rows: int) -> int:
    """Latch row after row; a bit for each in which something is other than it was.

    The next row is pulled down as soon as one is latched, and has settled when its eight bits of
    four lines are in. When the last one is, the first is down again.
    """
    sio = ptr32(0xD0000000)
    changed = 0
    at = 0
    for row in range(rows):
        for _ in range(6):
            sio[6] = 1 << 3
        sio[5] = 1 << 3
        if row == rows - 2:
            sio[5] = 1 << 13
        else:
            sio[6] = 1 << 13
        sio[5] = 1 << 14
        differs = 0
        for _ in range(8):
            level = sio[1] & 0xF0
            sio[5] = 1 << 2
            differs |= level ^ seen[at]
            seen[at] = level
            at += 1
            sio[6] = 1 << 2
        sio[6] = 1 << 14
        if differs:
            changed |= 1 << row
    return changed


@micropython.viper
def gather(seen: ptr32, first: int) -> uint:
    """Return the word of one row: a closed contact pulls its column down, and its bit is set."""
    word = 0
    for bit in range(8):
        level = seen[first + bit]
        for line in range(4):
            if not (level >> (4 + line)) & 1:
                word |= 1 << (8 * line + bit)
    return uint(word)


class Matrix(Chains):
    """A diode matrix whose row n is read as chain n."""

    def __init__(self, rows):
        Pin(CLOCK, Pin.OUT, value=0)
        Pin(LATCH, Pin.OUT, value=1)
        for pin in CHAINS[:4]:
            Pin(pin, Pin.IN, Pin.PULL_UP)
        self._seen = array("I", [0] * (8 * rows))
        self._words = [0] * rows
        self._changed = (1 << rows) - 1
        self._levels = ()
        begin(Pin(ROW_DATA, Pin.OUT, value=0), Pin(ROW_CLOCK, Pin.OUT, value=0))
        self.stirred()

    def stirred(self):
        """Look again; return whether anything has changed since the last look."""
        changed = sweep(self._seen, len(self._words))
        self._changed |= changed
        return changed

    def _gathered(self, changed):
        """Return all words; those of a row that changed are gathered again."""
        for row in range(len(self._words)):
            if changed >> row & 1:
                self._words[row] = gather(self._seen, 8 * row)
        return tuple(self._words)


def begin(data, clock):
    """Shift a single one into the registers, so that the first row is down."""
    for level in [0] * OUTPUTS + [1, 0]:
        data.value(level)
        clock.value(1)
        clock.value(0)


def contacts(fit):
    """Return the matrix or the chains of this panel."""
    return Matrix(len(fit.widths)) if fit.matrix else Chains(fit.widths)
