"""The firmware's hardware interface over a simulated bench."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from controller.values import Site
from firmware import wire
from firmware.fit import Fit, unpack_fit
from firmware.lights import current_draw
from firmware.readers import MISSES
from sims.bench import paper
from sims.bench.bench import Bench

POLL = 0.05  # s between two polls of a reader
AUDIT = 0.8  # s between two reads of a coil whose magnet did not move
REMEMBERED_TONES = 100  # tones


class Disk:
    """What a Pico keeps across restarts, as firmware/settings.py does."""

    def __init__(self, fit: Fit) -> None:
        self.kept: dict[int, int] = {}
        self.fit = fit
        self.crash = b""

    def keep(self, key: int, value: int) -> None:
        self.kept[key] = value

    def keep_fit(self, told: bytes) -> None:
        self.fit = unpack_fit(told)

    def forget_crash(self) -> None:
        self.crash = b""


class Hal:
    """The hardware interface of one run of a Pico, from power-up to power-off."""

    board = b"stardeck"
    cause = 1

    def __init__(self, bench: Bench, disk: Disk) -> None:
        self.bench = bench
        self.fit = disk.fit
        self.kept = disk.kept
        self.crash = disk.crash
        self.keep, self.keep_fit = disk.keep, disk.keep_fit
        self.forget_crash = disk.forget_crash
        self.down = bytearray()  # bytes from the host
        self.up = bytearray()  # bytes to the host
        self.shown = b""  # the pixels, GRB
        self.frames = 0
        self.tones: list[tuple[int, int, int]] = []  # (ms, Hz, volume) as each began
        self._born = bench.now()
        self._polled = 0.0
        self._audited = -AUDIT
        self._woken: Counter[int] = Counter()  # by coil number, the reads it still gets
        self._found: dict[int, tuple[bytes, ...]] = {}  # the last tags of each coil
        self._dial = next(iter(bench.wiring.file.dials), None)
        self._zero = bench.counted(self._dial.site) if self._dial else 0.0
        self._mA = current_draw(bytes(3 * bench.wiring.file.pixels))
        self._closed: set[int] = set()
        self._row: float | None = None

    def ms(self) -> int:
        return int((self.bench.now() - self._born) * 1000)

    def us(self) -> int:
        return int((self.bench.now() - self._born) * 1e6)

    def levels(self) -> tuple[int, ...]:
        """Return the words of the chains in its fit; those that the panel lacks read open."""
        levels, known = self.bench.levels(), len(self.fit.widths)
        return levels if len(levels) == known else (*levels, *[0] * known)[:known]

    def count(self) -> tuple[int, int]:
        if self._dial is None:
            return 0, 0
        rows = self.bench.counted(self._dial.site) - self._zero
        return round(rows * self._gear), 0

    @property
    def silent(self) -> int:
        """A bit for each PN532 that does not answer."""
        return sum(1 << number for number in self._mute)

    @property
    def _mute(self) -> dict[int, tuple[Site, ...]]:
        """The chips that do not answer, each with its readers and antennas."""
        dead = self.bench.faults.dead_readers | self.bench.faults.hung_readers
        chips = self.bench.wiring.readers[: self.fit.chips] if dead else ()
        return {number: sites for number, sites in enumerate(chips) if dead & {*sites}}

    @property
    def _gear(self) -> int:
        """Encoder counts per row; negative if the encoder's wires are swapped."""
        counts = self._dial.counts_per_row if self._dial else 0
        return -counts if self.bench.faults.reversed else counts

    def marks(self) -> list[tuple[int, int, int, int]]:
        """Return the edges of printed marks that passed the sensors since the last call."""
        if self._dial is None:
            return []
        row = self.bench.row(self._dial.site)
        if row == self._row:
            return []
        here = row if self._row is None else self._row
        self._row = row
        count, _ = self.count()
        return [
            (self.ms(), which, level, count + round((at - row) * self._gear))
            for at, which, level in self._passing(here, row)
        ]

    def tags(self) -> list[tuple[int, tuple[bytes, ...]]]:
        now = self.bench.now()
        if now - self._polled < POLL:
            return []
        self._polled = now
        readers = self.bench.wiring.file.readers
        first, known = self._first, self.fit.readers + sum(self.fit.antennas)
        looked: Sequence[int] = range(min(known, len(readers)))
        if self.fit.wakes:
            coils = self._coils(now)
            looked = [number for number in looked if number < first or number in coils]
        unheard = {site for sites in self._mute.values() for site in sites}
        heard = [
            (number, site) for number in looked if (site := readers[number].site) not in unheard
        ]
        return [
            (number, self._looked(number, self.bench.tags(site), first)) for number, site in heard
        ]

    def wake(self, coil: int) -> None:
        """Have the coil read: a magnet moved there."""
        self._woken[self._first + coil] = MISSES

    @property
    def _first(self) -> int:
        """The number of the first coil; beyond all readers if there is none."""
        without = self.fit.antennas[:-1] if self.fit.wakes else self.fit.antennas
        return int(self.fit.readers + sum(without))

    def _coils(self, now: float) -> Collection[int]:
        """Return the coils to read now, as firmware/vicinity/coils.py does."""
        if now - self._audited >= AUDIT:
            self._audited = now
            return range(self._first, self._first + self.fit.antennas[-1])
        return {number for number, looks in self._woken.items() if looks > 0}

    def _looked(self, number: int, tags: tuple[bytes, ...], first: int) -> tuple[bytes, ...]:
        """Return the tags; a coil whose tags changed is read again."""
        if number >= first:
            same = self._found.get(number, ()) == tags
            self._woken[number] = self._woken[number] - 1 if same else MISSES
            self._found[number] = tags
        return tags

    def supply(self) -> tuple[int, int]:
        return self.bench.faults.mV, self._mA

    def show(self, grb: bytes) -> None:
        self.shown = self.bench.shining(bytes(grb))
        self._mA = current_draw(self.shown)
        self.frames += 1

    def sound(self, hertz: int, volume: int) -> None:
        self.tones = [*self.tones[-REMEMBERED_TONES:], (self.ms(), hertz, volume)]

    def read(self) -> bytes:
        data = bytes(self.down)
        self.down.clear()
        return data

    def write(self, frame: bytes) -> bool:
        if self.bench.faults.line_full:
            return False
        self.up += frame
        return True

    def hurry(self) -> None:
        """Do nothing: what is written arrives at once."""

    def reboot(self, loader: int) -> None:
        self.bench.boots += 1

    def _passing(self, here: float, there: float) -> Iterator[tuple[float, int, int]]:
        """Yield every edge between two places, in the order of passing."""
        yield from self._standing(here)
        for at, which, level in paper.edges(here, there):
            if which == wire.CLOCK and round(at) in self.bench.faults.worn:
                continue
            if (which in self._closed) != bool(level):
                self._closed ^= {which}
                yield at, which, level

    def _standing(self, here: float) -> Iterator[tuple[float, int, int]]:
        """Yield the marks under the sensors at the start; clock bars have no known middle yet."""
        for which in (wire.DATA, wire.HOME):
            if paper.mark_under(which, here) and which not in self._closed:
                self._closed.add(which)
                yield here, which, 1
