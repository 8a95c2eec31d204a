"""The lights' data lines: PIO makes the pulses, DMA feeds it."""

from time import ticks_add, ticks_diff, ticks_ms, ticks_us

import rp2
from machine import Pin

from firmware.pico.pins import LINES

REFRESH = 1000  # ms; a pixel that a spark has changed is set right
GAP = 400  # us of silence after a picture: newer WS2812B latch after 280, the FIFO holds up to 40
BYTE = 10  # us on a data line


@rp2.asm_pio(
    sideset_init=rp2.PIO.OUT_LOW,
    out_shiftdir=rp2.PIO.SHIFT_LEFT,
    autopull=True,
    pull_thresh=8,
)
def ws2812():
    """Ten ticks of 125 ns a bit: 375 ns high for a zero, 750 ns for a one."""
    wrap_target()
    label("bit")
    out(x, 1).side(0)[3]
    jmp(not_x, "zero").side(1)[2]
    jmp("bit").side(1)[2]
    label("zero")
    nop().side(0)[2]
    wrap()


class Line:
    """One chain of pixels: DMA feeds the PIO while the Pico goes on."""

    def __init__(self, number, pin, count):
        self._bytes = bytearray(3 * count)
        self._machine = rp2.StateMachine(
            number, ws2812, freq=8_000_000, sideset_base=Pin(pin, Pin.OUT, value=0)
        )
        self._machine.active(1)
        self._dma = rp2.DMA()
        # A byte written to the FIFO fills all four lanes of its word; the topmost is shifted out.
        self._ctrl = self._dma.pack_ctrl(size=0, inc_write=False, treq_sel=number)
        self._sent = False

    def send(self, grb, anyway):
        """Show these bytes; an unchanged line is left alone. The us it takes."""
        if self._sent and grb == self._bytes and not anyway:
            return 0
        self._bytes[:] = grb
        self._sent = True
        self._dma.config(
            read=self._bytes,
            write=self._machine,
            count=len(self._bytes),
            ctrl=self._ctrl,
            trigger=True,
        )
        return BYTE * len(grb) + GAP


class Pixels:
    """All data lines as one row of pixels. A picture that comes too soon waits a pass."""

    def __init__(self, counts):
        self._lines = [Line(at, LINES[at], count) for at, count in enumerate(counts)]
        self._ends = [3 * sum(counts[: at + 1]) for at in range(len(counts))]
        self._picture = None
        self._waiting = False
        self._free = ticks_us()
        self._drawn = ticks_ms()

    def show(self, grb):
        self._picture = grb
        self._waiting = True
        self.tend()

    def tend(self):
        stale = ticks_diff(ticks_ms(), self._drawn) >= REFRESH
        if self._picture is None or not (self._waiting or stale):
            return
        if ticks_diff(ticks_us(), self._free) >= 0:
            self._send(stale)

    def _send(self, stale):
        took, start = 0, 0
        picture = memoryview(self._picture)
        for line, end in zip(self._lines, self._ends):
            took = max(took, line.send(picture[start:end], stale))
            start = end
        self._free = ticks_add(ticks_us(), took)
        self._waiting = False
        if stale:
            self._drawn = ticks_ms()
