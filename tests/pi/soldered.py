"""What is soldered to the Pi's pins, answered by the bench: registers, readers, strip, lights."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import reduce
from operator import or_
from types import SimpleNamespace

from gpiozero.pins.mock import MockFactory, MockPin

from drivers.clock import Clock
from drivers.fit import fit_of
from drivers.pi import pins
from drivers.pi.hal import POLL_SECONDS, Hal, Rebooted, Wires
from drivers.workshop import payload
from firmware.panel import Panel
from sims.bench.bench import Bench
from sims.bench.protocol_sim import BENCHES, SCAN, Pico, install
from sims.bench.rig import Rig
from sims.pico import electronics, tags
from sims.pico.pn5180 import UNDRIVEN

BYTE = 8
MIRRORED = tags.MIRRORED


class Pin(MockPin):
    """A mock pin that somebody looks at, or that something drives: stronger than any pull."""

    watcher: Callable[[bool], None] | None = None
    driven: bool | None = None

    def drive(self, level: bool) -> None:
        self.driven = level
        self.drive_high() if level else self.drive_low()

    def _set_pull(self, value):
        super()._set_pull(value)
        if self.driven is not None:
            self._change_state(self.driven)

    def _change_state(self, value):
        changed = super()._change_state(value)
        if changed and self.watcher:
            self.watcher(bool(value))
        return changed


class Registers:
    """74HC165s in series: loaded while the latch is low, the highest bit of a byte first."""

    def __init__(self, bench: Bench, latch: Pin) -> None:
        self.bench, self._bits = bench, deque[bool]()
        self._sizes = [-(-width // BYTE) * BYTE for width in fit_of(bench.wiring).widths]
        latch.watcher = self._latched

    def _latched(self, high: bool) -> None:
        if high:
            return
        levels = zip(self.bench.levels(), self._sizes, strict=True)
        self._bits = deque(not word >> at & 1 for word, size in levels for at in range(size))

    def transfer(self, out: bytes) -> bytes:
        return bytes(self._byte() for _ in out)

    def _byte(self) -> int:
        bits = [self._bits.popleft() if self._bits else True for _ in range(BYTE)]
        return sum(bit << 7 - at for at, bit in enumerate(bits))

    def close(self) -> None:
        """Nothing was opened."""


class Crossings(Registers):
    """Chains at the columns of a matrix, whose rows a shift register pulls down in turn."""

    def __init__(self, bench: Bench, latch: Pin, data: Pin, clock: Pin) -> None:
        super().__init__(bench, latch)
        self._data, self._held, self._shown = data, 0xA5A5A5A5, 0xA5A5A5A5
        clock.watcher = self._stepped

    def _stepped(self, high: bool) -> None:
        if high:
            self._shown = self._held
            self._held = (self._held << 1 | bool(self._data.state)) & 0xFFFFFFFF

    def _latched(self, high: bool) -> None:
        down = [word for at, word in enumerate(self.bench.levels()) if self._shown >> at & 1]
        word = reduce(or_, down, 0)
        if not high:
            self._bits = deque(not word >> at & 1 for at in range(4 * BYTE))


def contacts(bench: Bench, factory: MockFactory) -> Registers:
    if not bench.wiring.file.columns:
        return Registers(bench, factory.pin(pins.CONTACT_LATCH))
    rows = factory.pin(pins.ROW_DATA), factory.pin(pins.ROW_CLOCK)
    return Crossings(bench, factory.pin(pins.CONTACT_LATCH), *rows)


class Readers:
    """PN532s on a bus of their own, and the registers that choose their antennas."""

    def __init__(self, bench: Bench, factory: MockFactory, clock: Clock) -> None:
        def now() -> float:
            return clock.now() * 1e9

        fields = tags.chip_fields(bench, now)
        self._switched = [field for field in fields if field.switched]
        self._shifted = deque(bytes(len(self._switched)), len(self._switched) or 1)
        self._selected: tags.Pn532 | None = None
        self.chips = [tags.Pn532(now, field) for field in fields]
        for chip, select in zip(self.chips, pins.SELECTS, strict=False):
            factory.pin(select).watcher = self._listener(chip)
        factory.pin(pins.ANTENNAS).watcher = self._latched
        factory.pin(pins.READERS_RESET).watcher = self._reset

    def transfer(self, out: bytes) -> bytes:
        return bytes(map(self._exchange, out))

    def close(self) -> None:
        """Nothing was opened."""

    def _exchange(self, byte: int) -> int:
        self._shifted.appendleft(byte)
        chip = self._selected
        return MIRRORED[chip.exchange(MIRRORED[byte])] if chip else UNDRIVEN

    def _listener(self, chip: tags.Pn532) -> Callable[[bool], None]:
        def changed(high: bool) -> None:
            if not high:
                assert self._selected is None, "two readers are selected"
                self._selected = chip
                chip.select()
            elif self._selected is chip:
                self._selected = None
                chip.release()

        return changed

    def _latched(self, high: bool) -> None:
        for field, number in zip(self._switched, self._shifted, strict=False):
            if high:
                field.choose(number)

    def _reset(self, high: bool) -> None:
        if not high:
            for chip in self.chips:
                chip.power_on()


class Strip(electronics.Sensors):
    """Encoder and marks, which come at the Pi's pins in the order in which they pass."""

    def __init__(self, bench: Bench, factory: MockFactory) -> None:
        ours = (*electronics.ENCODER, *(electronics.TRACK_PINS[n] for n in range(3)))
        theirs = (*pins.ENCODER, *pins.TRACKS)
        wires = {
            one: SimpleNamespace(set_input_value=factory.pin(two).drive)
            for one, two in zip(ours, theirs, strict=True)
        }
        super().__init__(SimpleNamespace(gpio=wires), bench)

    def move(self) -> None:
        if self._dial is None:
            return
        before = self._row, self._counted
        site = self._dial.site
        self._row, self._counted = self.bench.row(site), self.bench.counted(site)
        if before == (self._row, self._counted):
            return
        for _, level, pin in sorted(self._edges(*before), key=lambda edge: edge[0]):
            self._set(pin, level)


