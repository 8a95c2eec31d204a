"""Find and read the files of a game's box; an unusable file raises BadBox with a sentence."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Annotated, Generic, TypeVar

import msgspec

from controller.errors import BadBox
from controller.values import Saying

T = TypeVar("T")
ColourPart = Annotated[int, msgspec.Meta(ge=0, le=255)]
Paint = tuple[ColourPart, ColourPart, ColourPart]
"""A colour in a box file: red, green and blue."""


class Boxes(Generic[T]):
    """Loads a game's box, from the game's own folder or from another whose files replace some.

    `holds` is the message key of the sentence that says which files a box may contain.
    """

    def __init__(self, own: Path, holds: str, read: Callable[[Path], T]) -> None:
        self.holds, self.read = holds, read
        self.own = cache(partial(read, own))

    def load(self, folder: Path | None = None) -> T:
        """Return the box in `folder`, or the game's own (cached); BadBox if it cannot be read."""
        if folder is None:
            return self.own()
        if not is_folder(folder):
            raise BadBox("box.no_folder", folder=folder, holds=Saying(self.holds))
        return self.read(folder)


def is_folder(path: Path) -> bool:
    """True if the path is an existing folder; False also if the name is too long for the system."""
    try:
        return path.is_dir()
    except OSError:
        return False


def found(folder: Path, name: str, own: Path) -> Path:
    """Return the path of the file `name` in `folder`, or in the folder `own` if it is not there."""
    return folder / name if (folder / name).exists() else own / name


def bad(path: Path, key: str, line: int | None = None, /, **gaps: str | int) -> BadBox:
    """Return a BadBox with file, line and reason; `key` is a message key or plain text."""
    reason = Saying(key, gaps)
    if line:
        return BadBox("box.bad_line", path=path, line=line, reason=reason)
    return BadBox("box.bad", path=path, reason=reason)


def text_of(path: Path) -> str:
    """Return the text of the file; BadBox if it cannot be read as UTF-8."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError) as trouble:
        raise bad(path, "box.not_text", why=str(trouble)) from trouble


def read_toml(path: Path, shape: type[T]) -> T:
    """Return the TOML file decoded into `shape`; BadBox with the line, if the file does not fit."""
    text = text_of(path)
    try:
        return msgspec.toml.decode(text, type=shape)
    except (msgspec.MsgspecError, ValueError, RecursionError) as trouble:
        reason = " ".join(f"{trouble}".split()).rstrip(".")
        raise bad(path, reason, entry_line(text, reason)) from trouble


def entry_line(text: str, trouble: str) -> int | None:
    """Return the line of the entry that an error such as `$.cards[3].count` names, if found."""
    spot = re.search(r"\$\.(\w+)(?:\[(\d+)\])?", trouble)
    if not spot:
        return None
    lines = lines_with(text, rf"\s*(\[\[?\s*{spot[1]}\s*\]|{spot[1]}\s*=)")
    entry = int(spot[2] or 0)
    return lines[entry] if entry < len(lines) else None


def lines_with(text: str, pattern: str) -> list[int]:
    """Return the numbers of the lines that begin with the pattern, counted from 1."""
    head = re.compile(pattern)
    return [number for number, line in enumerate(text.splitlines(), 1) if head.match(line)]
