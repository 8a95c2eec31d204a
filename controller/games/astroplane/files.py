"""Read and check the files of an Astroplane box; an error names file, line and reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from controller.games.astroplane.board import (
    CENTRE,
    CORNERS,
    DIAMONDS,
    EDGE,
    is_position,
    next_space,
    space_of,
)
from controller.games.astroplane.box import SIDES, Box, Corner, Fleet
from controller.games.files import Boxes, bad, found, read_toml
from controller.values import Site

HERE = Path(__file__).parent
FLEETS = max(SIDES)


class BoardFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of board.toml."""

    hyperspace: tuple[Site, ...]
    corners: tuple[Corner, ...]
    provenance: str = ""


class FleetsFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of fleets.toml."""

    fleets: tuple[Fleet, ...]
    provenance: str = ""


class MatchFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of match.toml."""

    first: Annotated[int, Meta(ge=1, le=FLEETS)]
    total: Annotated[int, Meta(ge=1, le=1000)]
    provenance: str = ""


def read_box(folder: Path) -> Box:
    """Return the box in this folder; BadBox if a file cannot be read or played with."""
    board_path, fleets_path = found(folder, "board.toml", HERE), found(folder, "fleets.toml", HERE)
    board = read_board(board_path)
    fleets = read_fleets(fleets_path)
    check_apart(fleets_path if fleets_path.parent == folder else board_path, board, fleets)
    match = read_toml(found(folder, "match.toml", HERE), MatchFile)
    return Box(board.hyperspace, board.corners, fleets, match.first, match.total)


BOXES = Boxes(HERE, "astroplane.box.holds", read_box)
own_box, load_box = BOXES.own, BOXES.load


def line_of(path: Path, name: str) -> int | None:
    """Return the number of the last line that names a place, or None."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return max((n for n, line in enumerate(lines, 1) if f'"{name}"' in line), default=None)


def read_board(path: Path) -> BoardFile:
    """Return the special places of the board; BadBox if craft could not reach or leave them."""
    board = read_toml(path, BoardFile)
    if len(board.hyperspace) < 2:
        raise bad(path, "astroplane.box.lone-hyperspace")
    check_triangles(path, board.hyperspace, "astroplane.box.no-hyperspace")
    for corner in board.corners:
        check_corner(path, corner)
    return board


def check_triangles(path: Path, sites: Iterable[Site], key: str) -> None:
    """Raise BadBox with this key unless each site is at the edge and points inwards."""
    for site in sites:
        if space_of(site) not in EDGE or not is_position(site):
            raise bad(path, key, line_of(path, site), site=site)


def check_corner(path: Path, corner: Corner) -> None:
    """Raise BadBox unless a wormhole joins diamonds, with aimed firing positions behind both."""
    for end in corner.wormhole:
        if end not in DIAMONDS:
            raise bad(path, "astroplane.box.no-diamond", line_of(path, end), site=end)
    firings = (firing for firing, _ in corner.shots)
    check_triangles(path, firings, "astroplane.box.no-firing")
    for firing, aim in corner.shots:
        if next_space(firing) not in corner.wormhole:
            raise bad(path, "astroplane.box.not-behind", line_of(path, firing), site=firing)
        if aim not in CENTRE:
            raise bad(path, "astroplane.box.wrong-aim", line_of(path, firing), site=firing, aim=aim)


def read_fleets(path: Path) -> tuple[Fleet, ...]:
    """Return the four fleets; BadBox if two are alike or a place of theirs is wrong."""
    fleets = read_toml(path, FleetsFile).fleets
    if len(fleets) != FLEETS:
        raise bad(path, "astroplane.box.wrong-fleets", count=len(fleets), due=FLEETS)
    starts = (site for fleet in fleets for site in fleet.starts)
    check_triangles(path, starts, "astroplane.box.no-start")
    for fleet in fleets:
        if fleet.reserve not in CORNERS:
            raise bad(
                path, "astroplane.box.no-corner", line_of(path, fleet.reserve), site=fleet.reserve
            )
    for what in ("name", "colour", "reserve"):
        value, times = Counter(getattr(fleet, what) for fleet in fleets).most_common(1)[0]
        if times > 1:
            line = line_of(path, f"{value}")
            raise bad(path, "astroplane.box.fleets-alike", line, what=what, value=value)
    return fleets


def check_apart(path: Path, board: BoardFile, fleets: tuple[Fleet, ...]) -> None:
    """Raise BadBox if a space has two uses."""
    spaces = Counter(map(space_of, (*CENTRE, *board.hyperspace)))
    for corner in board.corners:
        spaces.update((*corner.wormhole, *(space_of(firing) for firing, _ in corner.shots)))
    spaces.update(space_of(site) for fleet in fleets for site in fleet.starts)
    for space, times in spaces.items():
        if times > 1:
            raise bad(path, "astroplane.box.space-twice", space=space)
