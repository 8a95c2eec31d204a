"""A trace no lawful move explains: a slide, a move undone by hand, a piece shown, a mistake."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller import guide
from controller.game import Move
from controller.reading.infer import Forbidden, explain, mistakes, wrongs
from controller.reading.moment import restored, slid
from controller.values import Saying, Site, Trace, standing

if TYPE_CHECKING:
    from controller.table import Table

DWELL = 0.4  # s of stillness before a trace that may still grow is taken as meant
FORGET = 3.0  # s of stillness before a mere touch is forgotten
REPAIR = 0.8  # s after a move in which a ship that slid on is still that move


def solve(table: Table, seen: Trace, still: float) -> None:
    """Make of it the most harmless thing that it can be."""
    gone = [site for site, reading in seen.changes.items() if reading is None]
    table.scattered |= len(gone) > 1
    if len(table.position.actors) > 1 and condemned(table, seen):
        table.flow.hear("forbidden")
    elif move := slid_to(table):
        table.replace(move)
    elif still < DWELL:
        return
    elif home := guide.home(seen, table.position.layout(), table.senses):
        point(table, home)
    elif (earlier := restored(table.moments, table.stands_as, table.free)) is not None:
        table.go_back(earlier)
    else:
        blame(table, seen)


def reproach(table: Table, touched: frozenset[Site]) -> None:
    """A key was pressed, or a piece lifted and put back, for nothing: which rule is against it."""
    for wrong in wrongs(table.position, table.feel.senses, touched):
        mark = wrong.mark
        if not (mark.trace.changes or mark.sites - touched) and mark.trace:
            table.notice = wrong.refusal
            break
    table.feel.spend(touched)


def slid_to(table: Table) -> Move | None:
    """The move that the last one turns out to be, as long as it is fresh."""
    if table.feel.at - table.moments[-1].at > REPAIR:
        return None
    return slid(table.moments, table.feel.lying(), table.feel.touched)


def condemned(table: Table, seen: Trace) -> bool:
    """While several act, each mistake is told by itself, and must come off before it counts."""
    for wrong in mistakes(seen, table.position, table.feel.senses, table.feel.condemned):
        table.finding, table.notice = wrong, wrong.refusal
        table.feel.condemn(wrong.mark.trace.touched)
    return bool(table.feel.condemned)


def point(table: Table, home: Site) -> None:
    """Show where a piece belongs that was held over a reader."""
    piece = standing(table.position.layout(), home)[-1]
    table.message = Saying("table.belongs", {"piece": piece.name, "site": home})
    table.pointing = home, table.feel.at + FORGET
    table.feel.settle()


def blame(table: Table, seen: Trace) -> None:
    """Name the rule that was broken; the same trace is looked up once."""
    if table.puzzled is None or table.puzzled[0] != seen:
        table.puzzled = seen, explain(seen, table.position, table.feel.senses)
    table.finding = table.puzzled[1]
    if isinstance(table.finding, Forbidden):
        table.notice = table.finding.refusal
        table.lead_from(table.position.after(table.finding.mark.move).layout())
    table.flow.hear(type(table.finding).__name__.lower())
