"""Counts recent failures of the table's own program: when to retry, and what to say."""

from __future__ import annotations

from controller.values import Saying
from controller.words import say
from drivers.clock import Clock

LATELY = 60.0  # s for which a failure counts and is shown
SHORT, LONG = 0.05, 5.0  # s of rest before a retry, doubled each time, and its limit


class Mishaps:
    """Recent failures: each doubles the rest before a retry, and a message is shown meanwhile."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._times: list[float] = []

    @property
    def sentence(self) -> str:
        """What to show after a recent failure, or ""."""
        return say(Saying("trouble.our_fault")) if self._lately() else ""

    def note(self) -> bool:
        """Note a failure; return True if it is the first in a while."""
        lately = self._lately()
        self._times = [*lately, self._clock.now()]
        return not lately

    def rest(self) -> None:
        """Sleep before a retry, twice as long after each recent failure."""
        self._clock.sleep(min(LONG, SHORT * 2.0 ** min(len(self._times), 10)))

    def _lately(self) -> list[float]:
        return [at for at in self._times if self._clock.now() - at < LATELY]
