"""Time, as the board driver is handed it."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """Seconds that only go forward, and a way to let them pass."""

    def now(self) -> float: ...
    def sleep(self, seconds: float) -> None: ...


class WallClock:
    """The time of this machine since it started: no daylight saving, no network corrections."""

    def now(self) -> float:
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        time.sleep(max(0.0, seconds))


class StepClock:
    """Sleeping takes no time at all, and the clock says it did."""

    def __init__(self) -> None:
        self._now = 1.0

    def now(self) -> float:
        return self._now

    def sleep(self, seconds: float) -> None:
        self._now += max(0.0, seconds)


class PacedClock:
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

    def hurry(self) -> None:
        self._at = self.now()

    def rest(self) -> None:
        """At the usual pace again, from where it has come to."""
        self._ahead = self.now() - self._wall.now()
        self._at = None
