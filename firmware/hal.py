"""The Pico's own pins: the only file that knows machine, viper and PIO.

What a panel asks of it stands at the top of panel.py; which pin is what, in hardware.md.
"""

import os
from array import array
from time import sleep_us, ticks_add, ticks_diff, ticks_ms, ticks_us

import machine
import micropython
import rp2
from machine import ADC, SPI, WDT, Pin

from firmware import roller, wire
from firmware.pn532 import Readers
from firmware.usb import Usb

CLOCK, LATCH = 2, 3
CHAINS = (4, 5, 6, 7, 12)
LINES = (8, 9)
ENCODER = (10, 11)
TRACKS = (13, 14, 15)  # in the order of wire.CLOCK, DATA, HOME
MISO, SCK, MOSI = 16, 18, 19
SELECTS = (17, 21, 20)  # card, deck, dock
READERS_RESET = 22
VOLTS, AMPS = 26, 27

BACK = 1 << 3  # the key that keeps a maker's REPL, on the last chain
REPL = "repl"  # a file of this name does so too, once

PACE = 5000  # us from sample to sample of the contacts ...
NEAREST = 4000  # ... after one that was late; a bounce of 5 ms never fills four samples
BITE = 3000  # ms without a pass before the watchdog starts the Pico afresh
REFRESH = 1000  # ms; a pixel that a spark has changed is set right
GAP = 400  # us of silence after a picture: newer WS2812B latch after 280, the FIFO holds up to 40
BYTE = 10  # us on a data line


@micropython.viper
def shift(seen: ptr32, mask: int, bits: int) -> int:
    """Latch all chains and shift them in together, a word of all pins for each bit.

    1 when some line of the mask is other than it was. SIO: GPIO_IN, OUT_SET, OUT_CLR.
    """
    sio = ptr32(0xD0000000)
    changed = 0
    sio[6] = 1 << 3
    sio[6] = 1 << 3  # 74HC165 at 3.3 V want 30 ns
    sio[5] = 1 << 3
    for bit in range(bits):
        level = sio[1] & mask
        sio[5] = 1 << 2
        changed |= level ^ seen[bit]
        seen[bit] = level
        sio[6] = 1 << 2
    return 1 if changed else 0


@micropython.viper
def gather(seen: ptr32, pin: int, bits: int) -> uint:
    """The word of one chain: a closed contact pulls its line down, and its bit is set."""
    word = 0
    for bit in range(bits):
        if not (seen[bit] >> pin) & 1:
            word |= 1 << bit
    return uint(word)


class Chains:
    """The 74HC165s, all shifted by one clock."""

    def __init__(self, widths):
        Pin(CLOCK, Pin.OUT, value=0)
        Pin(LATCH, Pin.OUT, value=1)
        for pin in CHAINS:
            Pin(pin, Pin.IN, Pin.PULL_UP)
        self._widths = widths
        self._pins = CHAINS[: len(widths)]
        self._mask = sum([1 << pin for pin in self._pins])
        self._bits = max(widths) if widths else 0
        self._seen = array("I", [0] * self._bits)
        self._levels = self._words()

    def levels(self):
        if shift(self._seen, self._mask, self._bits):
            self._levels = self._words()
        return self._levels

    def _words(self):
        pairs = zip(self._pins, self._widths)
        return tuple([gather(self._seen, pin, width) for pin, width in pairs])


TURNED = array("i", [0, 0, 0, 0])  # count, illegal steps, last state, the steps of every change
MARKED = array("i", [0] * 100)  # last state, marks so far; 32 times us, 2 * track + level, count


@micropython.viper
def turned(pin):
    """An edge of the encoder: called by the interrupt, so it takes no memory."""
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
def marked(pin):
    """A mark came or went: its time and count are kept. A mark pulls its pin low."""
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
        TURNED[3] = packed(roller.STEPS)
        for pin in pins:
            pin.irq(turned, both, hard=True)
        tracks = [Pin(pin, Pin.IN, Pin.PULL_UP) for pin in TRACKS]
        MARKED[0] = (1 - tracks[wire.CLOCK].value()) << wire.CLOCK
        MARKED[1] = self._read = 0
        marked(None)  # a data bar or the home slot that is there already
        for pin in tracks:
            pin.irq(marked, both, hard=True)

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


def packed(steps):
    """The table of steps as two bits each in one signed word."""
    word = 0
    for at, step in enumerate(steps):
        word |= (step & 3) << 2 * at
    return word - (1 << 32) if word >> 31 else word


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


@micropython.viper
def mirror(data: ptr8, count: int):
    """The PN532 sends the lowest bit first, the Pico's SPI the highest."""
    for at in range(count):
        byte = data[at]
        byte = (byte >> 4) | (byte << 4)
        byte = (byte >> 2) & 0x33 | (byte & 0x33) << 2
        data[at] = (byte >> 1) & 0x55 | (byte & 0x55) << 1


