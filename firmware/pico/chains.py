"""The contacts' shift registers: five data lines, read together, chains in series on each."""

from array import array

import micropython
from machine import Pin

from firmware.pico.pins import CHAINS, CLOCK, LATCH
from firmware.scan import STRIDE


@micropython.viper
def shift(seen: ptr32, mask: int, bits: int) -> int:
    """Latch all chains and shift them in together, a word of all pins for each bit.

    The lines of the mask on which some bit is other than it was. SIO: GPIO_IN, OUT_SET, OUT_CLR.
    """
    sio = ptr32(0xD0000000)
    changed = 0
    # 1 us and more. A 74HCS165 wants 10 ns at 3.3 V; the rest is for 100 ohms, a metre of ribbon
    # and the inputs of up to 108 registers.
    for _ in range(6):
        sio[6] = 1 << 3
    sio[5] = 1 << 3
    for bit in range(bits):
        level = sio[1] & mask
        sio[5] = 1 << 2
        changed |= level ^ seen[bit]
        seen[bit] = level
        sio[6] = 1 << 2
    return changed


@micropython.viper
def gather(seen: ptr32, pin: int, first: int, bits: int) -> uint:
    """Return the word of one chain: a closed contact pulls its line down, and its bit is set."""
    word = 0
    for bit in range(bits):
        if not (seen[first + bit] >> pin) & 1:
            word |= 1 << bit
    return uint(word)


class Chains:
    """The 74HCS165s, all shifted by one clock.

    Chain n hangs on line n % 5, behind the n // 5 chains that are nearer on it. Those have
    32 bits each; only the last of a line may be shorter.
    """

    def __init__(self, widths):
        Pin(CLOCK, Pin.OUT, value=0)
        Pin(LATCH, Pin.OUT, value=1)
        for pin in CHAINS:
            Pin(pin, Pin.IN, Pin.PULL_UP)
        self._lines = [chains_of_line(at, widths) for at in range(min(len(CHAINS), len(widths)))]
        self._mask = sum([1 << CHAINS[at] for at in range(len(self._lines))])
        ends = [first + width for line in self._lines for _, first, width in line]
        self._bits = max(ends) if ends else 0
        self._seen = array("I", [0] * self._bits)
        self._words = [0] * len(widths)
        self._changed = self._mask  # lines on which something is not as the words have it
        self._levels = ()
        self.stirred()

    def stirred(self):
        """Look again; return whether anything has changed since the last look."""
        changed = shift(self._seen, self._mask, self._bits)
        self._changed |= changed
        return changed

    def levels(self):
        """Return the words of the last look."""
        if self._changed:
            levels = self._gathered(self._changed)
            self._changed = 0
            if levels != self._levels:
                self._levels = levels
        return self._levels

    def _gathered(self, changed):
        """Return all words; those on a line that changed are gathered again."""
        for at, line in enumerate(self._lines):
            pin = CHAINS[at]
            if changed >> pin & 1:
                for number, first, width in line:
                    self._words[number] = gather(self._seen, pin, first, width)
        return tuple(self._words)


def chains_of_line(line, widths):
    """Return the chains of a line: number, first bit on that line, bits."""
    numbers = range(line, len(widths), len(CHAINS))
    return [(number, STRIDE * place, widths[number]) for place, number in enumerate(numbers)]
