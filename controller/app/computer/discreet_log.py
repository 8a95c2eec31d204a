"""Log without secrets: a fault's place and kind, but never the values it quotes.

Pages show the log, and the text of an exception may quote a card that a player holds.
"""

from __future__ import annotations

import logging
from collections import deque
from copy import copy
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from traceback import format_tb
from types import TracebackType
from typing import TypeAlias

from controller.errors import Misuse
from controller.names import visible_line
from controller.own_files import owner_only

CHATTERERS = ("transitions",)  # libraries that log every step, of no use here
LINES = 60  # of the log that are kept for the page
LARGEST_LOG = 1 << 20  # bytes of the file; the one before it is kept beside it as FILE.1

Fault: TypeAlias = (
    tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
)


class Discreet(logging.Formatter):
    """A formatter that writes an exception's place and type, without its message."""

    def format(self, record: logging.LogRecord) -> str:
        own = copy(record)
        own.exc_text = None  # another handler may have put the full message there
        return super().format(own)

    def formatMessage(self, record: logging.LogRecord) -> str:
        """Return the message as one visible line, so that text from others forges nothing."""
        return visible_line(super().formatMessage(record))

    def formatException(self, ei: Fault) -> str:
        kind, _, trace = ei
        return "".join(format_tb(trace)) + (kind.__name__ if kind else "")


class Logbook(logging.Handler):
    """The latest lines of the log, for the workshop page."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.setFormatter(Discreet("%(asctime)s %(message)s", "%H:%M:%S"))
        self.lines: deque[str] = deque(maxlen=LINES)

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


class LogFile(RotatingFileHandler):
    """A log file that only its owner can read, and that never grows beyond a limit.

    A line that cannot be written is dropped, so that its writer goes on. The file is opened at
    once, since logging does not catch what opening it later raises (no descriptor left, disk full).
    """

    def __init__(self, path: Path, largest: int = LARGEST_LOG) -> None:
        super().__init__(path, encoding="utf-8", maxBytes=largest, backupCount=1)
        self.setFormatter(Discreet(logging.BASIC_FORMAT))

    def _open(self) -> TextIOWrapper:
        owner_only(Path(self.baseFilename))
        return super()._open()

    def handleError(self, record: logging.LogRecord) -> None:
        """Do nothing: the default prints the whole line, with its secrets, to standard error."""


def log_into(path: Path) -> None:
    """Write the log to this file too from now on; Misuse if it cannot be opened."""
    try:
        written = LogFile(path)
    except OSError as trouble:
        raise Misuse("command.no_log", path=path, why=trouble.strerror) from None
    logging.basicConfig(level=logging.INFO, handlers=[written])
    if written not in logging.getLogger().handlers:  # the log was set up before
        written.close()
    for chatterer in CHATTERERS:
        logging.getLogger(chatterer).setLevel(logging.WARNING)
