"""A diode matrix at the Pico's pins: rows are pulled down in turn, columns are read."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, reduce
from operator import or_
from typing import TYPE_CHECKING

from rp2040py.gpio_pin import GPIOPinState

from sims.bench.bench import Bench
from sims.pico.electronics import HIGH, TICK, Registers

if TYPE_CHECKING:
    from rp2040py.rp2040 import RP2040

ROW_DATA, ROW_CLOCK = 13, 14
OUTPUTS = 32  # of four 74HC595s
LINES, BITS = 4, 8  # 74HCS165s, each on a data line
ANYTHING = 0xA5A5A5A5  # the registers' random content at power-up
RISE = 6000.0  # ns until a column has risen after its row was released: drivers/kit/physics


class Matrix(Registers):
    """A matrix; its 74HC595s' joined clocks make outputs show the state before the clock."""

    def __init__(self, chip: RP2040, bench: Bench) -> None:
        self.rise = RISE
        self.settled = 1e9  # ns, the least from selecting a row to latching it, since last reset
        self._held = self._shown = ANYTHING
        self._data = False
        self._word = self._before = 0
        self._turned = 0  # ticks, when the row changed
        super().__init__(chip, bench)
        chip.gpio[ROW_DATA].add_listener(self._fed)
        chip.gpio[ROW_CLOCK].add_listener(self._stepped)

    def _fed(self, new: GPIOPinState, old: GPIOPinState) -> None:
        self._data = new is HIGH

    def _stepped(self, new: GPIOPinState, old: GPIOPinState) -> None:
        if new is HIGH:
            self._before, self._turned = self._columns(), self._clock.ticks
            self._shown = self._held
            self._held = (self._held << 1 | self._data) & (1 << OUTPUTS) - 1

    @property
    def begins(self) -> bool:
        """True if the first row is down: a sweep begins with it."""
        return bool(self._shown & 1)

    def _columns(self) -> int:
        """Return the columns that the selected rows pull down, once settled."""
        words = self.bench.levels()
        rows = (word for row, word in enumerate(words) if self._shown >> row & 1)
        return reduce(or_, rows, 0)

    def _load(self) -> None:
        """Load the registers; a column that has not risen yet still reads closed."""
        lasted = (self._clock.ticks - self._turned) / TICK
        self.settled = min(self.settled, lasted)
        word = self._columns() | (self._before if lasted < self.rise else 0)
        self._turns = shifted(word)
        self._at = 0
        self._drive()


@cache
def shifted(word: int) -> list[list[tuple[int, bool]]]:
    """Return for each bit shifted out the level of every line; after the last all are high."""
    return [[*line_levels(word, bit)] for bit in range(BITS)] + [
        [(at, True) for at in range(LINES)]
    ]


def line_levels(word: int, bit: int) -> Iterator[tuple[int, bool]]:
    """Yield the level of every line at this bit."""
    for line in range(LINES):
        yield line, not word >> BITS * line + bit & 1
