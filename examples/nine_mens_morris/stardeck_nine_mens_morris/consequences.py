"""What follows from a move: where the men stand, whether a mill was closed, whose turn it is."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from stardeck.game import Seat, Site, put
from stardeck_nine_mens_morris.board import other
from stardeck_nine_mens_morris.moves import Choice, Place, Slide, Take
from stardeck_nine_mens_morris.standing import Men, Standing

S = TypeVar("S", bound=Standing)


def after(now: S, move: Choice) -> S:
    """The moment that follows, defined for moves that no rule allows as well."""
    match move:
        case Place(seat, point):
            return arrived(now, seat, point, (*now.men[seat], point))
        case Slide(seat, source, target):
            return arrived(now, seat, target, changed(now.men[seat], source, target))
        case Take(seat, point):
            return taken(now, seat, point)


def arrived(now: S, seat: Seat, point: Site, men: Men) -> S:
    """A man has come to a point: a mill takes a man before the other has his turn (M5)."""
    there = replace(now, men=put(now.men, seat, men))
    if there.milled(seat, point):
        return replace(there, mover=seat, takes=True, past=())
    passed = replace(there, mover=other(seat), takes=False)
    grown = len(men) > len(now.men[seat])
    return replace(passed, past=(*(() if grown else now.past), passed.figure()))


def taken(now: S, seat: Seat, point: Site) -> S:
    """The man is gone for good, and the other has his turn (M6)."""
    owner = now.owner(point)
    men = now.men if owner is None else put(now.men, owner, changed(now.men[owner], point, None))
    gone = replace(now, men=men, mover=other(seat), takes=False)
    return replace(gone, past=(gone.figure(),))


def changed(men: Men, was: Site, now: Site | None) -> Men:
    """The same men, the one at that point elsewhere."""
    return put(men, men.index(was), now)
