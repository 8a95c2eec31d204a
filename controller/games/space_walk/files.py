"""The files of a box, read and found playable; or the file, the line and the reason why not."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct

from controller.errors import BadBox
from controller.games.space_walk.board import FIELDS, HOLES, SEATS
from controller.games.space_walk.box import FEW, Box, Livery
from controller.games.space_walk.ships import ALIKE
from controller.values import Site

HERE = Path(__file__).parent
T = TypeVar("T")


class BoardFile(Struct, forbid_unknown_fields=True):
    """board.toml."""

    small: str
    large: str
    provenance: str = ""


class FleetsFile(Struct, forbid_unknown_fields=True):
    """fleets.toml."""

    fleets: tuple[Livery, ...]
    provenance: str = ""


def load_box(folder: Path | None = None) -> Box:
    """The game's own box, or one where the files of a folder replace the game's own."""
    return own_box() if folder is None else read_box(folder)


@cache
def own_box() -> Box:
    """The box the game comes with."""
    return read_box(HERE)


def read_box(folder: Path) -> Box:
    """The box in this folder; BadBox says which file, which line and why it cannot be played."""
    if not folder.is_dir():
        raise BadBox(f"{folder} is no folder; a box is a folder with a board or fleets.")
    small, large = read_board(found(folder, "board.toml"))
    return Box(small, large, read_fleets(found(folder, "fleets.toml")))


def found(folder: Path, name: str) -> Path:
    """The file in that folder, or else the game's own."""
    return folder / name if (folder / name).exists() else HERE / name


def bad(path: Path, reason: str, line: int | None = None) -> BadBox:
    """One sentence: the file, the line, the reason."""
    where = f"{path}, line {line}" if line else f"{path}"
    return BadBox(f"{where}: {reason}.")


def read_toml(path: Path, shape: type[T]) -> tuple[str, T]:
    """The file's text, and what it says in the shape it should have."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as trouble:
        raise bad(path, f"it cannot be read as text ({trouble})") from trouble
    try:
        return text, msgspec.toml.decode(text, type=shape)
    except (msgspec.MsgspecError, ValueError, RecursionError) as trouble:
        raise bad(path, f"{trouble}".rstrip("."), entry_line(text, f"{trouble}")) from trouble


def entry_line(text: str, trouble: str) -> int | None:
    """The line of the [[entry]] a trouble such as `$.fleets[3].colour` speaks of."""
    spot = re.search(r"\$\.(\w+)\[(\d+)\]", trouble)
    if not spot:
        return None
    lines = lines_with(text, rf"\s*\[\[\s*{spot[1]}\s*\]\]")
    return lines[int(spot[2])] if int(spot[2]) < len(lines) else None


def lines_with(text: str, pattern: str) -> list[int]:
    """The numbers of the lines that begin like this."""
    head = re.compile(pattern)
    return [number for number, line in enumerate(text.splitlines(), 1) if head.match(line)]


def read_board(path: Path) -> tuple[tuple[Site, ...], tuple[Site, ...]]:
    """Both orbits, each with room for all the ships that may be placed on it."""
    text, file = read_toml(path, BoardFile)
    small = orbit(path, text, "small", file.small, FEW)
    return small, orbit(path, text, "large", file.large, len(SEATS))


def orbit(path: Path, text: str, name: str, fields: str, seats: int) -> tuple[Site, ...]:
    """One orbit; BadBox when ships could not be placed in it or could never be lost."""
    way = tuple(Site(field) for field in fields.split())
    line = next(iter(lines_with(text, rf"\s*{name}\s*=")), None)
    if strange := [field for field in way if field not in FIELDS]:
        raise bad(path, f"the {name} orbit has the unknown field {strange[0]!r}", line)
    if twice := [field for field, times in Counter(way).items() if times > 1]:
        raise bad(path, f"the {name} orbit comes to {twice[0]} twice", line)
    planets = [field for field in way if field not in HOLES]
    if len(planets) == len(way):
        raise bad(path, f"the {name} orbit has no black hole, so no game on it would end", line)
    if len(planets) < seats * ALIKE:
        reason = f"the {name} orbit has {len(planets)} planets, too few for {seats} players"
        raise bad(path, reason, line)
    return way


def read_fleets(path: Path) -> tuple[Livery, ...]:
    """The five fleets; BadBox when two would be called the same."""
    text, file = read_toml(path, FleetsFile)
    if len(file.fleets) != len(SEATS):
        raise bad(path, f"there are {len(file.fleets)} fleets instead of {len(SEATS)}")
    name, times = Counter(livery.name for livery in file.fleets).most_common(1)[0]
    if times > 1:
        lines = lines_with(text, rf"\s*name\s*=\s*['\"]{name}['\"]")
        raise bad(path, f"two fleets are called {name!r}", max(lines, default=None))
    return file.fleets
