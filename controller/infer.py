"""From the mark of a hand to the move it meant."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from controller.game import Move, Position
from controller.values import Layout, Refusal, Sense, Senses, Site, Trace, differing, standing

NOWHERE: frozenset[Site] = frozenset()


class Mark(Struct, frozen=True):
    """A move someone could make here, and the trace it would leave."""

    move: Move
    trace: Trace
    unfelt: frozenset[Site] = NOWHERE  # where a piece arrives and nothing feels it
    left: frozenset[Site] = NOWHERE  # where one goes from under or over others, unfelt too

    @property
    def sites(self) -> frozenset[Site]:
        """Every site the hand comes to."""
        return self.trace.touched | self.unfelt | self.left


class Quiet(Struct, frozen=True):
    """The board stands as it should."""


class Underway(Struct, frozen=True):
    """A hand is in the board; these moves are still open."""

    marks: tuple[Mark, ...]


class Made(Struct, frozen=True):
    """This move was made; sure, when the hand cannot be on its way to another."""

    move: Move
    sure: bool = True


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


Times: TypeAlias = Mapping[Site, float]
"""When each site last changed, in seconds of the board's own clock."""

Finding: TypeAlias = Quiet | Underway | Made | Unclear | Forbidden | Stray


class Known:
    """The lawful moves of a position by the traces they leave: a lookup, not a search."""

    def __init__(self, position: Position[Any], senses: Senses) -> None:
        self.marks = tuple(marks(position, position.moves(), senses))
        self.unseen = tuple(mark for mark in self.marks if not mark.trace)
        self._senses = senses
        self._by_changes: defaultdict[frozenset[Any], list[Mark]] = defaultdict(list)
        self._by_site: defaultdict[Site, list[Mark]] = defaultdict(list)
        for mark in self.marks:
            if mark.trace:
                self._by_changes[frozenset(mark.trace.changes.items())].append(mark)
            for site in mark.trace.touched:
                self._by_site[site].append(mark)

    @property
    def granted(self) -> Move | None:
        """The only move there is, if nothing can feel it: it shows by what follows."""
        return self.marks[0].move if len(self.marks) == 1 and self.unseen else None

    def completed(self, seen: Trace) -> list[Mark]:
        """The moves whose whole trace is seen, and nothing else."""
        alike = self._by_changes.get(frozenset(seen.changes.items()), ())
        return [mark for mark in alike if mark.trace.touched <= seen.touched]

    def included(self, seen: Trace) -> list[Mark]:
        """The moves whose trace is part of what is seen."""
        near = (mark for site in seen.touched for mark in self._by_site.get(site, ()))
        return [mark for mark in near if seen.includes(mark.trace)]

    def begun(self, seen: Trace) -> list[Mark]:
        """The moves this trace may still grow into, narrowed by every touch that helps."""
        site = next(iter(seen.changes), None)
        near = self.marks if site is None else self._by_site.get(site, ())
        begun = [mark for mark in near if may_become(seen, mark.trace, self._senses)]
        return [mark for mark in begun if seen.touched <= mark.trace.touched] or begun

    def loose(self, seen: Trace) -> bool:
        """What was turned may be turned on; what is in the hand may still be put down."""
        turned = any(self._senses[site] is Sense.DIAL for site in seen.changes)
        return turned or all(reading is None for reading in seen.changes.values())


def marks(position: Position[Any], moves: Iterable[Move], senses: Senses) -> Iterator[Mark]:
    """These moves, each with its trace."""
    before = position.layout()
    for move in moves:
        after = position.after(move).layout()
        trace = Trace.of(before, after, senses, move.touches)
        hidden = [site for site in differing(before, after) if site not in trace.touched]
        came, gone = moved(before, after, hidden, senses) if hidden else (NOWHERE, NOWHERE)
        yield Mark(move, trace, came, gone)


def moved(
    before: Layout, after: Layout, sites: Iterable[Site], senses: Senses
) -> tuple[frozenset[Site], frozenset[Site]]:
    """Where a piece came to lie, and where one went, of these; a card only shown lies nowhere."""
    lasting = [site for site in sites if site not in senses or not senses[site].momentary]
    stacks = {site: (set(standing(before, site)), set(standing(after, site))) for site in lasting}
    came = frozenset(site for site, (was, now) in stacks.items() if now - was)
    return came, frozenset(site for site, (was, now) in stacks.items() if was - now)


def wrongs(position: Position[Any], senses: Senses, near: frozenset[Site]) -> Iterator[Forbidden]:
    """The unlawful attempts at these sites, each with the rule against it."""
    attempts = ((move, position.refusal(move)) for move in position.attempts(near))
    for move, refusal in attempts:
        if refusal:
            for mark in marks(position, [move], senses):
                yield Forbidden(mark, refusal)


def infer(seen: Trace, known: Known, times: Times | None = None) -> Finding:
    """Read a trace as the lawful move it most plainly is.

    `times` are given while several seats may act at once: then a move counts as soon as its trace
    is part of what is seen, the first one first, and the rest is read next.
    """
    if not seen:
        return Quiet()
    fitting = known.completed(seen) if times is None else first(known.included(seen), times)
    if fitting:
        return chosen(seen, known, fitting)
    if begun := known.begun(seen):
        return Underway(tuple(begun))
    return Stray(frozenset(seen.changes)) if seen.changes else Quiet()


def first(fitting: Sequence[Mark], times: Times) -> list[Mark]:
    """The moves that were complete before all others."""

    def complete(mark: Mark) -> float:
        return max(times.get(site, 0.0) for site in mark.trace.touched)

    earliest = min(map(complete, fitting), default=0.0)
    return [mark for mark in fitting if complete(mark) == earliest]


def chosen(seen: Trace, known: Known, fitting: Sequence[Mark]) -> Finding:
    """The fitting move that explains most; unclear, when another explains the same."""
    best = max(fitting, key=lambda mark: (len(mark.trace.touched), len(mark.trace.changes)))
    twins = [mark for mark in fitting if mark.trace == best.trace]
    others = tuple(mark for mark in known.begun(seen) if mark.trace != best.trace)
    if len({str(mark.move) for mark in twins}) > 1 or best.unfelt:
        return Unclear(tuple(twins), others)
    return Made(best.move, not others and not known.loose(seen))


def explain(seen: Trace, position: Position[Any], senses: Senses) -> Finding:
    """Why no lawful move fits: the rule against the attempt that this is, or may become."""
    begun: Forbidden | None = None
    dials = any(senses[site] is Sense.DIAL for site in seen.changes)
    for wrong in wrongs(position, senses, frozenset(seen.changes)):
        if seen.completes(wrong.mark.trace):
            return wrong
        if begun is None and may_become(seen, wrong.mark.trace, senses):
            begun = wrong
        if begun and not dials:  # every turn begins every other, a lifted piece only its own
            return begun
    return begun or Stray(frozenset(seen.changes))


def may_become(seen: Trace, goal: Trace, senses: Senses) -> bool:
    """A tag that was shown stays shown; what stands on a cell may still go elsewhere."""
    return seen.begins(goal) and all(
        goal.changes.get(site) == reading
        for site, reading in seen.changes.items()
        if senses[site].momentary
    )
