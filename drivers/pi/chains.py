"""The contacts' shift registers, all chains in series on one line of SPI."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from drivers.pi.spi import Spi

BYTE = 8  # bits of a 74HC165
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
