"""The lights' data lines: PIO makes the pulses, DMA feeds it."""

from time import ticks_add, ticks_diff, ticks_ms, ticks_us

import micropython
import rp2
from machine import Pin
from uctypes import addressof

from firmware.pico.pins import PIXEL_PINS

REFRESH = 1000  # ms; a pixel that a spark has changed is set right
# us of silence after a picture: newer WS2812B latch after 280, the FIFO holds up to 40
LATCH_GAP = 400
BYTE_US = 10  # us on a data line
TRANS_COUNT, READ_ADDR_TRIG = 2, 15  # words of a DMA channel; the latter starts it


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


@micropython.viper
def bytes_to_send(shown: ptr8, wanted: ptr8, size: int) -> int:
    """Return how many bytes to send, whole pixels from the first to the last that differs."""
    while size > 0 and shown[size - 1] == wanted[size - 1]:
        size -= 1
    return (size + 2) // 3 * 3


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
        ctrl = self._dma.pack_ctrl(size=0, inc_write=False, treq_sel=number)
        self._dma.config(write=self._machine, count=0, ctrl=ctrl)
        self._registers = self._dma.registers
        self._address = addressof(self._bytes)

    @micropython.native
    def send(self, grb, anyway):
        """Show these bytes as far as they are new; return the us it takes. Pixels behind stay."""
        size = len(grb)
        count = size if anyway else bytes_to_send(self._bytes, grb, size)
        if not count:
            return 0
        self._bytes[:] = grb
        self._registers[TRANS_COUNT] = count
        self._registers[READ_ADDR_TRIG] = self._address
        return BYTE_US * count + LATCH_GAP


class Pixels:
    """All data lines as one row of pixels. A picture that comes too soon waits a pass."""

    def __init__(self, counts):
        self._lines = [Line(at, PIXEL_PINS[at], count) for at, count in enumerate(counts)]
        self._ends = [3 * sum(counts[: at + 1]) for at in range(len(counts))]
        self._picture = None
        self._waiting = False
        self._free = ticks_us()
        self._drawn = ticks_add(
            ticks_ms(), -REFRESH
        )  # whatever the pixels show, the first picture is whole

    def show(self, grb):
        self._picture = grb
        self._waiting = True
        self.tend()

    @micropython.native
    def tend(self):
        stale = ticks_diff(ticks_ms(), self._drawn) >= REFRESH
        if self._picture is None or not (self._waiting or stale):
            return
        if ticks_diff(ticks_us(), self._free) >= 0:
            self._send(stale)

    @micropython.native
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
