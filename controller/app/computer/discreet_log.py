"""The log's lines: where and what kind of fault, and never what it stumbled over.

A page shows them, and what a fault of ours quotes may be a card that somebody holds.
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

CHATTERERS = ("transitions",)  # tell every step they take, and nobody needs to know
LINES = 60  # of the log that are kept for the page
LARGEST_LOG = 1 << 20  # bytes of the file; the one before it is kept beside it as FILE.1

Fault: TypeAlias = (
    tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
)


class Discreet(logging.Formatter):
    """A fault by its place and its kind, without its words."""

    def format(self, record: logging.LogRecord) -> str:
        own = copy(record)
        own.exc_text = None  # another may have written it out, words and all
        return super().format(own)

    def formatMessage(self, record: logging.LogRecord) -> str:
        """One line: what others have written can begin no entry, and order no terminal about."""
        return visible_line(super().formatMessage(record))

    def formatException(self, ei: Fault) -> str:
        kind, _, trace = ei
        return "".join(format_tb(trace)) + (kind.__name__ if kind else "")


class Logbook(logging.Handler):
    """The latest lines of the log."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.setFormatter(Discreet("%(asctime)s %(message)s", "%H:%M:%S"))
        self.lines: deque[str] = deque(maxlen=LINES)

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


class LogFile(RotatingFileHandler):
    """A file that is its owner's alone and never grows beyond a limit.

    A line that cannot be written is left out: whoever logged it must go on. It is opened at once,
    since logging does not catch what opening it later raises (no descriptor left, disk full).
    """

    def __init__(self, path: Path, largest: int = LARGEST_LOG) -> None:
        super().__init__(path, encoding="utf-8", maxBytes=largest, backupCount=1)
        self.setFormatter(Discreet(logging.BASIC_FORMAT))

    def _open(self) -> TextIOWrapper:
        owner_only(Path(self.baseFilename))
        return super()._open()

    def handleError(self, record: logging.LogRecord) -> None:
        """Do nothing: the usual way prints the line to standard error, words and all."""


def log_into(path: Path) -> None:
    """Write every line of the log there too from now on."""
    try:
        written = LogFile(path)
    except OSError as trouble:
        raise Misuse("command.no_log", path=path, why=trouble.strerror) from None
    logging.basicConfig(level=logging.INFO, handlers=[written])
    if written not in logging.getLogger().handlers:  # somebody else has set up the log
        written.close()
    for chatterer in CHATTERERS:
        logging.getLogger(chatterer).setLevel(logging.WARNING)
