"""The files of a box: found, and read in the shape they should have; or refused in a sentence."""

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
Part = Annotated[int, msgspec.Meta(ge=0, le=255)]
Paint = tuple[Part, Part, Part]
"""A colour as a file mixes it: red, green and blue."""


class Boxes(Generic[T]):
    """Where a game has its box from: its own folder, or one whose files replace some of those.

    `holds` is the key of what may lie in it.
    """

    def __init__(self, own: Path, holds: str, read: Callable[[Path], T]) -> None:
        self.holds, self.read = holds, read
        self.own = cache(partial(read, own))

    def load(self, folder: Path | None = None) -> T:
        """The game's own box, read once, or the one in this folder; BadBox says what is wrong."""
        if folder is None:
            return self.own()
        if not is_folder(folder):
            raise BadBox("box.no_folder", folder=folder, holds=Saying(self.holds))
        return self.read(folder)


def is_folder(path: Path) -> bool:
    """No name is too long to be asked for."""
    try:
        return path.is_dir()
    except OSError:
        return False


def found(folder: Path, name: str, own: Path) -> Path:
    """The file in that folder, or else the game's own."""
    return folder / name if (folder / name).exists() else own / name


def bad(path: Path, key: str, line: int | None = None, /, **gaps: str | int) -> BadBox:
    """One sentence: the file, the line, the reason, which is a key of the catalogue or is plain."""
    reason = Saying(key, gaps)
    if line:
        return BadBox("box.bad_line", path=path, line=line, reason=reason)
    return BadBox("box.bad", path=path, reason=reason)


def text_of(path: Path) -> str:
    """What is written in the file."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError) as trouble:
        raise bad(path, "box.not_text", why=str(trouble)) from trouble


def read_toml(path: Path, shape: type[T]) -> T:
    """The file in the shape it should have."""
    text = text_of(path)
    try:
        return msgspec.toml.decode(text, type=shape)
    except (msgspec.MsgspecError, ValueError, RecursionError) as trouble:
        reason = " ".join(f"{trouble}".split()).rstrip(".")
        raise bad(path, reason, entry_line(text, reason)) from trouble


def entry_line(text: str, trouble: str) -> int | None:
    """The line of the entry a trouble such as `$.cards[3].count` speaks of."""
    spot = re.search(r"\$\.(\w+)(?:\[(\d+)\])?", trouble)
    if not spot:
        return None
    lines = lines_with(text, rf"\s*(\[\[?\s*{spot[1]}\s*\]|{spot[1]}\s*=)")
    entry = int(spot[2] or 0)
    return lines[entry] if entry < len(lines) else None


def lines_with(text: str, pattern: str) -> list[int]:
    """The numbers of the lines that begin like this."""
    head = re.compile(pattern)
    return [number for number, line in enumerate(text.splitlines(), 1) if head.match(line)]
