"""Time, as the board driver is handed it."""

from __future__ import annotations

import select
import time
from functools import cached_property
from typing import Protocol

from drivers.ports.bell import Bell


class Clock(Protocol):
    """Seconds that only go forward, and ways to let them pass."""

    def now(self) -> float: ...
    def sleep(self, seconds: float) -> None: ...

    def doze(self, seconds: float) -> bool:
        """Sleep, unless somebody rings; True when he did."""
        self.sleep(seconds)
        return False

    def hear(self, file: int, seconds: float) -> None:
        """Until this file has something to read, somebody rings, or so long."""
        select.select([file], (), (), seconds)

    def ring(self) -> None:
        """Wake whoever dozes; from any thread."""
        return


class WallClock(Clock):
    """The time of this machine since it started: no daylight saving, no network corrections."""

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
    """Sleeping takes no time at all, and the clock says it did."""

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
    """The time of this machine, until it is hurried: then waiting takes a share of itself."""

    def __init__(self, wall: Clock, pace: float = 25.0) -> None:
        self._wall = wall
        self._pace = pace
        self._ahead = 0.0  # s it has gained on the wall
        self._at: float | None = None  # while it is hurried

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
        """At the usual pace again, from where it has come to."""
        self._ahead = self.now() - self._wall.now()
        self._at = None
