"""The strip's encoder and printed marks, from pin edges with the kernel's timestamps."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from drivers.pi.pins import ENCODER, TRACKS
from firmware import wire
from firmware.roller import Quadrature

MarkEdge = tuple[int, int, int, int]  # ms, track, level, count


class Roller:
    """Counts encoder steps and queues marks: gpiozero calls back from its own thread."""

    def __init__(self, pins: Any, ms: Callable[[], int]) -> None:
        self._pins, self._ms = pins, ms
        self._steps = Quadrature()
        self._marks: deque[MarkEdge] = deque(maxlen=256)
        self._a, self._b = (listened(pins, pin) for pin in ENCODER)
        self._levels = self._a.state, self._b.state
        self._steps.feed(*self._levels)
        self._a.when_changed, self._b.when_changed = self._a_changed, self._b_changed
        self._tracks = [Track(self, number, listened(pins, p)) for number, p in enumerate(TRACKS)]

    def count(self) -> tuple[int, int]:
        return self._steps.count, self._steps.illegal

    def marks(self) -> list[MarkEdge]:
        found = []
        while self._marks:
            found.append(self._marks.popleft())
        return found

    def note(self, ticks: float, track: int, level: int) -> None:
        """Queue a mark that began or ended at `ticks`."""
        ago = self._pins.ticks_diff(self._pins.ticks(), ticks)
        self._marks.append((self._ms() - int(ago * 1000), track, level, self._steps.count))

    def close(self) -> None:
        for pin in (self._a, self._b, *(track.pin for track in self._tracks)):
            pin.close()

    # Uses the level in each event, not the pin's level now: a busy Pi handles events late.

    def _a_changed(self, ticks: float, state: int) -> None:
        self._turned((state, self._levels[1]))

    def _b_changed(self, ticks: float, state: int) -> None:
        self._turned((self._levels[0], state))

    def _turned(self, levels: tuple[int, int]) -> None:
        self._levels = levels
        self._steps.feed(*levels)


class NoRoller:
    """The roller of a panel without one; it leaves the pins free."""

    def count(self) -> tuple[int, int]:
        return 0, 0

    def marks(self) -> list[MarkEdge]:
        return []

    def close(self) -> None:
        """Do nothing: no pin was taken."""


class Track:
    """One optical sensor at the strip; a mark pulls its pin low."""

    def __init__(self, roller: Roller, number: int, pin: Any) -> None:
        self._roller, self._number, self.pin = roller, number, pin
        if number != wire.CLOCK and not pin.state:  # the middle of a clock bar cannot be known here
            roller.note(roller._pins.ticks(), number, 1)
        pin.when_changed = self._passed

    def _passed(self, ticks: float, state: int) -> None:
        self._roller.note(ticks, self._number, int(not state))


def listened(pins: Any, number: int) -> Any:
    """Return a pin that reports both edges."""
    pin = pins.pin(number)
    pin.input_with_pull("up")
    pin.edges = "both"
    return pin
