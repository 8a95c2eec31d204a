"""Wait for a board to be plugged in; its panel decides which game is played."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from controller.errors import StardeckError
from controller.values import Saying
from controller.words import say
from drivers.clock import Clock
from drivers.greeting import Hello, PortWatcher
from drivers.link import READ_TIMEOUT

ARRIVAL_PAUSE = 2.0  # s before a board that cannot be played on is tried again

Panels = Callable[[Hello], Path | None]
"""Takes a greeting, returns the panel's wiring; None if the board knows no panel yet."""

Sit = Callable[[Path], None]
"""Starts what is played on the panel of this wiring; may raise a StardeckError."""


class Arrival:
    """A wait for a board, a frame at a time; `over` when a board has come that can be used."""

    def __init__(self, url: str, clock: Clock, panels: Panels, sit: Sit) -> None:
        self._doorstep, self._url = PortWatcher(url, clock), url
        self._clock, self._panels, self._sit = clock, panels, sit
        self._again = 0.0  # s, when a refused board is tried again
        self._refused = ""  # why the connected board cannot be used
        self.over = False

    @property
    def sentence(self) -> str:
        """Why the table still waits, or "" if it does not."""
        if self.over or self._refused:
            return self._refused
        silent = say(Saying("board.silent", {"url": self._url}))
        return say(Saying("board.awaited", {"why": str(self._doorstep.trouble or silent)}))

    def look(self) -> None:
        """Look at the port for a frame's time, and start what a board that has come decides."""
        if self._clock.now() < self._again:
            self._clock.sleep(READ_TIMEOUT)
        elif hello := self._doorstep.look():
            self._receive(hello)
        elif self._doorstep.trouble:
            self._refused = ""

    def make_way(self) -> None:
        """Release the port for another program or job."""
        self._doorstep.link.release()

    def close(self) -> None:
        self.over, self._refused = True, ""
        self._doorstep.close()

    def _receive(self, hello: Hello) -> None:
        """Start the game of this board's panel; without a known panel, leave it to the lobby."""
        try:
            self.make_way()
            wiring = self._panels(hello)
            if wiring:
                self._sit(wiring)
            self.close()
        except StardeckError as trouble:
            self._refused, self._again = str(trouble), self._clock.now() + ARRIVAL_PAUSE
