"""Read and check the files of a Space Walk box; an error names file, line and reason."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from msgspec import Struct

from controller.games.files import Boxes, bad, found, lines_with, read_toml, text_of
from controller.games.space_walk.board import FIELDS, HOLES, SEATS
from controller.games.space_walk.box import FEW, Box, Livery
from controller.games.space_walk.ships import ALIKE
from controller.values import Site

HERE = Path(__file__).parent


class BoardFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of board.toml."""

    small: str
    large: str
    provenance: str = ""


class FleetsFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of fleets.toml."""

    fleets: tuple[Livery, ...]
    provenance: str = ""


def read_box(folder: Path) -> Box:
    """Return the box in this folder; BadBox if a file cannot be read or played with."""
    small, large = read_board(found(folder, "board.toml", HERE))
    return Box(small, large, read_fleets(found(folder, "fleets.toml", HERE)))


BOXES = Boxes(HERE, "space_walk.box.holds", read_box)
own_box, load_box = BOXES.own, BOXES.load


def read_board(path: Path) -> tuple[tuple[Site, ...], tuple[Site, ...]]:
    """Return the small and the large orbit; BadBox if one is not playable."""
    file, text = read_toml(path, BoardFile), text_of(path)
    small = orbit(path, text, "small", file.small, FEW)
    return small, orbit(path, text, "large", file.large, len(SEATS))


def orbit(path: Path, text: str, name: str, fields: str, seats: int) -> tuple[Site, ...]:
    """Return one orbit; BadBox if ships could not all be placed in it, or could never be lost."""
    way = tuple(Site(field) for field in fields.split())
    line = next(iter(lines_with(text, rf"\s*{name}\s*=")), None)
    if strange := [field for field in way if field not in FIELDS]:
        raise bad(path, "space_walk.box.unknown-field", line, orbit=name, field=strange[0])
    if twice := [field for field, times in Counter(way).items() if times > 1]:
        raise bad(path, "space_walk.box.field-twice", line, orbit=name, field=twice[0])
    planets = [field for field in way if field not in HOLES]
    if len(planets) == len(way):
        raise bad(path, "space_walk.box.no-hole", line, orbit=name)
    if len(planets) < seats * ALIKE:
        count = len(planets)
        raise bad(path, "space_walk.box.few-planets", line, orbit=name, count=count, seats=seats)
    return way


def read_fleets(path: Path) -> tuple[Livery, ...]:
    """Return the five fleets; BadBox if there are not five, or two have the same name."""
    file, text = read_toml(path, FleetsFile), text_of(path)
    if len(file.fleets) != len(SEATS):
        raise bad(path, "space_walk.box.wrong-fleets", count=len(file.fleets), due=len(SEATS))
    name, times = Counter(livery.name for livery in file.fleets).most_common(1)[0]
    if times > 1:
        lines = lines_with(text, rf"\s*name\s*=\s*['\"]{name}['\"]")
        raise bad(path, "space_walk.box.fleets-alike", max(lines, default=None), name=name)
    return file.fleets
