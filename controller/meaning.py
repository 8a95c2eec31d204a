"""What a trace means at this moment of the sitting, and what it takes for granted."""

from __future__ import annotations

from msgspec import Struct

from controller.feel import Feel
from controller.game import Move
from controller.infer import Finding, Quiet, Stray, Unclear, complete, infer
from controller.known import Mark
from controller.moment import Moment, onward
from controller.values import Site, Trace

LONGEST = 12  # moves of one hand that may be made before the first of them was read


class Meaning(Struct, frozen=True):
    """The trace that counts, what was found in it, and the moves nobody felt that go before."""

    seen: Trace
    finding: Finding
    granted: tuple[Move, ...] = ()


def meant(seen: Trace, here: Moment, feel: Feel) -> Meaning:
    """What the trace says; a card shown in error does not take the sense from what follows."""
    plain = understood(seen, here, feel)
    if not isinstance(plain.finding, Stray) or not feel.taps & seen.changes.keys():
        return plain
    moved = Trace.between(here.expected, feel.lying(), seen.touched - feel.taps)
    without = understood(moved, here, feel)
    sensible = moved.changes and not isinstance(without.finding, Stray)
    return without if sensible else plain


def understood(seen: Trace, here: Moment, feel: Feel, ahead: int = LONGEST) -> Meaning:
    """Read from here, or from beyond a move that nobody could feel or choose."""
    granted: list[Move] = []
    for moment in onward(here):
        if moment is not here and moment.move:
            granted.append(moment.move)
        several = len(moment.position.actors) > 1
        times = feel.times if several else None
        counting = without(seen, feel.condemned) if several else seen
        finding = infer(counting, moment.known, times)
        if several and feel.condemned and isinstance(finding, Quiet):
            finding = Stray(feel.condemned)
        if not isinstance(finding, Stray | Quiet):
            return Meaning(seen, finding, tuple(granted))
    alone = len(here.position.actors) < 2
    fallen_behind = alone and ahead and isinstance(finding, Stray)
    return (fallen_behind and run(seen, here, feel, ahead - 1)) or Meaning(seen, finding)


def without(seen: Trace, sites: frozenset[Site]) -> Trace:
    """The same but for these sites."""
    changes = {site: was for site, was in seen.changes.items() if site not in sites}
    return Trace(changes, seen.touched - sites)


def run(seen: Trace, here: Moment, feel: Feel, ahead: int) -> Meaning | None:
    """Several moves of one hand, made faster than they could be read one by one, or felt."""
    included = sorted(here.known.included(seen), key=lambda mark: complete(mark, feel.changed))
    firsts = [
        (mark, later)
        for mark in (*included, *here.known.silent)
        if not isinstance((later := beyond(mark, seen, here, feel, ahead)).finding, Stray | Quiet)
    ]
    if not firsts:
        return None
    mark, later = firsts[0]
    twins = {str(other.move): other for other, _ in firsts if other.trace == mark.trace}
    if len(twins) > 1:
        return Meaning(seen, Unclear(tuple(twins.values())))
    return Meaning(later.seen, later.finding, (mark.move, *later.granted))


def beyond(mark: Mark, seen: Trace, here: Moment, feel: Feel, ahead: int) -> Meaning:
    """What the rest of the trace means once this move is made."""
    after = Moment(here.position.after(mark.move), here.senses, mark.move, here.at)
    rest = Trace.between(after.expected, feel.readings, seen.touched - mark.trace.touched)
    return understood(rest, after, feel, ahead)


def confirmed(here: Moment) -> Meaning:
    """Somebody said YES where several moves could have been made that nothing can feel."""
    return Meaning(Trace({}, frozenset()), Unclear(here.known.unseen))
