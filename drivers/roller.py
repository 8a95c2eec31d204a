"""The strip's encoder on the Pi's own pins, for a panel whose Pico has none.

gpiozero counts whole quadrature cycles in Python and misses some above about 60 turns a minute (its
issue 1062); that is enough for slow turning by hand, and no printed marks are read.
"""

from __future__ import annotations

from collections.abc import Iterator

from controller.values import Reading, Site, Unsure, rounded_rows
from drivers.clock import Clock
from drivers.wiring import PiRollerFile


class Roller:
    """Counts rows since the program started; the strip's absolute place is unknown."""

    def __init__(self, file: PiRollerFile, clock: Clock) -> None:
        from gpiozero import RotaryEncoder

        self._encoder = RotaryEncoder(file.a, file.b, max_steps=0)
        self._site = file.site
        self._steps_per_row = file.steps_per_row
        self._clock = clock
        self._last: float | None = None
        self._since = clock.now()
        self._encoder.when_rotated = clock.ring

    def drain(self) -> Iterator[tuple[Site, Reading, float]]:
        rows = rounded_rows(self._encoder.steps / self._steps_per_row)
        if rows != self._last:
            self._last = rows
            yield self._site, Unsure(rows, self._since), self._clock.now()

    def close(self) -> None:
        self._encoder.close()
