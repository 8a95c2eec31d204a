"""The log's lines: where and what kind of fault, and never what it stumbled over.

A page shows them, and what a fault of ours quotes may be a card that somebody holds.
"""

from __future__ import annotations

import logging
from collections import deque
from copy import copy
from pathlib import Path
from traceback import format_tb
from types import TracebackType
from typing import TypeAlias

from controller.errors import Misuse
from controller.own_files import owner_only

CHATTERERS = ("transitions",)  # tell every step they take, and nobody needs to know
LINES = 60  # of the log that are kept for the page

Fault: TypeAlias = (
    tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
)


class Discreet(logging.Formatter):
    """A fault by its place and its kind, without its words."""

    def format(self, record: logging.LogRecord) -> str:
        own = copy(record)
        own.exc_text = None  # another may have written it out, words and all
        return super().format(own)

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


def log_into(path: Path) -> None:
    """From now on every line goes there too; the file is its owner's alone."""
    try:
        owner_only(path)
        written = logging.FileHandler(path, encoding="utf-8", delay=True)
    except OSError as trouble:
        raise Misuse("command.no_log", path=path, why=trouble.strerror) from None
    written.setFormatter(Discreet(logging.BASIC_FORMAT))
    logging.basicConfig(level=logging.INFO, handlers=[written])
    for chatterer in CHATTERERS:
        logging.getLogger(chatterer).setLevel(logging.WARNING)
