"""Clocks for the board driver: real time, simulated time, and accelerated time."""

from __future__ import annotations

import select
import time
from functools import cached_property
from typing import Protocol

from drivers.ports.bell import Bell


class Clock(Protocol):
    """Monotonic seconds, and ways to sleep."""

    def now(self) -> float: ...
    def sleep(self, seconds: float) -> None: ...

    def doze(self, seconds: float) -> bool:
        """Sleep until `ring` is called or the time is over; return True if it was rung."""
        self.sleep(seconds)
        return False

    def hear(self, file: int, seconds: float) -> None:
        """Sleep until this file has data to read, `ring` is called, or the time is over."""
        select.select([file], (), (), seconds)

    def ring(self) -> None:
        """Wake a sleeping `doze` or `hear`; may be called from any thread."""
        return


class WallClock(Clock):
    """Real time since this machine started; clock corrections do not affect it."""

    @cached_property
    def _bell(self) -> Bell:
        return Bell()

    def now(self) -> float:
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        time.sleep(max(0.0, seconds))

    def doze(self, seconds: float) -> bool:
        return self._bell.wait(seconds)

    def hear(self, file: int, seconds: float) -> None:
        self._bell.wait(seconds, file)

    def ring(self) -> None:
        self._bell.ring()


class StepClock(Clock):
    """Simulated time: `sleep` returns at once and advances the clock."""

    def __init__(self) -> None:
        self._now = 1.0
        self._rung = False

    def now(self) -> float:
        return self._now

    def sleep(self, seconds: float) -> None:
        self._now += max(0.0, seconds)

    def doze(self, seconds: float) -> bool:
        rung, self._rung = self._rung, False
        self.sleep(0.0 if rung else seconds)
        return rung

    def ring(self) -> None:
        self._rung = True


class PacedClock(Clock):
    """Real time until `hurry` is called; then sleeping takes 1/pace of its time."""

    def __init__(self, wall: Clock, pace: float = 25.0) -> None:
        self._wall = wall
        self._pace = pace
        self._ahead = 0.0  # s by which it is ahead of the wall clock
        self._at: float | None = None  # the time, while hurried; else None

    def now(self) -> float:
        return self._wall.now() + self._ahead if self._at is None else self._at

    def sleep(self, seconds: float) -> None:
        if self._at is None:
            self._wall.sleep(seconds)
        else:
            self._at += max(0.0, seconds)
            self._wall.sleep(seconds / self._pace)

    def doze(self, seconds: float) -> bool:
        if self._at is None:
            return self._wall.doze(seconds)
        self.sleep(seconds)
        return False

    def hear(self, file: int, seconds: float) -> None:
        self._wall.hear(file, seconds)

    def ring(self) -> None:
        self._wall.ring()

    def hurry(self) -> None:
        self._at = self.now()

    def rest(self) -> None:
        """Return to real time, continuing from the time reached."""
        self._ahead = self.now() - self._wall.now()
        self._at = None
