"""WS2812s on a data line: decodes pulses to colours, and measures the pulses."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import Struct
from rp2040py.gpio_pin import GPIOPinState

from sims.pico.electronics import HIGH, TICK
from sims.pico.rhythm import pictures_since

if TYPE_CHECKING:
    from rp2040py.rp2040 import RP2040

PIXEL_PINS = (8, 9, 10, 11)
LATCH_SILENCE = 280_000 * TICK  # silence after which newer WS2812Bs show what they were sent
ONE = 600 * TICK  # a pulse longer than this is a one
STEP_CYCLES = 6  # cycles of 8 ns per PIO step: the precision of measured pulses
PICTURE_GAP = 50_000.0  # ns without an edge that end a picture
MEMORY = 4.0  # s for which pictures are remembered


class Pulses(Struct):
    """The shortest and longest of each kind of pulse, in ns, since last reset."""

    zero: tuple[float, float] = (1e9, 0.0)  # high time of a zero
    one: tuple[float, float] = (1e9, 0.0)
    after_zero: tuple[float, float] = (1e9, 0.0)  # low time of a zero, and of a one
    after_one: tuple[float, float] = (1e9, 0.0)
    period: tuple[float, float] = (1e9, 0.0)
    rest: float = 1e9  # the shortest silence between two pictures
    frames: int = 0


class Metronome:
    """Keeps the emulated PIO in step while the core sleeps.

    The emulator runs a PIO one step per instruction or alarm. With the core asleep there would be
    none for a millisecond, so an unused PWM slice makes alarms while pixels are sent.
    """

    SLICE = 0x14 * 7
    TOP = 0x10

    def __init__(self, chip: RP2040) -> None:
        self._chip = chip
        self.beating = False
        self.lines: list[Line] = []
        self._check = chip.clock.create_alarm(self._tire)

    def start(self) -> None:
        """Beat until no line has had an edge for a while."""
        self.beating = True
        self._chip.pwm.write_uint32(self.SLICE + self.TOP, STEP_CYCLES - 1)
        self._chip.pwm.write_uint32(self.SLICE, 1)
        self._check.schedule(2 * PICTURE_GAP)

    def _tire(self) -> None:
        last = max(line.last_edge for line in self.lines)
        if self._chip.clock.ticks - last < PICTURE_GAP * TICK:
            self._check.schedule(PICTURE_GAP)
        else:
            self.beating = False
            self._chip.pwm.write_uint32(self.SLICE, 0)


class Line:
    """One data line with its pixels."""

    def __init__(self, chip: RP2040, pin: int, count: int, metronome: Metronome) -> None:
        self.shown = bytes(3 * count)  # GRB
        self.pulses = Pulses()
        self.latched = 0.0  # ns at which the last picture was complete
        self._clock = chip.clock
        self._metronome = metronome
        self._edges: list[int] = []
        self._last = 0
        chip.gpio[pin].add_listener(self._changed)

    def _changed(self, new: GPIOPinState, old: GPIOPinState) -> None:
        """Record the time of an edge; there are thousands per picture."""
        if new is HIGH:
            self._edges.append(self._clock.ticks)
            if not self._metronome.beating:
                self._metronome.start()
        elif old is HIGH:
            self._edges.append(self._clock.ticks)

    @property
    def last_edge(self) -> int:
        """Ticks of the last edge on this line."""
        return self._edges[-1] if self._edges else self._last

    def settle(self) -> None:
        """Take over what was sent, once the line has been silent."""
        edges = self._edges
        if edges and self._clock.ticks - edges[-1] >= LATCH_SILENCE:
            self._edges = []
            for burst in bursts(edges):
                self._take(burst[: len(burst) // 2 * 2])

    def _take(self, edges: list[int]) -> None:
        highs = [fall - rise for rise, fall in zip(edges[::2], edges[1::2], strict=True)]
        bits = "".join("1" if high > ONE else "0" for high in highs)
        bits = bits[: 8 * len(self.shown)]
        whole = len(bits) // 24 * 24
        if whole:
            sent = int(bits[:whole], 2).to_bytes(whole // 8, "big")
            self.shown = sent + self.shown[len(sent) :]
        self._measure(edges, highs)
        self._last = edges[-1]
        self.latched = edges[-1] / TICK

    def _measure(self, edges: list[int], highs: list[int]) -> None:
        pulses, rises = self.pulses, edges[::2]
        pulses.frames += 1
        pulses.zero = widen_range(pulses.zero, [high for high in highs if high <= ONE])
        pulses.one = widen_range(pulses.one, [high for high in highs if high > ONE])
        lows = [rise - fall for fall, rise in zip(edges[1::2], rises[1:], strict=False)]
        told = list(zip(highs, lows, strict=False))
        pulses.after_zero = widen_range(
            pulses.after_zero, [low for high, low in told if high <= ONE]
        )
        pulses.after_one = widen_range(pulses.after_one, [low for high, low in told if high > ONE])
        periods = [later - sooner for sooner, later in pairwise(rises)]
        pulses.period = widen_range(pulses.period, periods)
        if self._last:
            pulses.rest = min(pulses.rest, (edges[0] - self._last) / TICK)


def bursts(edges: list[int]) -> Iterator[list[int]]:
    """Yield the edges of each picture; pictures are separated by silence."""
    start = 0
    for at in range(2, len(edges), 2):
        if edges[at] - edges[at - 1] >= LATCH_SILENCE:
            yield edges[start:at]
            start = at
    yield edges[start:]


def widen_range(known: tuple[float, float], found: list[int]) -> tuple[float, float]:
    """Return the shortest and longest so far, with these durations added."""
    if not found:
        return known
    return min(known[0], min(found) / TICK), max(known[1], max(found) / TICK)


class Pixels:
    """All pixels of a panel, with their pictures of the last seconds."""

    def __init__(self, chip: RP2040, counts: tuple[int, ...]) -> None:
        metronome = Metronome(chip)
        pairs = zip(PIXEL_PINS, counts, strict=False)
        self.lines = [Line(chip, pin, count, metronome) for pin, count in pairs]
        metronome.lines = self.lines
        self.shown = self._joined()
        self.past: list[tuple[float, bytes]] = []  # (ns, GRB) of the pictures of the last seconds

    def settle(self) -> None:
        """Take over what has come down the lines."""
        for line in self.lines:
            line.settle()
        shown = self._joined()
        if shown != self.shown:
            self.shown = shown
            now = max(line.latched for line in self.lines)
            self.past = [*pictures_since(self.past, now - MEMORY * 1e9), (now, shown)]

    def _joined(self) -> bytes:
        return b"".join(line.shown for line in self.lines)
