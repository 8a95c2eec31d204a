"""The contacts' shift registers in series on one line of SPI; in a matrix, once for each row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from drivers.pi.spi import Spi

BYTE = 8  # bits of a 74HC165
COLUMNS = 32  # of a matrix, sentinels among them; and as many outputs of its 74HC595s
# The clock rests high and its fall takes the bit, the rise shifts the next: nothing races.
MODE, HERTZ = 2, 2_000_000
# A bit that is sampled low is a contact that is closed; the first of a byte is its lowest.
CLOSED = bytes(int(f"{byte ^ 0xFF:08b}"[::-1], 2) for byte in range(256))


class Chains:
    """Chain 0 is nearest to the Pi; each has as many registers as its contacts need."""

    def __init__(self, spi: Spi, latch: Any, widths: Sequence[int]) -> None:
        self._spi, self._latch = spi, latch
        self._latch.output_with_state(1)
        sizes = [-(-width // BYTE) for width in widths]
        self._places = [
            (BYTE * sum(sizes[:at]), (1 << width) - 1) for at, width in enumerate(widths)
        ]
        self._ask = bytes(sum(sizes))
        self._heard, self._words = b"", tuple(0 for _ in widths)

    def levels(self) -> tuple[int, ...]:
        """One word a chain, sampled now; the same tuple again when nothing changed."""
        if not self._ask:
            return self._words
        self._latch.state = 0
        self._latch.state = 1
        heard = self._spi.transfer(self._ask)
        if heard != self._heard:
            self._heard = heard
            all_bits = int.from_bytes(heard.translate(CLOSED), "little")
            self._words = tuple(all_bits >> first & mask for first, mask in self._places)
        return self._words


class Matrix:
    """Four registers read the columns of whichever row is pulled down; see firmware/pico/matrix.py.

    On a Pi 4 a row takes some 0.1 ms, so a sweep is done once in a pass.
    """

    def __init__(self, spi: Spi, latch: Any, data: Any, clock: Any, rows: int) -> None:
        self._columns = Chains(spi, latch, (COLUMNS,))
        self._data, self._clock, self._rows = data, clock, rows
        self._words: tuple[int, ...] = ()
        for pin in (data, clock):
            pin.output_with_state(0)
        for level in [0] * COLUMNS + [1, 0]:
            self._step(level)

    def levels(self) -> tuple[int, ...]:
        """One word a row, sampled now; the same tuple again when nothing changed."""
        words = tuple(self._row(row) for row in range(self._rows))
        if words != self._words:
            self._words = words
        return self._words

    def _row(self, row: int) -> int:
        (word,) = self._columns.levels()
        self._step(row == self._rows - 2)
        return word

    def _step(self, level: int) -> None:
        """The next row down; a one that goes in now is the first row two steps later."""
        self._data.state = level
        self._clock.state = 1
        self._clock.state = 0
