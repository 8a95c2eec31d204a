"""Power that fails while a battery board still feeds the Pi: told by one of its pins."""

from __future__ import annotations

from math import inf

from drivers.clock import Clock
from drivers.wiring import PowerFile

SURE = 2.0  # s, longer than the loop ever sleeps; mains that blink for less have not failed


class PowerPin:
    """Looked at once round; gpiozero wakes the loop from a thread of its own."""

    def __init__(self, file: PowerFile, clock: Clock) -> None:
        from gpiozero import DigitalInputDevice

        self._clock, self._since = clock, inf
        self._line = DigitalInputDevice(file.pin, pull_up=file.low)
        self._line.when_activated = clock.ring

    @property
    def failed(self) -> bool:
        """It is so, and has been for a while."""
        if not self._line.is_active:
            self._since = inf
            return False
        self._since = min(self._since, self._clock.now())
        return self._clock.now() - self._since >= SURE

    def close(self) -> None:
        self._line.close()
