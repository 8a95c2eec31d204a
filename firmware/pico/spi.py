"""The readers and their antennas on the SPI bus."""

from time import sleep_us, ticks_us

import micropython
from machine import SPI, Pin

from firmware.pico.pins import (
    ANTENNAS,
    MISO,
    MOSI,
    READER_BUSY,
    READERS_RESET,
    SCK,
    SELECTS,
)
from firmware.pn532 import Antennas, Chips, Field, Pn532
from firmware.vicinity.coils import Coils
from firmware.vicinity.pn5180 import Pn5180


@micropython.viper
def mirror(data: ptr8, count: int):
    """Reverse the bits of each byte: a PN532 sends the lowest first, the Pico's SPI the highest."""
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
        out = bytearray(len(frame) + 1)
        out[1:] = frame
        mirror(out, len(out))
        out[0] = self.WRITE
        self._talk(out)

    def take(self, count, more):
        """Read the rest of the answer in the same talk, since another would begin anew."""
        answer = bytearray(count + 1)
        answer[0] = self.READ
        self._begin(answer)
        mirror(answer, len(answer))
        rest = bytearray(more(answer[1:]))
        if rest:
            self._spi.readinto(rest)
            mirror(rest, len(rest))
        self._select.on()
        return bytes(answer[1:] + rest)

    def _talk(self, data):
        self._begin(data)
        self._select.on()

    def _begin(self, data):
        self._select.off()
        sleep_us(5)
        self._spi.write_readinto(data, data)


class BusyBus:
    """SPI to a PN5180: it sends the highest bit first, and says by a line when it has heard."""

    LOOKS = 20  # at the line, some 200 us: a chip that is well is done with most commands by then

    def __init__(self, spi, select, busy):
        self._spi = spi
        self._select = Pin(select, Pin.OUT, value=1)
        self._busy = Pin(busy, Pin.IN, Pin.PULL_UP)  # a chip without power is busy for ever

    def us(self):
        return ticks_us()

    def ready(self):
        return self._becomes(0)

    def send(self, frame):
        self._select.off()
        self._spi.write(frame)
        self._release()

    def take(self, count):
        self._select.off()
        answer = self._spi.read(count, 0xFF)
        self._release()
        return answer

    def _release(self):
        """Raise the select line once BUSY is high (data sheet, 11.4.1)."""
        self._becomes(1)
        self._select.on()

    def _becomes(self, level):
        value, looks = self._busy.value, self.LOOKS
        while looks and value() != level:
            looks -= 1
        return looks > 0


class Switch:
    """The register that says which antenna one chip has: a 74HC595 on the readers' own bus.

    All that is said to a reader runs through the registers too; only the latch puts it on their
    outputs, where decoders switch on the antenna of that number.
    """

    def __init__(self, spi, latch, registers, at):
        self._spi = spi
        self._latch = latch
        self._registers = registers  # of all chips; what is sent last stays in the nearest
        self._at = at

    def choose(self, antenna):
        self._registers[-1 - self._at] = antenna
        self._spi.write(self._registers)
        self._latch.on()
        self._latch.off()


def chips(fit):
    """Return the readers of a panel: those with their own field, then those with antennas.

    The chips, and what is to be called with a coil whose magnet has moved.
    """
    reset = Pin(READERS_RESET, Pin.OUT, value=1)
    spi = SPI(0, 1_000_000, sck=Pin(SCK), mosi=Pin(MOSI), miso=Pin(MISO, Pin.IN, Pin.PULL_UP))
    found = [Pn532(Bus(spi, SELECTS[at]), Field(at)) for at in range(fit.readers)]
    latch, registers = Pin(ANTENNAS, Pin.OUT, value=0), bytearray(len(fit.antennas))
    wake = None
    for at, count in enumerate(fit.antennas):
        switch = Switch(spi, latch, registers, at).choose
        first, select = fit.readers + sum(fit.antennas[:at]), SELECTS[len(found)]
        if fit.wakes and at + 1 == len(fit.antennas):
            coils = Coils(first, count, switch)
            wake = coils.wake
            found.append(Pn5180(BusyBus(spi, select, READER_BUSY), coils))
        else:
            found.append(Pn532(Bus(spi, select), Antennas(first, count, switch)))
    return Chips(found, reset.value), wake
