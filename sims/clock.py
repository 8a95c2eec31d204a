"""Time that passes when it is told to."""

from __future__ import annotations


class StepClock:
    """Sleeping takes no time at all, and the clock says it did."""

    def __init__(self) -> None:
        self._now = 1.0

    def now(self) -> float:
        return self._now

    def sleep(self, seconds: float) -> None:
        self._now += max(0.0, seconds)
