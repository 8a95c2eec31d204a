"""Read and check the file of a Situation 7 box; an error names the line and the reason."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path

import msgspec
from msgspec import Struct

from controller.errors import BadBox
from controller.games.files import Boxes, bad, found, lines_with, text_of
from controller.games.situation7.board import Row
from controller.games.situation7.box import Box
from controller.games.situation7.moves import Equipment

HERE = Path(__file__).parent
NAME = "board.toml"


class Written(Struct, frozen=True):
    """The path and text of a box file."""

    path: Path
    text: str

    def bad(self, key: str, words: str = "", /, **gaps: str | int) -> BadBox:
        """Return a BadBox with the file, the line that contains `words`, and the reason."""
        line = self.line(words) if words else None
        return bad(self.path, key, line, **gaps)

    def line(self, words: str) -> int | None:
        """Return the number of the first line that contains these words, or None."""
        lines = enumerate(self.text.splitlines(), 1)
        return next((number for number, line in lines if words in line), None)

    def entry(self, trouble: str) -> int | None:
        """Return the line of the entry that an error such as `$.worth[3].points` names, or None."""
        spot = re.search(r"\$\.(\w+)\[(\d+)\]", trouble)
        if not spot:
            return None
        lines = lines_with(self.text, rf"\s*\[\[\s*{spot[1]}\s*\]\]") or [*self.listed(spot[1])]
        return lines[int(spot[2])] if int(spot[2]) < len(lines) else None

    def listed(self, name: str) -> Iterator[int]:
        """Yield the numbers of the lines that begin with `{` after `name = [`."""
        first = self.line(f"{name} = [")
        for number, line in enumerate(self.text.splitlines(), 1):
            if first and number > first and line.lstrip().startswith("{"):
                yield number


def read_box(folder: Path) -> Box:
    """Return the box in this folder; BadBox if its file cannot be read or played with."""
    path = found(folder, NAME, HERE)
    file = Written(path, text_of(path))
    box = shaped(file)
    check_rows(file, box.rows)
    check_spaces(file, box)
    check_sectors(file, box)
    check_worth(file, box)
    check_sides(file, box)
    return box


BOXES = Boxes(HERE, "situation7.box.holds", read_box)
own_box, load_box = BOXES.own, BOXES.load


def load_clear_box(folder: Path | None = None) -> Box:
    """Return the box in its clear colours; BadBox if its file has none."""
    box = load_box(folder)
    if not all(side.clear for side in box.sides):
        raise bad(found(folder or HERE, NAME, HERE), "situation7.box.no-clear")
    return box.in_clear_colours


def shaped(file: Written) -> Box:
    """Return the file decoded as a Box; BadBox with the line if it does not fit."""
    try:
        return msgspec.toml.decode(file.text, type=Box)
    except (msgspec.MsgspecError, ValueError, RecursionError) as trouble:
        reason = f"{trouble}".rstrip(".")
        raise bad(file.path, reason, file.entry(reason)) from trouble


def check_rows(file: Written, rows: tuple[Row, ...]) -> None:
    """Raise BadBox unless the rows lie one around the other, without gaps."""
    if not rows:
        raise file.bad("situation7.box.no-row")
    if twice := repeated(row.name for row in rows):
        raise file.bad("situation7.box.row-twice", f'"{twice}"', row=twice)
    for row in rows:
        if row.inner >= row.outer:
            raise file.bad("situation7.box.no-width", f'"{row.name}"', row=row.name)
    for within, around in pairwise(rows):
        if within.outer != around.inner:
            at = f'"{around.name}"'
            raise file.bad("situation7.box.row-gap", at, row=around.name, before=within.name)


def check_spaces(file: Written, box: Box) -> None:
    """Raise BadBox unless every space named is on the board, and named once in its list."""
    known = {f"{site}" for row in box.rows for site in row.sites}
    for names in written(box):
        for name in names.split():
            if name not in known:
                raise file.bad("situation7.box.no-space", names, space=name)
        if twice := repeated(names.split()):
            raise file.bad("situation7.box.named-twice", names, space=twice)
        if not names.split():
            raise file.bad("situation7.box.nowhere", names)


def written(box: Box) -> Iterator[str]:
    """Yield the list of spaces of everything printed, as the file writes it."""
    yield from box.sectors
    yield from (it.spaces for it in box.worth)
    for side in box.sides:
        yield from (side.line, *(side.base(kind) for kind in Equipment))


def check_sectors(file: Written, box: Box) -> None:
    """Raise BadBox unless every space belongs to exactly one sector."""
    if twice := repeated(name for names in box.sectors for name in names.split()):
        raise file.bad("situation7.box.two-sectors", "sectors", space=twice)
    named = {name for names in box.sectors for name in names.split()}
    for site in box.board.spaces:
        if site not in named:
            raise file.bad("situation7.box.no-sector", "sectors", space=site)


def check_worth(file: Written, box: Box) -> None:
    """Raise BadBox if a space counts for two things besides its sector, or a circle is wide."""
    bases = [side.base(kind) for side in box.sides for kind in Equipment]
    paying = [*(it.spaces for it in box.worth), *bases]
    if twice := repeated(name for names in paying for name in names.split()):
        last = [names for names in paying if twice in names.split()][-1]
        raise file.bad("situation7.box.worth-twice", last, space=twice)
    for it in box.worth:
        if it.thing == "circle" and len(it.spaces.split()) > 1:
            raise file.bad("situation7.box.wide-circle", it.spaces)


def check_sides(file: Written, box: Box) -> None:
    """Raise BadBox unless the sides have different signs and separate base lines."""
    one, other = box.sides
    if one.sign == other.sign:
        at = "[[sides]]"
        raise file.bad("situation7.box.sides-alike", at, one=one.name, other=other.name)
    if both := {*one.line.split()} & {*other.line.split()}:
        raise file.bad("situation7.box.both-lines", other.line, space=min(both))


def repeated(names: Iterable[str]) -> str:
    """Return a name that occurs more than once, or an empty string."""
    return next((name for name, times in Counter(names).items() if times > 1), "")
