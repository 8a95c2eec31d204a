"""A trace no lawful move explains: a slide, a move undone by hand, a piece shown, a mistake.

What is made of it is a verdict. Nothing is done here; the table acts on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from controller.game import Move, Position
from controller.reading import way_back
from controller.reading.explanation import set_down
from controller.reading.infer import Finding, Forbidden, explain, mistakes, wrongs
from controller.reading.input_filter import Felt
from controller.reading.meaning import premature
from controller.reading.moment import Moment, restored, slid
from controller.reading.way_back import Astray
from controller.values import Layout, Refusal, Senses, Site, Trace, standing

DWELL = 0.4  # s of stillness before a trace that may still grow is taken as meant
REPAIR = 0.8  # s after a move in which a ship that slid on is still that move


class Evidence(Struct, frozen=True):
    """What was seen, and all that may explain it."""

    seen: Trace
    still: float  # s since any of it changed
    felt: Felt
    moments: Sequence[Moment]
    free: bool  # all agreed that cards seen may be taken back
    astray: Astray
    senses: Senses  # believed or not

    @property
    def here(self) -> Moment:
        return self.moments[-1]

    @property
    def layout(self) -> Layout:
        return self.here.position.layout()

    def stands_as(self, moment: Moment) -> bool:
        """The board is as it was at that moment."""
        return moment.expected == self.felt.lying()


class Condemned(Struct, frozen=True):
    """While several act: these mistakes, and older ones, must come off before they count."""

    mistakes: tuple[Forbidden, ...]


class Slid(Struct, frozen=True):
    """The last move turns out to be this one."""

    move: Move


class Wait(Struct, frozen=True):
    """The hand may still be on its way."""


class Belongs(Struct, frozen=True):
    """A piece was held over a reader: this is where it belongs."""

    site: Site
    piece: str


class TakenBack(Struct, frozen=True):
    """The board stands as it did at the moment of this number."""

    number: int


class Blamed(Struct, frozen=True):
    """At this moment this trace breaks that rule, or none that is known."""

    here: Moment
    seen: Trace
    finding: Finding
    premature: bool = False  # what must come first may still come


Verdict: TypeAlias = Condemned | Slid | Wait | Belongs | TakenBack | Blamed


def verdict(evidence: Evidence, last: Blamed | None) -> Verdict:
    """The most harmless thing that it can be; `last` is what was made of it before."""
    if evidence.free and (undone := taken_back(evidence)):
        return undone
    if wrong := condemned(evidence):
        return wrong
    if move := slid_to(evidence):
        return Slid(move)
    if evidence.still < DWELL:
        return Wait()
    if home := way_back.home(evidence.seen, evidence.layout, evidence.senses):
        return Belongs(home, standing(evidence.layout, home)[-1].name)
    return taken_back(evidence) or blamed(evidence, last)


def taken_back(evidence: Evidence) -> TakenBack | None:
    """The board stands as it did before, and the hand has let it be."""
    if evidence.still < DWELL:
        return None
    earlier = restored(evidence.moments, evidence.stands_as, evidence.free)
    return None if earlier is None else TakenBack(earlier)


def condemned(evidence: Evidence) -> Condemned | None:
    """While several act, each mistake is told by itself."""
    position, felt = evidence.here.position, evidence.felt
    if len(position.actors) < 2:
        return None
    found = tuple(mistakes(evidence.seen, position, felt.senses, felt.condemned))
    return Condemned(found) if found or felt.condemned else None


def slid_to(evidence: Evidence) -> Move | None:
    """The move that the last one turns out to be, as long as it is fresh."""
    felt = evidence.felt
    if felt.at - evidence.here.at > REPAIR:
        return None
    return slid(evidence.moments, felt.lying(), felt.touched)


def blamed(evidence: Evidence, last: Blamed | None) -> Blamed:
    """The rule that was broken; the same trace is looked up once."""
    here, seen = evidence.here, evidence.seen
    if last and last.here is here and last.seen == seen:
        return last
    homes = frozenset[Site]().union(*(evidence.astray.get(site, ()) for site in seen.changes))
    finding = explain(seen, here.position, evidence.felt.senses, homes)
    carried = evidence.felt.taps.isdisjoint(seen.changes)
    early = carried and isinstance(finding, Forbidden) and untimely(finding, evidence)
    return Blamed(here, seen, finding, early)


def untimely(wrong: Forbidden, evidence: Evidence) -> bool:
    """It may only be early: an own piece is in the air, or something else has to come first."""
    actors, layout = evidence.here.position.actors, evidence.layout
    lifted = [standing(layout, site) for site in evidence.seen.changes]
    own = all(stack and stack[-1].seat in actors for stack in lifted)
    in_hand = own and not set_down(evidence.seen, evidence.here)
    return in_hand or premature(wrong.mark.move, evidence.here.position)


def reproach(touched: frozenset[Site], position: Position[Any], senses: Senses) -> Refusal | None:
    """A key was pressed, or a piece lifted and put back, for nothing: which rule is against it."""
    for wrong in wrongs(position, senses, touched):
        mark = wrong.mark
        if not (mark.trace.changes or mark.sites - touched) and mark.trace:
            return wrong.refusal
    return None
