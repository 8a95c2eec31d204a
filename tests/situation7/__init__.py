"""Small tables to try the rules of Situation 7 on."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from controller.games.situation7 import GAME
from controller.games.situation7.box import SEATS
from controller.games.situation7.files import own_box
from controller.games.situation7.moves import Equipment
from controller.games.situation7.rules import Situation7
from controller.games.situation7.side import Side
from controller.values import Site
from tests.story import Pen

BASES = {
    "line": ("F0", "F12"),
    "rocket": ("E19 E20 F19 F20", "E7 E8 F7 F8"),
    "satellite": ("C13 C14 D13 D14", "C5 C6 D5 D6"),
    "astronaut": ("E3 E4 F3 F4", "E15 E16 F15 F16"),
}


def side(pieces: str, gear: Iterable[str] = (), **changes: object) -> Side:
    """A ready side with pieces on these spaces, and gear such as `astronaut E3`."""
    board = own_box().board
    built = Side(ready=True)
    for space in pieces.split():
        built = built.laid(board, Site(space))
    for line in gear:
        kind, space = line.split()
        built = built.equipped(board, Equipment(kind), Site(space))
    return replace(built, **changes)


def at(yellow: Side | str = "", green: Side | str = "") -> Situation7:
    """Both sides in play, as they stand or with just these pieces."""
    one, other = (side(it) if isinstance(it, str) else it for it in (yellow, green))
    return Situation7(own_box(), (one, other))


def turned(space: str) -> str:
    """The space opposite, as the other side sees it."""
    sites = next(row.sites for row in own_box().rows if row.name == space[0])
    return sites[(sites.index(Site(space)) + len(sites) // 2) % len(sites)]


PEN = Pen(GAME)
play, rule, lines = PEN.play, PEN.rule, PEN.lines


def spaces(position: Situation7, seat: int, verb: str = "lays") -> set[str]:
    """Where that side may lay a piece; or drop one, or man one."""
    found = (str(move).split() for move in position.moves() if move.seat == SEATS[seat])
    return {words[-1] for words in found if words[1] == verb}
