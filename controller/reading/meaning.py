"""What a trace means at this moment of the sitting, and what it takes for granted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from controller.game import Move
from controller.reading.infer import Finding, Made, Quiet, Stray, Unclear, complete, infer
from controller.reading.input_filter import Felt
from controller.reading.known import Mark
from controller.reading.moment import Moment, onward
from controller.values import Site, Trace

LOOKS = 40  # moments looked at to tell several moves apart that were made before one was read


class Meaning(Struct, frozen=True):
    """The trace that counts, what was found in it, and the moves nobody felt that go before."""

    seen: Trace
    finding: Finding
    granted: tuple[Move, ...] = ()


def meant(seen: Trace, here: Moment, felt: Felt) -> Meaning:
    """What the trace says; a card shown in error does not take the sense from what follows."""
    plain = unravelled(seen, here, felt)
    if not isinstance(plain.finding, Stray) or not felt.taps & seen.changes.keys():
        return plain
    moved = Trace.between(here.expected, felt.lying(), seen.touched - felt.taps)
    without = unravelled(moved, here, felt)
    return without if moved.changes and not isinstance(without.finding, Stray) else plain


def unravelled(seen: Trace, here: Moment, felt: Felt) -> Meaning:
    """What the trace says, if that is found in so many looks; a scattered board says nothing."""
    looks = iter(range(LOOKS))
    meaning = understood(seen, here, felt, looks)
    found_in_time = next(looks, None) is not None
    return meaning if found_in_time else Meaning(seen, Stray(frozenset(seen.changes)))


def understood(seen: Trace, here: Moment, felt: Felt, looks: Iterator[int]) -> Meaning:
    """Read from here, or from beyond a move that nobody could feel or choose."""
    granted: list[Move] = []
    for moment in onward(here):
        if moment is not here and moment.move:
            granted.append(moment.move)
        several = len(moment.position.actors) > 1
        times = felt.times if several else None
        counting = without(seen, felt.condemned) if several else seen
        finding = infer(counting, moment.known, times)
        if several and felt.condemned and isinstance(finding, Quiet):
            finding = Stray(felt.condemned)
        if not isinstance(finding, Stray | Quiet):
            return Meaning(seen, finding, tuple(granted))
    alone = len(here.position.actors) < 2
    fallen_behind = alone and isinstance(finding, Stray)
    return (fallen_behind and run(seen, here, felt, looks)) or Meaning(seen, finding)


def without(seen: Trace, sites: frozenset[Site]) -> Trace:
    """The same but for these sites."""
    changes = {site: was for site, was in seen.changes.items() if site not in sites}
    return Trace(changes, seen.touched - sites)


def run(seen: Trace, here: Moment, felt: Felt, looks: Iterator[int]) -> Meaning | None:
    """Several moves of one hand, made faster than they could be read one by one, or felt."""
    included = sorted(here.known.included(seen), key=lambda mark: complete(mark, felt.changed))
    firsts = [*included, *here.known.silent]
    found = next(sensible(firsts, seen, here, felt, looks), None)
    if found is None:
        return None
    mark, later = found
    alike = [other for other in firsts if other.trace == mark.trace and other is not mark]
    twins = [mark, *(other for other, _ in sensible(alike, seen, here, felt, looks))]
    if len(twins) > 1:
        return Meaning(seen, Unclear(tuple(twins)))
    return Meaning(later.seen, later.finding, (mark.move, *later.granted))


def sensible(
    marks: Iterable[Mark], seen: Trace, here: Moment, felt: Felt, looks: Iterator[int]
) -> Iterator[tuple[Mark, Meaning]]:
    """Those of these moves after which the rest of the trace says something, and what it says."""
    for mark, _ in zip(marks, looks, strict=False):
        later = beyond(mark, seen, here, felt, looks)
        if not isinstance(later.finding, Stray | Quiet):
            yield mark, later


def beyond(mark: Mark, seen: Trace, here: Moment, felt: Felt, looks: Iterator[int]) -> Meaning:
    """What the rest of the trace means once this move is made."""
    after = Moment(here.position.after(mark.move), here.senses, mark.move, here.at)
    rest = Trace.between(after.expected, felt.readings, seen.touched - mark.trace.touched)
    return understood(rest, after, felt, looks)


def wished(meaning: Meaning, wish: Move | None) -> Meaning:
    """Of moves that look alike the one that the lights have asked for: made, or to be told."""
    if isinstance(meaning.finding, Unclear):
        for mark in meaning.finding.marks:
            if mark.move == wish:
                made = Made(mark.move, sure=False, sites=mark.trace.touched)
                finding = Unclear((mark,)) if mark.unfelt else made
                return Meaning(meaning.seen, finding, meaning.granted)
    return meaning


def confirmed(here: Moment) -> Meaning:
    """Somebody said YES where several moves could have been made that nothing can feel."""
    return Meaning(Trace({}, frozenset()), Unclear(here.known.unseen))
