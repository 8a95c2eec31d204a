"""The strip's encoder and its printed marks, caught by interrupts."""

from array import array
from time import ticks_us

import micropython
from machine import Pin

from firmware import roller, wire
from firmware.pico.pins import ENCODER, TRACKS

TURNED = array("i", [0, 0, 0, 0])  # count, illegal steps, last state, the steps of every change
MARKED = array("i", [0] * 100)  # last state, marks so far; 32 times us, 2 * track + level, count


@micropython.viper
def on_turn(pin):
    """Count an edge of the encoder; an interrupt calls it, so it takes no memory."""
    state = ptr32(TURNED)
    level = ptr32(0xD0000004)[0]
    now = (level >> 9) & 2 | (level >> 11) & 1
    step = (state[3] >> 2 * (4 * state[2] + now)) & 3
    state[2] = now
    if step == 1:
        state[0] += 1
    elif step == 3:
        state[0] -= 1
    elif step == 2:
        state[1] += 1


@micropython.viper
def on_mark(pin):
    """Keep the time and count at which a mark came or went; a mark pulls its pin low."""
    ring = ptr32(MARKED)
    now = (ptr32(0xD0000004)[0] >> 13) & 7 ^ 7
    changed = now ^ ring[0]
    ring[0] = now
    for track in range(3):
        if (changed >> track) & 1:
            slot = 4 + 3 * (ring[1] & 31)
            ring[slot] = ptr32(0x40054028)[0]  # TIMERAWL
            ring[slot + 1] = 2 * track + ((now >> track) & 1)
            ring[slot + 2] = ptr32(TURNED)[0]
            ring[1] += 1


class Roller:
    """Encoder and printed marks, caught by interrupts."""

    def __init__(self):
        both = Pin.IRQ_RISING | Pin.IRQ_FALLING
        pins = [Pin(pin, Pin.IN, Pin.PULL_UP) for pin in ENCODER]
        TURNED[0] = TURNED[1] = 0
        TURNED[2] = 2 * pins[0].value() + pins[1].value()
        TURNED[3] = pack_steps(roller.QUADRATURE)
        for pin in pins:
            pin.irq(on_turn, both, hard=True)
        tracks = [Pin(pin, Pin.IN, Pin.PULL_UP) for pin in TRACKS]
        MARKED[0] = (1 - tracks[wire.CLOCK].value()) << wire.CLOCK
        MARKED[1] = self._read = 0
        on_mark(None)  # a data bar or the home slot that is there already
        for pin in tracks:
            pin.irq(on_mark, both, hard=True)

    def count(self):
        return TURNED[0], TURNED[1]

    def marks(self, ms):
        if self._read == MARKED[1]:
            return ()
        found = []
        first = max(self._read, MARKED[1] - 32)
        for number in range(first, MARKED[1]):
            slot = 4 + 3 * (number & 31)
            ago = (ticks_us() - MARKED[slot]) & 0x3FFFFFFF
            what = MARKED[slot + 1]
            found.append((ms - ago // 1000, what >> 1, what & 1, MARKED[slot + 2]))
        self._read = first + len(found)
        return found


def pack_steps(steps):
    """Return the table of steps, two bits each, in one signed word."""
    word = 0
    for at, step in enumerate(steps):
        word |= (step & 3) << 2 * at
    return word - (1 << 32) if word >> 31 else word
