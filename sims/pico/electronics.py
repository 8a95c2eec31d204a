"""The hardware on the Pico's pins: shift registers, the strip's sensors, the supply."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct
from rp2040py.gpio_pin import GPIOPinState

from firmware import wire
from sims.bench import paper
from sims.bench.bench import Bench

if TYPE_CHECKING:
    from rp2040py.rp2040 import RP2040

CLOCK, LATCH = 2, 3
CHAINS = (4, 5, 6, 7, 12)  # data lines; chain n is on line n % 5, behind n // 5 others
BITS = 32  # of a chain
TICK = 16  # ticks of the emulator's clock per ns
# ns; 100 Ω into 108 inputs of 5 pF and a metre of ribbon, 60 ns to half, and 26 ns of a 74HCS165
SHORTEST = 90.0
HIGH, LOW = GPIOPinState.HIGH, GPIOPinState.LOW  # looked up once, since there are millions of edges
ENCODER = (10, 11)
TRACK_PINS = {wire.CLOCK: 13, wire.DATA: 14, wire.HOME: 15}
CYCLE = ((False, False), (True, False), (True, True), (False, True))  # A and B, counting up
FASTEST_PAPER = 60.0  # rows a second: the greatest speed of the paper
VOLTS, AMPS = 0, 1  # channels of the ADC: GP26 and GP27
ADC_STEPS = 4095 / 3300  # ADC steps per mV


class Strokes(Struct):
    """The shortest of each kind of pulse, in ns, since last reset."""

    latch: float = 1e9  # the latch low
    settled: float = 1e9  # from the latch's rise to the first clock
    high: float = 1e9  # the clock high, so at least from shifting a bit out to reading it
    low: float = 1e9


class Registers:
    """74HCS165s in series on each line: loaded by a low latch, shifted by a rising clock.

    The ribbon slows every edge: a pulse that is too short for it has no effect.
    """

    def __init__(self, chip: RP2040, bench: Bench) -> None:
        self.bench = bench
        self.scanned: list[float] = []  # when each scan began, in ns, since it was last emptied
        self.strokes = Strokes()
        self._clock = chip.clock
        self._pins = [chip.gpio[pin] for pin in CHAINS]
        self._words: tuple[int, ...] = ()
        self._turns: list[list[tuple[int, bool]]] = []
        self._at = 0
        self._latch = self._edge = 0  # ticks of the last edge of each
        self._loading = False
        chip.gpio[LATCH].add_listener(self._latched)
        chip.gpio[CLOCK].add_listener(self._clocked)

    @property
    def begins(self) -> bool:
        """True if a scan begins with this latch."""
        return True

    def _latched(self, new: GPIOPinState, old: GPIOPinState) -> None:
        ticks = self._clock.ticks
        lasted, self._latch = (ticks - self._latch) / TICK, ticks
        if new is LOW:
            self._loading = True
            if self.begins:
                self.scanned.append(self._clock.nanos)
        elif self._loading:
            self._loading = False
            self.strokes.latch = min(self.strokes.latch, lasted)
            if lasted >= SHORTEST:
                self._load()

    def _load(self) -> None:
        words = self.bench.levels()
        if words is not self._words:
            self._words = words
            self._turns = list(line_changes(words))
        self._at = 0
        self._drive()

    def _clocked(self, new: GPIOPinState, old: GPIOPinState) -> None:
        """Count a clock edge; called 100,000 times a second, so it avoids calls."""
        ticks, strokes = self._clock.ticks, self.strokes
        lasted, self._edge = (ticks - self._edge) / TICK, ticks
        if new is HIGH:
            if self._at:
                if lasted < strokes.low:
                    strokes.low = lasted
            else:
                strokes.settled = min(strokes.settled, (ticks - self._latch) / TICK)
            if not self._loading and lasted >= SHORTEST:
                self._at += 1
                self._drive()
        elif old is HIGH and lasted < strokes.high:
            strokes.high = lasted

    def _drive(self) -> None:
        if self._at < len(self._turns):
            for line, level in self._turns[self._at]:
                self._pins[line].set_input_value(level)


def line_changes(words: tuple[int, ...]) -> Iterator[list[tuple[int, bool]]]:
    """Return for each bit shifted out the lines that change, with their new levels.

    A closed contact is low; after the last bit the serial input, tied high, comes through.
    """
    lines = [line for first in range(len(CHAINS)) if (line := words[first :: len(CHAINS)])]
    last: list[bool | None] = [None] * len(lines)
    for bit in range(BITS * max(map(len, lines), default=0) + 1):
        levels = [not contact_closed(line, bit) for line in lines]
        yield [(line, level) for line, level in enumerate(levels) if level != last[line]]
        last = list(levels)


def contact_closed(line: tuple[int, ...], bit: int) -> bool:
    """True if the contact of this bit is closed, on a line of chains with these words."""
    chain, place = divmod(bit, BITS)
    return chain < len(line) and bool(line[chain] >> place & 1)


class Sensors:
    """The strip's encoder and optical sensors; movement is delivered in time slices."""

    def __init__(self, chip: RP2040, bench: Bench) -> None:
        self._chip = chip
        self._state: dict[int, bool] = {}
        self.sit(bench)

    def sit(self, bench: Bench) -> None:
        """Change to another table, wherever its strip stands."""
        self.bench = bench
        self._dial = next(iter(bench.wiring.file.dials), None)
        self._row = bench.row(self._dial.site) if self._dial else 0.0
        self._counted = bench.counted(self._dial.site) if self._dial else 0.0
        self._stand()

    def count(self, counted: float) -> int:
        """Return the encoder's count at this place of the strip."""
        per_row = self._dial.counts_per_row if self._dial else 0
        turned = bool(self._dial and self._dial.turned) != self.bench.faults.reversed
        return round(counted * per_row) * (-1 if turned else 1)

    def pulse(self, levels: dict[int, bool]) -> None:
        """Set these pins by hand, for noise or a jumping wheel."""
        for pin, level in levels.items():
            self._set(pin, level)

    def pass_by(self, seconds: float) -> None:
        """Move the strip while the chip is off: no edges, only the new levels afterwards."""
        if self._moved(seconds):
            self._stand()

    def set_off(self, seconds: float) -> None:
        """Schedule all edges that fall into the next `seconds` seconds."""
        row, counted = self._row, self._counted
        if not self._moved(seconds):
            return
        for at, level, pin in self._edges(row, counted):
            alarm = self._chip.clock.create_alarm(partial(self._set, pin, level))
            alarm.schedule(at * seconds * 1e9)

    def _moved(self, seconds: float) -> bool:
        if self._dial is None:
            return False
        site, most = self._dial.site, FASTEST_PAPER * seconds
        row, counted = self.bench.row(site, seconds), self.bench.counted(site, seconds)
        if row == self._row and counted == self._counted:
            return False
        self._row += max(-most, min(most, row - self._row))
        self._counted += max(-most, min(most, counted - self._counted))
        return True

    def _edges(self, row: float, counted: float) -> Iterator[tuple[float, bool, int]]:
        """Yield (part of the slice, level, pin) of each edge up to the present place."""
        here, there = self.count(counted), self.count(self._counted)
        step = 1 if there > here else -1
        for number, count in enumerate(range(here, there, step), 1):
            part = (number - 0.5) / abs(there - here)
            yield from ((part, level, pin) for pin, level in quadrature(count + step))
        for place, which, level in paper.edges(row, self._row):
            if which == wire.CLOCK and round(place) in self.bench.faults.worn:
                continue
            yield (place - row) / (self._row - row), not level, TRACK_PINS[which]

    def _stand(self) -> None:
        if self._dial is None:
            return
        for pin, level in quadrature(self.count(self._counted)):
            self._set(pin, level)
        for which, pin in TRACK_PINS.items():
            self._set(pin, not (self._dial and paper.mark_under(which, self._row)))

    def _set(self, pin: int, level: bool) -> None:
        if self._state.get(pin) != level:
            self._state[pin] = level
            self._chip.gpio[pin].set_input_value(level)


def quadrature(count: int) -> Iterator[tuple[int, bool]]:
    """Yield the levels of A and B at this count."""
    yield from zip(ENCODER, CYCLE[count % 4], strict=True)


class SupplyPins:
    """The 5 V of the lights at the two analogue pins."""

    def __init__(self, chip: RP2040) -> None:
        self._adc = chip.adc

    def feed(self, mV: int, mA: int) -> None:
        """Set half the voltage on one pin, and 1 mV per mA on the other."""
        self._adc.channel_values[VOLTS] = min(4095, round(mV / 2 * ADC_STEPS))
        self._adc.channel_values[AMPS] = min(4095, round(mA * ADC_STEPS))
