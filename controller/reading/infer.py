"""From the mark of a hand to the move it meant."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from controller.game import Move, Position
from controller.reading.known import AT_ONCE, Around, Known, Mark, crowded, marks, may_become
from controller.reading.thought import Thought
from controller.values import Reading, Refusal, Seat, Sense, Senses, Site, Trace

INSTANT = 0.005  # s: a contact is believed after two samples so far apart


class Quiet(Struct, frozen=True):
    """The board stands as it should."""


class Underway(Struct, frozen=True):
    """A hand is in the board; these moves are still open."""

    marks: tuple[Mark, ...]


class Made(Struct, frozen=True):
    """This move was made; sure, when the hand cannot be on its way to another."""

    move: Move
    sure: bool = True
    sites: frozenset[Site] = frozenset()  # where the hand was


class Unclear(Struct, frozen=True):
    """Several lawful moves leave this very trace, or one whose end nothing can feel."""

    marks: tuple[Mark, ...]
    others: tuple[Mark, ...] = ()  # what the hand may still be on its way to


class Forbidden(Struct, frozen=True):
    """This move was made or begun, and a rule forbids it."""

    mark: Mark
    refusal: Refusal


class Stray(Struct, frozen=True):
    """No move explains these sites."""

    sites: frozenset[Site]


class Times(Struct, frozen=True):
    """When what may count came to its site, in seconds of the board's own clock."""

    changed: Mapping[Site, float]
    came: Mapping[Site, Mapping[Seat, float]] = {}  # each side's piece, where that is told apart

    def of(self, site: Site, reading: Reading) -> float:
        """When this reading was first part of what the site told."""
        came = self.came.get(site, {})
        if isinstance(reading, frozenset) and reading and reading <= came.keys():
            return max(came[seat] for seat in reading)
        return self.changed.get(site, 0.0)

    def without(self, sites: frozenset[Site]) -> Times:
        """Of these sites nothing counts."""
        counting = {site: at for site, at in self.changed.items() if site not in sites}
        return Times(counting, self.came)


Finding: TypeAlias = Quiet | Underway | Made | Unclear | Forbidden | Stray


def wrongs(
    position: Position[Any],
    senses: Senses,
    near: frozenset[Site],
    robots: frozenset[Seat] = frozenset(),
) -> Iterator[Forbidden]:
    """The unlawful attempts at these sites, each with the rule against it.

    Theirs first who act, and of those people's: a hand is hardly ever a robot's.
    """
    actors = position.actors
    last = {seat: (seat not in actors, seat in robots) for seat in actors | robots}
    for move in sorted(position.attempts(near), key=lambda m: last.get(m.seat, (True, False))):
        if refusal := position.refusal(move):
            for mark in marks(position, [move], senses):
                yield Forbidden(mark, refusal)


def mistakes(
    seen: Trace, position: Position[Any], senses: Senses, aside: frozenset[Site]
) -> Iterator[Forbidden]:
    """While several act: every unlawful attempt that is part of what is seen."""
    open_sites = frozenset(seen.changes.keys() - aside)
    found = [w for w in wrongs(position, senses, open_sites) if seen.includes(w.mark.trace)]
    for wrong in sorted(found, key=lambda w: -len(w.mark.trace.touched)):
        if wrong.mark.trace.touched <= open_sites:
            open_sites -= wrong.mark.trace.touched
            yield wrong


def anything(mark: Mark) -> bool:
    return True


def infer(
    seen: Trace,
    known: Known | Around,
    times: Times | None = None,
    possible: Callable[[Mark], bool] = anything,
) -> Finding:
    """Read a trace as the lawful move it most plainly is.

    `times` are given while several seats may act at once: then a move counts as soon as its trace
    is part of what is seen, the first one first, and the rest is read next. A move that is not
    `possible` cannot have been made, nor be under way.
    """
    if not seen:
        return Quiet()
    whole = known.completed(seen) if times is None else known.included(seen)
    whole = list(filter(possible, whole))
    fitting = whole if times is None else first(whole, times)
    if fitting:
        return plainest(seen, known, fitting, at_once=times is not None)
    begun = list(filter(possible, known.begun(seen)))
    if times is not None:  # what one has put down is not on its way to what another may do
        down = {(site, was) for site, was in seen.changes.items() if was is True}
        begun = [mark for mark in begun if down <= mark.trace.changes.items()]
    if begun:
        return Underway(tuple(begun))
    return Stray(frozenset(seen.changes)) if seen.changes else Quiet()


