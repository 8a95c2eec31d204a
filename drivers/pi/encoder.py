"""The strip's encoder and its printed marks: edges with the kernel's times, steps by our table."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from drivers.pi.pins import ENCODER, TRACKS
from firmware import wire
from firmware.roller import Quadrature

Mark = tuple[int, int, int, int]  # ms, track, level, count


class Roller:
    """gpiozero calls from a thread of its own; what it tells waits here until it is asked for."""

    def __init__(self, pins: Any, ms: Callable[[], int]) -> None:
        self._pins, self._ms = pins, ms
        self._steps = Quadrature()
        self._marks: deque[Mark] = deque(maxlen=256)
        self._a, self._b = (listened(pins, pin) for pin in ENCODER)
        self._levels = self._a.state, self._b.state
        self._steps.feed(*self._levels)
        self._a.when_changed, self._b.when_changed = self._a_changed, self._b_changed
        self._tracks = [Track(self, number, listened(pins, p)) for number, p in enumerate(TRACKS)]

    def count(self) -> tuple[int, int]:
        return self._steps.count, self._steps.illegal

    def marks(self) -> list[Mark]:
        found = []
        while self._marks:
            found.append(self._marks.popleft())
        return found

    def note(self, ticks: float, track: int, level: int) -> None:
        """A mark came or went, so long ago."""
        ago = self._pins.ticks_diff(self._pins.ticks(), ticks)
        self._marks.append((self._ms() - int(ago * 1000), track, level, self._steps.count))

    def close(self) -> None:
        for pin in (self._a, self._b, *(track.pin for track in self._tracks)):
            pin.close()

    # By what each edge says and not by what the pins are by now: a busy Pi is told of it late.

    def _a_changed(self, ticks: float, state: int) -> None:
        self._turned((state, self._levels[1]))

    def _b_changed(self, ticks: float, state: int) -> None:
        self._turned((self._levels[0], state))

    def _turned(self, levels: tuple[int, int]) -> None:
        self._levels = levels
        self._steps.feed(*levels)


class NoRoller:
    """Nothing turns on this panel, and the pins are free for what else it has."""

    def count(self) -> tuple[int, int]:
        return 0, 0

    def marks(self) -> list[Mark]:
        return []

    def close(self) -> None:
        """There is nothing to let go of."""


class Track:
    """One sensor at the strip. A mark pulls its pin low."""

    def __init__(self, roller: Roller, number: int, pin: Any) -> None:
        self._roller, self._number, self.pin = roller, number, pin
        if number != wire.CLOCK and not pin.state:  # of a clock bar the middle cannot be told
            roller.note(roller._pins.ticks(), number, 1)
        pin.when_changed = self._passed

    def _passed(self, ticks: float, state: int) -> None:
        self._roller.note(ticks, self._number, int(not state))


def listened(pins: Any, number: int) -> Any:
    """A pin whose every edge is told."""
    pin = pins.pin(number)
    pin.input_with_pull("up")
    pin.edges = "both"
    return pin
