"""What differs between systems: folder for games, local time, what a console can display."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from datetime import datetime
from pathlib import Path
from typing import Any, TextIO, cast

from controller.names import visible

COLOURED = 0x0004  # ENABLE_VIRTUAL_TERMINAL_PROCESSING: escape codes are obeyed, not printed


def games_folder(platform: str, env: Mapping[str, str], home: Path) -> Path:
    """Return the folder in which this system keeps a program's data for its user."""
    match platform:
        case _ if chosen := env.get("XDG_DATA_HOME"):
            folder = Path(chosen)
        case "win32":
            folder = Path(env.get("LOCALAPPDATA") or home / "AppData" / "Local")
        case "darwin":
            folder = home / "Library" / "Application Support"
        case _:
            folder = home / ".local" / "share"
    return folder / "stardeck"


def ready(out: TextIO) -> None:
    """Make a stream replace characters it lacks, and a Windows console obey colour codes."""
    if isinstance(out, io.TextIOWrapper):
        out.reconfigure(errors="replace")
    if sys.platform == "win32" and out.isatty():
        import ctypes
        import msvcrt

        kernel, mode = ctypes.windll.kernel32, ctypes.c_uint32()
        handle = msvcrt.get_osfhandle(out.fileno())
        if kernel.GetConsoleMode(handle, ctypes.byref(mode)):
            kernel.SetConsoleMode(handle, mode.value | COLOURED)


class PlainOutput:
    """A stream that spells out control characters, so that text from others cannot act.

    Code that draws on the terminal, and has made its text visible itself, writes to `unfiltered`.
    """

    def __init__(self, out: TextIO) -> None:
        self.unfiltered = out

    def write(self, text: str) -> int:
        return self.unfiltered.write(visible(text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.unfiltered, name)


@contextmanager
def plain_output() -> Iterator[None]:
    """Filter control characters from standard output and error inside this block."""
    for out in (sys.stdout, sys.stderr):
        ready(out)
    out, errors = (cast(TextIO, PlainOutput(stream)) for stream in (sys.stdout, sys.stderr))
    with redirect_stdout(out), redirect_stderr(errors):
        yield


def unfiltered(out: TextIO) -> TextIO:
    """Return the unfiltered stream, to draw on it."""
    return out.unfiltered if isinstance(out, PlainOutput) else out


def today() -> str:
    """Return the local date and time, to the minute, in ISO format."""
    return datetime.now().isoformat(" ", "minutes")
