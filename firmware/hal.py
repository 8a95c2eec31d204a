"""The Pico's own pins: the only file that knows machine, viper and PIO.

What a panel asks of it stands at the top of panel.py; which pin is what, in hardware.md.
"""

import os
import select
import sys
from array import array
from time import sleep_us, ticks_add, ticks_diff, ticks_ms, ticks_us

import machine
import micropython
import rp2
from machine import ADC, SPI, WDT, Pin

from firmware import roller, wire
from firmware.pn532 import Pn532

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

BITE = 3000  # ms without a pass before the watchdog starts the Pico afresh
REFRESH = 1000  # ms; a pixel that a spark has changed is set right
GAP = 400  # us of silence after a picture: newer WS2812B latch after 280, the FIFO holds up to 40
BYTE = 10  # us on a data line
CREDIT = 192  # bytes the USB buffer of 256 surely takes when the host has just spoken
ROOM = 2048  # bytes waiting for a host that does not read


# ------------------------------------------------------------------------------------- contacts


@micropython.viper
def shift(words: ptr32, pins: ptr8, chains: int, bits: int) -> int:
    """Latch all chains, shift them in together; 1 when a word is another than it was.

    A closed contact pulls its line down, and its bit is set. SIO: GPIO_IN, OUT_SET, OUT_CLR.
    """
    sio = ptr32(0xD0000000)
    changed = 0
    sio[6] = 1 << 3
    old = ptr32(uint(words) + 4 * chains)
    for chain in range(chains):
        old[chain] = words[chain]
        words[chain] = 0
    sio[5] = 1 << 3
    for bit in range(bits):
        level = sio[1]
        sio[5] = 1 << 2
        for chain in range(chains):
            if not (level >> pins[chain]) & 1:
                words[chain] |= 1 << bit
        sio[6] = 1 << 2
    for chain in range(chains):
        changed |= words[chain] ^ old[chain]
    return 1 if changed else 0


class Chains:
    """The 74HC165s, all shifted by one clock."""

    def __init__(self, widths):
        Pin(CLOCK, Pin.OUT, value=0)
        Pin(LATCH, Pin.OUT, value=1)
        for pin in CHAINS:
            Pin(pin, Pin.IN, Pin.PULL_UP)
        self._pins = bytes(CHAINS)
        self._count = len(widths)
        self._bits = max(widths) if widths else 0
        self._words = array("I", [0] * (2 * self._count))
        self._levels = (0,) * self._count

    def levels(self):
        if shift(self._words, self._pins, self._count, self._bits):
            self._levels = tuple(self._words)[: self._count]
        return self._levels


# ------------------------------------------------------------------------- the strip on its roller

TURNED = array("i", [0, 0, 0, 0])  # count, illegal steps, last state, the steps of every change
MARKED = array("i", [0] * 100)  # last state, marks so far; then 32 times us, 2 * track + level, count


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
    """A mark came or went; with the time and the count of that instant. A mark pulls its pin low."""
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


# ----------------------------------------------------------------------------------------- lights


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
    """All data lines as one row of pixels. A picture that comes too soon waits for the next pass."""

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


# ---------------------------------------------------------------------------------------- readers


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


class Readers:
    """The readers in turn, one short talk in each pass."""

    def __init__(self, count):
        Pin(READERS_RESET, Pin.OUT, value=1)
        spi = SPI(0, 1_000_000, sck=Pin(SCK), mosi=Pin(MOSI), miso=Pin(MISO, Pin.IN, Pin.PULL_UP))
        buses = [Bus(spi, select) for select in SELECTS]
        self._readers = [Pn532(bus) for bus in buses[:count]]
        self._next = 0

    @property
    def silent(self):
        return [reader.silent for reader in self._readers]

    def tags(self, ms):
        if not self._readers:
            return ()
        number = self._next
        self._next = (number + 1) % len(self._readers)
        done, uid = self._readers[number].step(ms)
        return ((number, uid),) if done else ()


# --------------------------------------------------------------------------------------- the host


class Usb:
    """Bytes to and from the host over USB; a host that does not read never holds us up."""

    def __init__(self):
        micropython.kbd_intr(-1)  # 3 is a byte like any other
        self._in, self._out = sys.stdin.buffer, sys.stdout.buffer
        self._ears, self._mouth = select.poll(), select.poll()
        self._ears.register(sys.stdin, select.POLLIN)
        self._mouth.register(sys.stdout, select.POLLOUT)
        self._owed = bytearray()
        self._credit = 0

    def wait(self, ms):
        """Sleep so long at most; True when bytes have come."""
        for _ in self._ears.ipoll(ms):
            return True
        return False

    def read(self):
        heard = bytearray()
        while len(heard) < 256 and self.wait(0):
            heard += self._in.read(1)
        if heard:
            self._credit = CREDIT
        return heard

    def write(self, frame):
        if len(self._owed) + len(frame) > ROOM:
            return False
        self._owed += frame
        self.tend()
        return True

    def tend(self):
        """Say what is owed: at once while the host is known to read, else a byte at a time."""
        while self._owed and self._mouth_open():
            many = min(len(self._owed), self._credit) or 1
            self._out.write(self._owed[:many])
            self._owed = self._owed[many:]
            self._credit = max(0, self._credit - many)

    def _mouth_open(self):
        for _ in self._mouth.ipoll(0):
            return True
        return False


# -------------------------------------------------------------------------------------------- all


class Hal:
    """Everything on the pins of a panel of this fit."""

    def __init__(self, fit, keeper):
        self.board = machine.unique_id()
        self.cause = machine.reset_cause()
        self._last = ticks_ms()
        self._ms = 0
        self._keeper = keeper
        self._chains = Chains(fit.widths)
        self._roller = Roller()
        self._pixels = Pixels(fit.lines)
        self._readers = Readers(fit.readers)
        self._volts, self._amps = ADC(VOLTS), ADC(AMPS)
        self._host = Usb()
        self._dog = WDT(timeout=BITE)
        self.levels = self._chains.levels
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

    def marks(self):
        return self._roller.marks(self._ms)

    def tags(self):
        return self._readers.tags(self._ms)

    def supply(self):
        """V5_LED comes through a divider of two; I_LED is 1 mV a mA (10 mΩ, gain 100)."""
        return self._volts.read_u16() * 6600 // 65535, self._amps.read_u16() * 3300 // 65535

    def idle(self, until):
        """Let time pass until then; True when the host speaks before."""
        self._dog.feed()
        self._pixels.tend()
        self._host.tend()
        return self._host.wait(max(0, until - self.ms())) and self.ms() < until

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
