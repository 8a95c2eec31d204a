"""The Pico's pins over a bench: the same calls as the firmware's own, answered by the twin."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from drivers.clock import Clock
from firmware import wire
from firmware.roller import track
from sims.bench import Bench

POLL = 0.05  # s between two looks of a reader
# Half widths in rows of 33.3 mm: clock bars of 5 mm, data bars of 12 mm, a home slot of 8 mm.
WIDTHS = {wire.CLOCK: 0.075, wire.DATA: 0.18, wire.HOME: 0.12}
CAN = wire.CAN_FEEL | wire.CAN_LIGHT | wire.CAN_ROLL | wire.CAN_MARK | wire.CAN_TAG


class Hal:
    """One life of a Pico, from the moment its power came on."""

    board = b"stardeck"
    cause = 1

    def __init__(self, bench: Bench, clock: Clock, kept: dict[int, int]) -> None:
        self.bench = bench
        self.kept = kept
        self.silent = [False for _ in bench.wiring.file.readers]
        self.down = bytearray()  # bytes from the host
        self.up = bytearray()  # bytes to the host
        self.shown = b""  # the pixels, GRB
        self.frames = 0
        self._clock = clock
        self._born = clock.now()
        self._polled = 0.0
        self._dial = next(iter(bench.wiring.file.dials), None)
        self._zero = bench.counted(self._dial.site) if self._dial else 0.0
        self._closed: set[int] = set()
        self._row: float | None = None

    def ms(self) -> int:
        return int((self._clock.now() - self._born) * 1000)

    def us(self) -> int:
        return int((self._clock.now() - self._born) * 1e6)

    def levels(self) -> tuple[int, ...]:
        return self.bench.levels()

    def count(self) -> tuple[int, int]:
        if self._dial is None:
            return 0, 0
        rows = self.bench.counted(self._dial.site) - self._zero
        return round(rows * self._dial.counts_per_row), 0

    def marks(self) -> list[tuple[int, int, int, int]]:
        """The edges of printed marks that passed under the sensors since the last look."""
        if self._dial is None:
            return []
        row = self.bench.row(self._dial.site)
        if row == self._row:
            return []
        here = row if self._row is None else self._row
        self._row = row
        count, _ = self.count()
        return [
            (self.ms(), which, level, count + round((at - row) * self._dial.counts_per_row))
            for at, which, level in self._passing(here, row)
        ]

    def tags(self) -> list[tuple[int, bytes | None]]:
        now = self._clock.now()
        if now - self._polled < POLL:
            return []
        self._polled = now
        readers = self.bench.wiring.file.readers
        return [(number, self.bench.tag(reader.site)) for number, reader in enumerate(readers)]

    def supply(self) -> tuple[int, int]:
        return 5000, 0

    def show(self, grb: bytes) -> None:
        self.shown = bytes(grb)
        self.frames += 1

    def read(self) -> bytes:
        data = bytes(self.down)
        self.down.clear()
        return data

    def write(self, frame: bytes) -> bool:
        self.up += frame
        return True

    def keep(self, key: int, value: int) -> None:
        self.kept[key] = value

    def reboot(self, loader: int) -> None:
        self.bench.boots += 1

    def _passing(self, here: float, there: float) -> Iterator[tuple[float, int, int]]:
        """Every edge between two places, in the order in which it passes."""
        onward = there >= here
        edges = sorted(self._edges(min(here, there), max(here, there)), reverse=not onward)
        yield from self._standing(here)
        for at, which, side in edges:
            level = int((side < 0) == onward)
            if (which in self._closed) != bool(level):
                self._closed ^= {which}
                yield at, which, level

    def _standing(self, here: float) -> Iterator[tuple[float, int, int]]:
        """What lies under the sensors when they first look; a clock bar is told by its middle."""
        for which in (wire.DATA, wire.HOME):
            near = abs(here - round(here)) < WIDTHS[which]
            printed = near and self._printed(which, round(here))
            if printed and which not in self._closed:
                self._closed.add(which)
                yield here, which, 1

    def _edges(self, low: float, high: float) -> Iterable[tuple[float, int, int]]:
        for row in range(round(low) - 1, round(high) + 2):
            for which, half in WIDTHS.items():
                for side in (-1, 1):
                    at = row + side * half
                    if low < at <= high and self._printed(which, row):
                        yield at, which, side

    def _printed(self, which: int, row: int) -> bool:
        match which:
            case wire.HOME:
                return row == 0
            case wire.DATA:
                return bool(track(row))
        return True