def first(fitting: Sequence[Mark], times: Times) -> list[Mark]:
    """The moves that were complete before all others, of those whose sites may count."""
    counting = [mark for mark in fitting if mark.trace.touched <= times.changed.keys()]
    earliest = min((complete(mark, times) for mark in counting), default=0.0)
    found = [mark for mark in counting if complete(mark, times) <= earliest + INSTANT]
    return [mark for mark in found if not any(contest(mark, other) for other in found)]


def contest(one: Mark, other: Mark) -> bool:
    """Both laid something on one site at once, and only one of them can count."""
    mine, theirs = one.trace.changes, other.trace.changes
    return any(mine[site] != theirs[site] for site in mine.keys() & theirs.keys())


def complete(mark: Mark, times: Times) -> float:
    """When the last of the move was seen."""
    changes = mark.trace.changes
    return max((times.of(site, changes.get(site)) for site in mark.trace.touched), default=0.0)


def plainest(
    seen: Trace, known: Known | Around, fitting: Sequence[Mark], *, at_once: bool
) -> Finding:
    """The fitting move that explains most; unclear, when another explains the same.

    Where nothing feels a piece come or go, a touch there says that this was meant.
    """
    best = max(fitting, key=lambda mark: (len(mark.trace.touched), len(mark.trace.changes)))
    alike = [mark for mark in fitting if mark.trace == best.trace]
    twins = pointed_at(alike, seen) or alike
    begun = () if at_once else known.begun(seen)
    others = tuple(mark for mark in begun if mark.trace != best.trace)
    only = twins[0]
    guessed = only.unfelt.isdisjoint(seen.touched) if only.unfelt else False
    if len({str(mark.move) for mark in twins}) > 1 or guessed:
        return Unclear(tuple(twins), others)
    sure = at_once or not (others or known.loose(best.trace))
    return Made(only.move, sure, best.trace.touched)


def pointed_at(alike: Sequence[Mark], seen: Trace) -> list[Mark]:
    """Those where somebody has touched what stands where nothing feels them."""
    return [mark for mark in alike if (mark.unfelt | mark.left) & seen.touched]


def explain(
    seen: Trace,
    position: Position[Any],
    senses: Senses,
    homes: frozenset[Site] = frozenset(),
    robots: frozenset[Seat] = frozenset(),
) -> Thought[Finding]:
    """Why no lawful move fits: the rule against the attempt that this is, or may become.

    Of attempts that no site has told apart the one counts that takes the piece from its home.
    """
    begun: Forbidden | None = None
    whole: list[Forbidden] = []
    dials = any(senses[site] is Sense.DIAL for site in seen.changes)
    near = frozenset(seen.changes)
    unfelt = None not in seen.changes.values()
    if unfelt:  # it came from somewhere that did not feel it go
        near |= crowded(position.layout(), senses)
    for number, wrong in enumerate(wrongs(position, senses, near, robots), 1):
        if number % AT_ONCE == 0:
            yield
        if seen.completes(wrong.mark.trace):
            if not wrong.mark.left or homes & wrong.mark.left:
                return wrong
            whole.append(wrong)
        if begun is None and wrong_so_far(seen, wrong.mark.trace, senses):
            begun = wrong
        if begun and not dials and not unfelt:  # turns begin each other, a lifted piece its own
            return begun
    return next(iter(whole), begun) or Stray(frozenset(seen.changes))


def wrong_so_far(seen: Trace, goal: Trace, senses: Senses) -> bool:
    """It may become that, and no tag is read that has nothing to do with it."""
    return may_become(seen, goal, senses) and tags(seen) <= tags(goal)


def tags(trace: Trace) -> set[object]:
    """All that is read by name where something has changed."""
    read = (reading for reading in trace.changes.values() if isinstance(reading, frozenset))
    return {name for names in read for name in names}
