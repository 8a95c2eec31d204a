"""Keyboard input without blocking: from a Unix terminal, a Windows console or a pipe."""

from __future__ import annotations

import os
import select
from collections import deque
from collections.abc import Callable
from threading import Thread
from typing import Any, Protocol, TextIO

END = "\x04"  # Ctrl-D
CODED = "\x00\xe0"  # what a Windows console sends before the code of an arrow or a function key


class TypedKeys(Protocol):
    """A source of typed characters; `typed` returns new ones, and END when no more can come."""

    def typed(self) -> str: ...
    def close(self) -> None: ...


class Typing:
    """Lines that are typed at a keyboard or read from a pipe."""

    def __init__(self, source: TextIO, keys: TypedKeys | None = None) -> None:
        self.line = ""  # typed so far, without Enter
        self.person = source.isatty()
        self._lines: deque[str] = deque()
        self._closed = False
        self._keys = keys or keys_of(source)

    @property
    def ended(self) -> bool:
        return self._closed and not self._lines

    def next_line(self) -> str | None:
        """Return the next line that was finished with Enter; None if there is none yet."""
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


def keys_of(source: TextIO) -> TypedKeys:
    """Return the way to read typed keys on this system."""
    try:
        import termios
    except ImportError:
        return windows_keys(source)
    return UnixKeys(source, termios)


def windows_keys(source: TextIO) -> TypedKeys:
    """Return a reader for Windows: keys of a console, or a thread for a pipe, which blocks."""
    if source.isatty():
        try:
            import msvcrt
        except ImportError:
            return PipedKeys(source)
        return ConsoleKeys(msvcrt)
    return PipedKeys(source)


class UnixKeys:
    """A terminal read without waiting for Enter, so that the picture can change while typing."""

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
    """A Windows console, which is read only after a key was hit."""

    def __init__(self, console: Any) -> None:
        self._console = console

    def typed(self) -> str:
        found = ""
        while self._console.kbhit():
            found += self._key()
        return found

    def _key(self) -> str:
        """Return a key's letter; Ctrl-C interrupts, Ctrl-Z ends the input, others give ""."""
        key: str = self._console.getwch()
        if key in CODED:
            self._console.getwch()
            return ""
        if key == "\x03":
            raise KeyboardInterrupt
        return END if key == "\x1a" else key

    def close(self) -> None:
        """Do nothing: nothing was changed."""


class PipedKeys:
    """A pipe, read by a thread because Windows can only wait for sockets."""

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
        """Do nothing: the thread still waits for a line, and ends with the program."""
