"""A whole gesture: what one hand did between two moments when board and rules agree.

An explanation is a run of moves. It is compared with the board by the layout it ends in, not move
by move, for what a hand passes over in one lift nobody feels. Of several the plainest counts.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Set
from itertools import pairwise
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from controller.game import Position
from controller.reading.causes import JITTER, OVERLAP, Causes, patience, sources
from controller.reading.infer import complete, wrongs
from controller.reading.input_filter import Felt
from controller.reading.known import Around, Known, Mark, lacks, moved
from controller.reading.moment import Moment, onward
from controller.values import Layout, Site, Trace, differing, standing

DEEP = 8  # moves that one gesture may be
HANDFUL = 8  # sites that one gesture may change; a board that was swept is no gesture

Branch: TypeAlias = tuple[Moment, tuple[Mark, ...], Trace]
"""Where a run has come to, by which moves, and what they leave unexplained."""


class Explanation(Struct, frozen=True):
    """Moves one after the other, as the one mark that all of them leave."""

    mark: Mark  # of the last one, with those before it
    position: Position[Any]  # where they lead
    pieces: int  # that stand elsewhere in the end
    disorder: int = 0  # acts that were felt before the ones they follow
    lawful: bool = True
    next: tuple[Mark, ...] = ()  # what is still to come, while the hand has not finished

    @property
    def guesses(self) -> int:
        """Acts that were not felt, or out of order."""
        return self.mark.hidden + self.disorder

    @property
    def cost(self) -> tuple[int, int, bool, int]:
        """How much has to be believed: guesses; pieces; a broken rule; many moves."""
        return self.guesses, self.pieces, not self.lawful, len(self.mark.before)


def explanations(seen: Trace, here: Moment, felt: Felt, looks: Iterator[int]) -> list[Explanation]:
    """Whatever may explain this and can have been made in the order in which it was felt."""
    if not 0 < len(seen.changes) <= HANDFUL:
        return []
    causes = Causes(seen, here, felt)
    every = (*runs(seen, here, felt, looks), *mistakes(seen, here, felt))
    return [one for one in every if causes.allow(one.mark, here.position)]


def plainest(likely: Iterable[Explanation]) -> list[Explanation]:
    """Those of the least cost, one for each end; a mistake stands alone."""
    whole = [one for one in likely if not one.next]
    least = min((one.cost for one in whole), default=None)
    ends: list[Explanation] = []
    for one in whole:
        if one.cost == least and all(one.position != other.position for other in ends):
            ends.append(one)
    return ends


def mistakes(seen: Trace, here: Moment, felt: Felt) -> Iterator[Explanation]:
    """The unlawful attempts that are all of what is seen; what is in the hand is none yet."""
    near = frozenset(seen.changes)
    if len(near) > 1:
        for wrong in wrongs(here.position, here.senses, near):
            if seen.completes(wrong.mark.trace):
                yield as_one(here, (wrong.mark,), seen, felt, lawful=False)


def runs(seen: Trace, here: Moment, felt: Felt, looks: Iterator[int]) -> Iterator[Explanation]:
    """Every lawful run that ends as the board stands, the shortest first, in so many looks."""
    branches = deque(beginnings(seen, here, felt))
    while branches:
        moment, made, rest = branches.popleft()
        for last in moment.known.completed(rest):
            yield as_one(here, (*made, last), seen, felt)
        if made and (to_come := unfinished(moment, rest, here)):
            yield replace(as_one(here, made, seen, felt), next=to_come)
        if len(made) + 1 >= DEEP:
            continue
        for mark in firsts(moment.known, rest, felt):
            after = Moment(moment.position.after(mark.move), here.senses, mark.move, here.at)
            left = felt.trace(after, rest.touched - mark.move.touches)
            nearer = 0 < len(left.changes) <= len(rest.changes) + len(mark.left)
            if nearer and next(looks, None) is not None:
                branches.append((after, (*made, mark), left))


def beginnings(seen: Trace, here: Moment, felt: Felt) -> Iterator[Branch]:
    """From here, and from beyond what nobody could feel or choose."""
    made: tuple[Mark, ...] = ()
    for moment in onward(here):
        if moment is not here and moment.move:
            made = (*made, Mark(moment.move, Trace({}, frozenset())))
        yield moment, made, felt.trace(moment, seen.touched)


def unfinished(moment: Moment, rest: Trace, here: Moment) -> tuple[Mark, ...]:
    """What may follow, if all that is left over has only not been lifted yet."""
    changes = rest.changes.items()
    if any(lacks(here.expected.get(site), now) for site, now in changes):
        return ()
    in_hand = {site: now for site, now in changes if lacks(now, moment.expected.get(site))}
    known = moment.known
    return tuple(known.begun(Trace(in_hand, rest.touched))) if in_hand else known.marks


def firsts(known: Known | Around, rest: Trace, felt: Felt) -> list[Mark]:
    """What may have been done first: all of it is seen, or it takes what is not where it was."""
    may = {id(mark): mark for mark in [*known.included(rest), *known.taking(rest)]}
    pressed = [mark for mark in may.values() if mark.move.touches <= rest.touched]
    unfinished = [mark for mark in pressed if mark.trace.changes != rest.changes]
    return sorted(unfinished, key=lambda mark: complete(mark, felt.changed))


def as_one(
    here: Moment, made: tuple[Mark, ...], seen: Trace, felt: Felt, *, lawful: bool = True
) -> Explanation:
    """These moves as one mark: what differs in the end, whatever was passed on the way."""
    position = here.position
    for mark in made:
        position = position.after(mark.move)
    before, after = here.position.layout(), position.layout()
    changed = differing(before, after)
    touches = frozenset[Site]().union(*(mark.move.touches for mark in made))
    trace = Trace.of(before, after, here.senses, touches, changed)
    told = trace.changes.keys() | (trace.touched & seen.touched)
    came, gone = moved(before, after, [s for s in changed if s not in told], here.senses)
    moves = tuple(mark.move for mark in made)
    one = Mark(moves[-1], trace, came, gone, moves[:-1])
    pieces = elsewhere(before, after, changed)
    return Explanation(one, position, pieces, disorder(made, before, after, felt), lawful)


def disorder(made: tuple[Mark, ...], before: Layout, after: Layout, felt: Felt) -> int:
    """Moves told before the one they follow, and pieces told to arrive before they left."""
    follow = pairwise(mark.trace.touched for mark in made)
    ways = sources(before, after).items()
    early = (all(inverted({s}, {goal}, felt) for s in left) for goal, left in ways)
    return sum(inverted(first, then, felt) for first, then in follow) + sum(early)


def inverted(first: Set[Site], then: Set[Site], felt: Felt) -> bool:
    """What follows was told before what it follows, as far as the times are to be trusted."""
    times = [[felt.changed[s] for s in sites if s in felt.changed] for sites in (first, then)]
    if not all(times) or patience(felt, first | then) > OVERLAP:
        return False
    return max(times[0]) > max(times[1]) + JITTER


def elsewhere(before: Layout, after: Layout, changed: set[Site]) -> int:
    """How many pieces do not stand where they stood."""
    went = {piece for site in changed for piece in standing(before, site)}
    stayed = {p for s in changed for p in standing(before, s) if p in standing(after, s)}
    came = {piece for site in changed for piece in standing(after, site)}
    return len((went | came) - stayed)


def set_down(seen: Trace, here: Moment) -> bool:
    """Something was put where it did not stand."""
    return any(lacks(here.expected.get(site), now) for site, now in seen.changes.items())


def grabbed(seen: Trace, here: Moment) -> bool:
    """A whole stack was taken at once."""
    layout = here.position.layout()
    gone = (site for site, reading in seen.changes.items() if reading is None)
    return any(len(standing(layout, site)) > 1 for site in gone)
