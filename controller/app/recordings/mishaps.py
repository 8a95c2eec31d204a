"""How often the table's own program has broken off of late, and what is said of it."""

from __future__ import annotations

from controller.values import Saying
from controller.words import say
from drivers.clock import Clock

LATELY = 60.0  # s for which it is said
SHORT, LONG = 0.05, 5.0  # s of rest before it is tried again: twice as long each time


class Mishaps:
    """A fault that comes back at once is tried again ever more slowly, and told once."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._times: list[float] = []

    @property
    def sentence(self) -> str:
        return say(Saying("trouble.our_fault")) if self._lately() else ""

    def note(self) -> bool:
        """It has happened; whether for the first time in a while."""
        lately = self._lately()
        self._times = [*lately, self._clock.now()]
        return not lately

    def rest(self) -> None:
        self._clock.sleep(min(LONG, SHORT * 2.0 ** min(len(self._times), 10)))

    def _lately(self) -> list[float]:
        return [at for at in self._times if self._clock.now() - at < LATELY]
