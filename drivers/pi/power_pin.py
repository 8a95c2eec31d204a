"""A pin that tells when the mains have failed and a battery board feeds the Pi."""

from __future__ import annotations

from math import inf

from drivers.clock import Clock
from drivers.wiring import PowerFile

SURE = 2.0  # s, longer than the loop ever sleeps; shorter dips of the mains do not count


class PowerPin:
    """The power-fail pin; gpiozero wakes the loop, which polls it once a turn."""

    def __init__(self, file: PowerFile, clock: Clock) -> None:
        from gpiozero import DigitalInputDevice

        self._clock, self._since = clock, inf
        self._line = DigitalInputDevice(file.pin, pull_up=file.low)
        self._line.when_activated = clock.ring

    @property
    def failed(self) -> bool:
        """True if the mains have been off for SURE seconds."""
        if not self._line.is_active:
            self._since = inf
            return False
        self._since = min(self._since, self._clock.now())
        return self._clock.now() - self._since >= SURE

    def close(self) -> None:
        self._line.close()
