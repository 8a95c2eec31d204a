"""The PN532 readers and their antennas on the Pi's SPI bus."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from drivers.pi.pins import ANTENNAS, READERS_RESET, SELECTS
from drivers.pi.spi import Spi
from firmware.pn532 import Antennas, Chips, Field, Pn532

MODE, HERTZ = 0, 500_000  # half the Pico's rate: the wires to a Pi are longer
# The PN532 sends the lowest bit first, the Pi's SPI the highest.
MIRROR = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
WAKING = 5e-6  # s from select to the first clock


class Bus:
    """SPI to one reader, with the methods firmware/pn532.py needs."""

    WRITE, STATUS, READ = b"\x01", b"\x02", b"\x03"

    def __init__(self, spi: Spi, select: Any) -> None:
        self._spi, self._select = spi, select
        self._select.output_with_state(1)

    def wake(self) -> None:
        self._select.state = 0

    def rest(self) -> None:
        self._select.state = 1

    def ready(self) -> bool:
        return self._talk(self.STATUS + b"\0")[1] == 1

    def send(self, frame: bytes) -> None:
        self._talk(self.WRITE + frame)

    def take(self, count: int, more: Callable[[bytes], int]) -> bytes:
        """Return `count` bytes and as many as `more` asks for.

        Both are read in one transfer, since a second one would restart the answer.
        """
        self._begin()
        answer = self._said(self.READ + bytes(count))[1:]
        if rest := more(answer):
            answer += self._said(bytes(rest))
        self.rest()
        return answer

    def _talk(self, out: bytes) -> bytes:
        self._begin()
        heard = self._said(out)
        self.rest()
        return heard

    def _begin(self) -> None:
        self._select.state = 0
        time.sleep(WAKING)

    def _said(self, out: bytes) -> bytes:
        return self._spi.transfer(out.translate(MIRROR)).translate(MIRROR)


class Switch:
    """The 74HC595 that selects a chip's antenna; see firmware/pico/spi.py."""

    def __init__(self, spi: Spi, latch: Any, registers: bytearray, at: int) -> None:
        self._spi, self._latch, self._registers, self._at = spi, latch, registers, at

    def choose(self, antenna: int) -> None:
        self._registers[-1 - self._at] = antenna
        self._spi.transfer(bytes(self._registers))
        self._latch.state = 1
        self._latch.state = 0


def chips(pins: Any, spi: Spi, readers: int, antennas: Sequence[int]) -> Any:
    """Return the PN532s of a panel: readers with one field, then those with antennas."""
    reset, latch = pins.pin(READERS_RESET), pins.pin(ANTENNAS)
    reset.output_with_state(1)
    latch.output_with_state(0)
    registers = bytearray(len(antennas))
    fields: list[Any] = [Field(number) for number in range(readers)]
    for at, count in enumerate(antennas):
        switch = Switch(spi, latch, registers, at)
        fields.append(Antennas(readers + sum(antennas[:at]), count, switch.choose))
    found = [
        Pn532(Bus(spi, pins.pin(select)), field)
        for select, field in zip(SELECTS, fields, strict=False)
    ]

    def pull(level: int) -> None:
        reset.state = level

    return Chips(found, pull)
