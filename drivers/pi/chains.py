"""The shift registers of the contacts, in series on SPI; in a matrix, read once per row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from drivers.pi.spi import Spi

REGISTER_BITS = 8  # bits of a 74HC165
MATRIX_COLUMNS = 32  # of a matrix, including sentinels; also the outputs of its 74HC595s
# The clock idles high; its fall samples a bit, its rise shifts the next: no race.
MODE, HERTZ = 2, 2_000_000
# A low bit is a closed contact; the first bit received is the lowest of its byte.
INVERTED_BYTES = bytes(int(f"{byte ^ 0xFF:08b}"[::-1], 2) for byte in range(256))


class Chains:
    """Shift registers in series; chain 0 is nearest to the Pi."""

    def __init__(self, spi: Spi, latch: Any, widths: Sequence[int]) -> None:
        self._spi, self._latch = spi, latch
        self._latch.output_with_state(1)
        sizes = [-(-width // REGISTER_BITS) for width in widths]
        self._places = [
            (REGISTER_BITS * sum(sizes[:at]), (1 << width) - 1) for at, width in enumerate(widths)
        ]
        self._ask = bytes(sum(sizes))
        self._heard, self._words = b"", tuple(0 for _ in widths)

    def levels(self) -> tuple[int, ...]:
        """Return one word per chain, sampled now; the same tuple if nothing changed."""
        if not self._ask:
            return self._words
        self._latch.state = 0
        self._latch.state = 1
        heard = self._spi.transfer(self._ask)
        if heard != self._heard:
            self._heard = heard
            all_bits = int.from_bytes(heard.translate(INVERTED_BYTES), "little")
            self._words = tuple(all_bits >> first & mask for first, mask in self._places)
        return self._words


class Matrix:
    """A matrix read by four registers, row by row; see firmware/pico/matrix.py.

    On a Pi 4 a row takes about 0.1 ms, so each pass reads all rows once.
    """

    def __init__(self, spi: Spi, latch: Any, data: Any, clock: Any, rows: int) -> None:
        self._columns = Chains(spi, latch, (MATRIX_COLUMNS,))
        self._data, self._clock, self._rows = data, clock, rows
        self._words: tuple[int, ...] = ()
        for pin in (data, clock):
            pin.output_with_state(0)
        for level in [0] * MATRIX_COLUMNS + [1, 0]:
            self._step(level)

    def levels(self) -> tuple[int, ...]:
        """Return one word per row, sampled now; the same tuple if nothing changed."""
        words = tuple(self._row(row) for row in range(self._rows))
        if words != self._words:
            self._words = words
        return self._words

    def _row(self, row: int) -> int:
        (word,) = self._columns.levels()
        self._step(row == self._rows - 2)
        return word

    def _step(self, level: int) -> None:
        """Select the next row; a one shifted in now selects the first row two steps later."""
        self._data.state = level
        self._clock.state = 1
        self._clock.state = 0
