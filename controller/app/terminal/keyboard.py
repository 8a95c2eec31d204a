"""Lines typed at the terminal, or read from a pipe."""

from __future__ import annotations

import os
import select
from collections import deque
from typing import Any, TextIO


class Typing:
    """Lines typed at the terminal, or read from a pipe, without ever waiting for them."""

    def __init__(self, source: TextIO) -> None:
        self._source = source
        self.line = ""  # what is being typed
        self._lines: deque[str] = deque()
        self._closed = False
        self._restore: Any = None
        self.person = source.isatty()
        if self.person:
            self._raw()

    @property
    def ended(self) -> bool:
        return self._closed and not self._lines

    def next_line(self) -> str | None:
        """The next line that was finished with Enter."""
        while not self._closed and select.select([self._source], [], [], 0)[0]:
            typed = os.read(self._source.fileno(), 1024).decode(errors="replace")
            self._closed = not typed or "\x04" in typed
            for char in typed:
                self._take(char)
        return self._lines.popleft() if self._lines else None

    def _take(self, char: str) -> None:
        if char in "\r\n":
            self._lines.append(self.line.strip())
            self.line = ""
        elif char in "\x7f\b":
            self.line = self.line[:-1]
        elif char.isprintable():
            self.line += char

    def close(self) -> None:
        if self._restore is not None:
            import termios

            termios.tcsetattr(self._source, termios.TCSADRAIN, self._restore)

    def _raw(self) -> None:
        """Letter by letter, so that the picture can go on under the typing."""
        import termios
        import tty

        self._restore = termios.tcgetattr(self._source)
        tty.setcbreak(self._source)
