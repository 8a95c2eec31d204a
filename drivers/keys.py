"""Keys on the Pi's own pins."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from functools import partial

from controller.values import Reading, Site
from drivers.clock import Clock
from drivers.wiring import KeyFile


class Keys:
    """Queues key presses until the board is observed: gpiozero calls back from its own thread."""

    def __init__(self, keys: Iterable[KeyFile], clock: Clock) -> None:
        from gpiozero import Button

        self._clock = clock
        self._pressed: deque[tuple[Site, float]] = deque()
        # Arcade keys settle within 5 ms; 20 ms is below what a finger can repeat.
        self._buttons = [Button(key.pin, bounce_time=0.02) for key in keys]
        for key, button in zip(keys, self._buttons, strict=True):
            button.when_pressed = partial(self._press, key.site)

    def drain(self) -> Iterator[tuple[Site, Reading, float]]:
        while self._pressed:
            site, at = self._pressed.popleft()
            yield site, None, at

    def close(self) -> None:
        for button in self._buttons:
            button.close()

    def _press(self, site: Site) -> None:
        self._pressed.append((site, self._clock.now()))
        self._clock.ring()