class Bus:
    """SPI to one reader."""

    WRITE, STATUS, READ = 0x80, 0x40, 0xC0  # 1, 2 and 3, mirrored

    def __init__(self, spi, select):
        self._spi = spi
        self._select = Pin(select, Pin.OUT, value=1)
        self._status = bytearray(2)

    def wake(self):
        self._select.off()

    def rest(self):
        self._select.on()

    def ready(self):
        self._status[0] = self.STATUS
        self._status[1] = 0
        self._talk(self._status)
        return self._status[1] == 0x80

    def send(self, frame):
        out = bytearray(frame)
        mirror(out, len(out))
        self._talk(bytearray((self.WRITE,)) + out)

    def take(self, count):
        answer = bytearray(count + 1)
        answer[0] = self.READ
        self._talk(answer)
        mirror(answer, len(answer))
        return bytes(answer[1:])

    def _talk(self, data):
        self._select.off()
        sleep_us(5)
        self._spi.write_readinto(data, data)
        self._select.on()


def reader_buses(count):
    """SPI to the first so many readers."""
    Pin(READERS_RESET, Pin.OUT, value=1)
    spi = SPI(0, 1_000_000, sck=Pin(SCK), mosi=Pin(MOSI), miso=Pin(MISO, Pin.IN, Pin.PULL_UP))
    return [Bus(spi, select) for select in SELECTS][:count]


@micropython.viper
def divided(data: ptr8, count: int, crc: int) -> int:
    """CRC-16/CCITT, a byte at a time, without a table."""
    for at in range(count):
        crc = (crc >> 8 | crc << 8) & 0xFFFF ^ data[at]
        crc ^= (crc & 0xFF) >> 4
        crc ^= crc << 12 & 0xFFFF
        crc ^= (crc & 0xFF) << 5
    return crc


def crc_hqx(data, crc):
    """As binascii has it on a PC."""
    return divided(data, len(data), crc)


@micropython.viper
def unpacked(frame: ptr8, count: int, out: ptr8) -> int:
    """Undo COBS; how many bytes came out, -1 when it was none."""
    at = size = 0
    while at < count:
        code = int(frame[at])
        end = at + code
        if code == 0 or end > count:
            return -1
        at += 1
        while at < end:
            if frame[at] == 0:
                return -1
            out[size] = frame[at]
            size += 1
            at += 1
        if code < 255 and at < count:
            out[size] = 0
            size += 1
    return size


def unstuff(frame):
    """As the cobs package has it on a PC."""
    out = bytearray(len(frame))
    size = unpacked(frame, len(frame), out)
    if size < 0:
        raise ValueError("not COBS")
    return bytes(out[:size])


class Hal:
    """Everything on the pins of a panel of this fit."""

    def __init__(self, fit, keeper):
        self.board = machine.unique_id()
        self.cause = machine.reset_cause()
        self._due = ticks_us()  # the next sample of the contacts
        self._last = ticks_ms()
        self._ms = 0
        self._keeper = keeper
        self._chains = Chains(fit.widths)
        self._roller = Roller()
        self._pixels = Pixels(fit.lines)
        self._readers = Readers(reader_buses(fit.readers))
        self._volts, self._amps = ADC(VOLTS), ADC(AMPS)
        self._host = Usb()
        self._dog = WDT(timeout=BITE)
        self.count = self._roller.count
        self.show = self._pixels.show
        self.read = self._host.read
        self.write = self._host.write
        self.keep = keeper.keep
        self.us = ticks_us

    @property
    def kept(self):
        return self._keeper.kept

    @property
    def silent(self):
        return self._readers.silent

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
        return self._readers.tags(self._ms)

    def supply(self):
        """V5_LED comes through a divider of two; I_LED is 1 mV a mA (10 mΩ, gain 100)."""
        return self._volts.read_u16() * 6600 // 65535, self._amps.read_u16() * 3300 // 65535

    def rest(self):
        """Let time pass until the next sample is due; True when the host speaks before."""
        self._dog.feed()
        self._pixels.tend()
        self._host.tend()
        left = ticks_diff(self._due, ticks_us())
        return self._host.wait(max(0, left // 1000)) and left >= 1000

    def reboot(self, how):
        if how == wire.TO_LOADER:
            machine.bootloader()
        if how == wire.TO_REPL:
            open(REPL, "w").close()
        machine.reset()


def wanted():
    """A maker wants the REPL: the key is held, or the file is there."""
    if REPL in os.listdir():
        os.remove(REPL)
        return True
    chains = Chains((32,) * len(CHAINS))
    return bool(chains.levels()[-1] & BACK)
