"""The order of changes: a piece cannot arrive long before it has left."""

from __future__ import annotations

from collections.abc import Set

from controller.reading.evidence import Evidence, has_antenna, max_early_arrival
from controller.reading.input_filter import Felt
from controller.reading.timing import WAITS
from controller.values import Layout, Site, differing, standing


def early_arrivals(evidence: Evidence) -> frozenset[tuple[Site, int]]:
    """Return the sites reached long before the last departure, with the number of limits passed."""
    felt, came = evidence.felt, evidence.came
    if not came:
        return frozenset()
    gone = (felt.changed.get(site, felt.at) for site in evidence.seen.changes if site not in came)
    latest = max(gone, default=felt.at)
    ages = {site: latest - felt.changed.get(site, latest) for site in came}
    limits = (WAITS.overlap, WAITS.lost_edge, WAITS.dragged, 2 * WAITS.antennas)
    return frozenset(
        (site, sum(age > limit for limit in limits))
        for site, age in ages.items()
        if age > WAITS.overlap
    )


def left_later(source: Site, goal: Site, evidence: Evidence) -> bool:
    """True if the source was left too long after the goal was reached, or not left at all.

    Pieces may leave a stack one by one, and only the time of the last is known.
    """
    if len(standing(evidence.layout, source)) > 1 and not one_left(source, evidence):
        return False
    changed, now = evidence.felt.changed, evidence.felt.at
    left = changed.get(source, 0.0) if source in evidence.seen.changes else now
    return left - changed.get(goal, 0.0) > max_early_arrival(evidence.felt, (source, goal))


def one_left(source: Site, evidence: Evidence) -> bool:
    """True if this stack reads as if exactly one of its pieces had left."""
    stood, now = standing(evidence.layout, source), evidence.felt.readings.get(source)
    read = evidence.senses[source].read
    rests = (stood[:number] + stood[number + 1 :] for number in range(len(stood)))
    return now != read(stood) and any(now == read(rest) for rest in rests)


def told_at(sites: Set[Site], felt: Felt) -> float | None:
    """Return when the last of these changed; None if the times are not reliable."""
    known = sites & felt.changed.keys()
    if not known or not felt.belated.isdisjoint(known) or has_antenna(felt, known):
        return None
    return max(felt.changed[site] for site in known)


def inverted(first: Set[Site], then: Set[Site], felt: Felt) -> bool:
    """True if `first` was reported after `then`, if the times are reliable.

    An antenna reports late, never early: what a contact reports after it, came after it.
    """
    apart = WAITS.jitter
    if has_antenna(felt, first | then):
        first, apart = frozenset(s for s in first if not has_antenna(felt, (s,))), WAITS.instant
    elif max_early_arrival(felt, first | then) > WAITS.overlap:
        return False
    times = [[felt.changed[s] for s in sites if s in felt.changed] for sites in (first, then)]
    if not all(times) or not felt.belated.isdisjoint(first | then):
        return False
    return max(times[0]) > max(times[1]) + apart


def sources(before: Layout, after: Layout) -> dict[Site, set[Site]]:
    """Return where pieces came from, by where they stand; without those from the box."""
    changed = differing(before, after)
    stood = {piece: site for site in changed for piece in standing(before, site)}
    found: dict[Site, set[Site]] = {}
    for site in changed:
        came = [piece for piece in standing(after, site) if stood.get(piece) != site]
        if came and all(piece in stood for piece in came):
            found[site] = {stood[piece] for piece in came}
    return found