class Lights:
    """Pixels, as they were last shown: red, green, blue."""

    def __init__(self, bench: Bench, count: int) -> None:
        self._bench, self.next = bench, [(0, 0, 0)] * count
        self.shown = bytes(3 * count)

    def __setitem__(self, index, colours) -> None:
        self.next[index] = colours

    def show(self) -> None:
        grb = bytes(part for red, green, blue in self.next for part in (green, red, blue))
        self.shown = self._bench.shining(grb)


class MemoryLine:
    """Both directions, as a bench's port fetches and brings them."""

    def __init__(self) -> None:
        self.up, self.down = bytearray(), bytearray()

    def read(self) -> bytes:
        said = bytes(self.down)
        self.down.clear()
        return said

    def write(self, frame: bytes) -> bool:
        self.up += frame
        return True

    def wait(self, seconds: float) -> bool:
        return bool(self.down)


class Solder:
    """All of it, and the wires that lead there."""

    def __init__(self, bench: Bench, clock: Clock, count: int) -> None:
        factory = MockFactory(pin_class=Pin)
        self.lights = Lights(bench, count)
        self.strip = Strip(bench, factory)
        buses = {
            pins.CHAINS: contacts(bench, factory),
            pins.READERS: Readers(bench, factory, clock),
        }
        self.wires = Wires(factory, lambda at, mode, hertz: buses[at], lambda count: self.lights)


class PiBoard(Pico):
    """A bench and the firmware with a Pi's pins, buses and pixels between them."""

    def _boot(self):
        solder = Solder(self.bench, self.clock, self.disk.fit.pixels)
        self.lights, self.strip, line = solder.lights, solder.strip, MemoryLine()
        hal = Hal(solder.wires, self.disk, line, self.clock)
        hal.up, hal.down = line.up, line.down
        self._boots, self._passed = self.bench.boots, 0.0
        return hal, Panel(hal, payload.firmware_version())

    def run(self) -> None:
        self.strip.move()
        if self.disk.fit.antennas:
            self.hal.look()
        try:
            super().run()
        except Rebooted:
            self.bench.boots += 1

    def rest(self, until: float) -> float:
        """Readers are asked at every pass, so none is left out; where they hurry, in between."""
        return POLL_SECONDS if self.disk.fit.antennas else SCAN


class PiRig(Rig):
    """A table whose board is a Pi alone."""

    def plug_in(self) -> str:
        install()
        self.pico = BENCHES[self.name] = PiBoard(self.bench, self.clock)
        self.pico.run()
        return f"sim://{self.name}"
