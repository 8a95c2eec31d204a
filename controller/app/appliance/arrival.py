"""A board that is waited for: which panel it is decides what is played on it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from controller.errors import StardeckError
from controller.values import Saying
from controller.words import say
from drivers.clock import Clock
from drivers.greeting import Hello, PortWatcher
from drivers.link import FRAME

PAUSE = 2.0  # s before a board that cannot be played on is asked again who it is

Panels = Callable[[Hello], Path | None]
"""The wiring of the panel that says this of itself; None when it was told of none yet."""

Sit = Callable[[Path], None]
"""Sit down to what is played on the panel of this wiring; it may refuse in a sentence."""


class Arrival:
    """Looked for a frame at a time; it is `over` when a board has come that can be played on."""

    def __init__(self, url: str, clock: Clock, panels: Panels, sit: Sit) -> None:
        self._doorstep, self._url = PortWatcher(url, clock), url
        self._clock, self._panels, self._sit = clock, panels, sit
        self._again = 0.0  # s, when one that was refused is looked at again
        self._refused = ""  # why the board that is there is not played on
        self.over = False

    @property
    def sentence(self) -> str:
        """What is waited for; '' when nothing is any more."""
        if self.over or self._refused:
            return self._refused
        silent = say(Saying("board.silent", {"url": self._url}))
        return say(Saying("board.awaited", {"why": str(self._doorstep.trouble or silent)}))

    def look(self) -> None:
        """Once, for a frame's time; whoever has come is sat down with."""
        if self._clock.now() < self._again:
            self._clock.sleep(FRAME)
        elif hello := self._doorstep.look():
            self._receive(hello)
        elif self._doorstep.trouble:
            self._refused = ""

    def make_way(self) -> None:
        """Somebody else wants to speak to what is there."""
        self._doorstep.link.release()

    def close(self) -> None:
        self.over, self._refused = True, ""
        self._doorstep.close()

    def _receive(self, hello: Hello) -> None:
        """Where the board has yet to be told what it is, somebody has to choose a game."""
        try:
            self.make_way()
            wiring = self._panels(hello)
            if wiring:
                self._sit(wiring)
            self.close()
        except StardeckError as trouble:
            self._refused, self._again = str(trouble), self._clock.now() + PAUSE
