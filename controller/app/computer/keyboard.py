"""What is typed, without ever waiting for it: at a Unix terminal, a Windows console, a pipe."""

from __future__ import annotations

import os
import select
from collections import deque
from collections.abc import Callable
from threading import Thread
from typing import Any, Protocol, TextIO

END = "\x04"  # Ctrl-D
CODED = "\x00\xe0"  # what a Windows console says before an arrow or a function key


class Keys(Protocol):
    """What was typed since it was last asked; END where there will be no more."""

    def typed(self) -> str: ...
    def close(self) -> None: ...


class Typing:
    """Lines typed at a keyboard, or read from a pipe."""

    def __init__(self, source: TextIO, keys: Keys | None = None) -> None:
        self.line = ""  # what is being typed
        self.person = source.isatty()
        self._lines: deque[str] = deque()
        self._closed = False
        self._keys = keys or keys_of(source)

    @property
    def ended(self) -> bool:
        return self._closed and not self._lines

    def next_line(self) -> str | None:
        """The next line that was finished with Enter."""
        while not self._closed and (typed := self._keys.typed()):
            self._closed = END in typed
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
        self._keys.close()


def keys_of(source: TextIO) -> Keys:
    """However this machine lets us look at what was typed."""
    try:
        import termios
    except ImportError:
        return windows_keys(source)
    return UnixKeys(source, termios)


def windows_keys(source: TextIO) -> Keys:
    """A console tells of each key; a pipe can only be read, and waits for whoever writes."""
    if source.isatty():
        try:
            import msvcrt
        except ImportError:
            return PipedKeys(source)
        return ConsoleKeys(msvcrt)
    return PipedKeys(source)


class UnixKeys:
    """Letter by letter, so that the picture can go on under the typing."""

    def __init__(self, source: TextIO, termios: Any) -> None:
        self._source = source
        self._restore: Callable[[], None] = lambda: None
        if source.isatty():
            import tty

            before = termios.tcgetattr(source)
            self._restore = lambda: termios.tcsetattr(source, termios.TCSADRAIN, before)
            tty.setcbreak(source)

    def typed(self) -> str:
        if not select.select([self._source], [], [], 0)[0]:
            return ""
        return os.read(self._source.fileno(), 1024).decode(errors="replace") or END

    def close(self) -> None:
        self._restore()


class ConsoleKeys:
    """A Windows console: it is asked for a key only when one was hit."""

    def __init__(self, console: Any) -> None:
        self._console = console

    def typed(self) -> str:
        found = ""
        while self._console.kbhit():
            found += self._key()
        return found

    def _key(self) -> str:
        """Ctrl-C leaves; Ctrl-Z ends what is typed; keys that have no letter are passed over."""
        key: str = self._console.getwch()
        if key in CODED:
            self._console.getwch()
            return ""
        if key == "\x03":
            raise KeyboardInterrupt
        return END if key == "\x1a" else key

    def close(self) -> None:
        """Nothing was changed."""


class PipedKeys:
    """Read by a thread of its own, where nothing but sockets can be looked at without waiting."""

    def __init__(self, source: TextIO) -> None:
        self._source = source
        self._found: deque[str] = deque()
        Thread(target=self._read, name="keyboard", daemon=True).start()

    def _read(self) -> None:
        while typed := os.read(self._source.fileno(), 1024):
            self._found.append(typed.decode(errors="replace"))
        self._found.append(END)

    def typed(self) -> str:
        return self._found.popleft() if self._found else ""

    def close(self) -> None:
        """The thread waits for a line that nobody needs, and goes with the program."""
