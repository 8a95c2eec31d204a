"""The black box: a recording of the last minutes in memory, saved when something goes wrong."""

from __future__ import annotations

from io import StringIO
from typing import TextIO

from controller.app.recordings.recording import END, Recording
from drivers.clock import Clock

FILE_BYTES = 300_000  # bytes; about twenty minutes of play


class BlackBox(Recording):
    """A recording that is always on, in memory."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(None, clock)
        self.part = FILE_BYTES
        self._reel = StringIO()

    @property
    def text(self) -> str:
        """The whole recording as a file would hold it."""
        end = f"{self._clock.now() - self._zero:.6f} {END} {self._sum:08x}\n"
        return self._reel.getvalue() + end

    def _fresh(self) -> TextIO:
        self._reel = StringIO()
        return self._reel
