"""Several players at once: each hand is judged separately."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from msgspec.structs import replace

from controller.reading.choose import (
    Ask,
    Count,
    Decision,
    GoBack,
    LeadBack,
    NotYet,
    PointHome,
    Refuse,
    Revise,
)
from controller.reading.evidence import Evidence
from controller.reading.sources import attempts
from controller.values import Site

T = TypeVar("T")


def split(evidence: Evidence) -> list[Evidence]:
    """Return the evidence of each hand: the sites that one move connects, oldest first."""
    seen = evidence.seen.without(evidence.felt.condemned)
    groups = [frozenset({site}) for site in sorted(seen.touched)]
    for mark in evidence.here.known.included(seen):
        groups = merge_groups(groups, mark.trace.touched)
    lone = replace(evidence, seen=seen)
    for one in attempts(lone):
        if seen.includes(one.mark.trace):
            groups = merge_groups(groups, one.mark.trace.touched)
    parts = [
        replace(evidence, seen=seen.without(seen.touched - g), others=evidence.seen.without(g))
        for g in groups
    ]
    return sorted(parts, key=completed_at)


def completed_at(evidence: Evidence) -> float:
    """Return when the first lawful move was complete; if there is none, the last change."""
    seen, felt = evidence.seen, evidence.felt
    lawful = map(felt.times.complete, evidence.here.known.included(seen))
    return min(lawful, default=max(felt.changed.get(site, 0.0) for site in seen.touched))


def merge_groups(
    groups: Iterable[frozenset[Site]], sites: frozenset[Site]
) -> list[frozenset[Site]]:
    """Return the groups, with those that share one of these sites merged."""
    apart = [group for group in groups if group.isdisjoint(sites)]
    together = [group for group in groups if not group.isdisjoint(sites)]
    return [*apart, frozenset().union(*together)] if together else apart


def combine(every: Sequence[Decision | None], evidence: Evidence) -> Decision | None:
    """Return the first decision that takes effect, else all mistakes or open moves together.

    Later moves and apparent mistakes wait for a move that only has to last.
    """
    effective = (one for one in every if isinstance(one, Count) or is_lasting(one))
    if (one := next(effective, None)) is not None:
        return one
    wrong = tuple(one for refused in of_type(every, Refuse) for one in refused.mistakes)
    if wrong:
        return Refuse(wrong, condemn=True)
    for kind in (GoBack, Revise, PointHome, Ask, Refuse):
        if found := [one for one in every if isinstance(one, kind)]:
            return found[0]
    return still_open(every, evidence)


def still_open(every: Sequence[Decision | None], evidence: Evidence) -> Decision | None:
    """Return the open moves, or what has to be put right."""
    begun, lost = of_type(every, NotYet), of_type(every, LeadBack)
    if marks := tuple(mark for one in begun for mark in one.marks):
        return NotYet(marks)
    if evidence.felt.condemned:
        return Refuse(condemn=True)
    if begun:
        return begun[0]
    return LeadBack(frozenset().union(*(one.sites for one in lost))) if lost else None


def is_lasting(decision: Decision | None) -> bool:
    """True for a move that only has to last."""
    return isinstance(decision, NotYet) and decision.likely is not None


def of_type(every: Iterable[object], kind: type[T]) -> list[T]:
    """Return the elements of this type."""
    return [one for one in every if isinstance(one, kind)]
