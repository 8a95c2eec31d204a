"""The search for a whole gesture: several moves that one hand made between two agreements.

A run of moves is compared with the board by its final layout only, since no sensor feels the sites
that a hand passes over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from functools import cached_property
from heapq import heappop, heappush
from math import inf
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from controller.game import Position
from controller.reading.criteria import (
    another_piece,
    stops_not_felt,
    told_in_another_order,
    unfelt_acts,
)
from controller.reading.evidence import Evidence, is_race
from controller.reading.hypothesis import Hypothesis, Kind, unfelt_move
from controller.reading.moment import Moment, with_forced_moves
from controller.reading.move_index import LocalMoveIndex, Mark, MoveIndex, crowded, lacks
from controller.reading.order import sources
from controller.reading.stepwise import Stepwise
from controller.values import Site, Trace, standing

STEPS = 100  # maximum number of moments examined for one gesture
DEPTH = 8  # maximum number of moves in one gesture
MOVES_PER_STEP = 30  # moves examined between two pauses
FORCED = 3  # a choice of at most so many moves counts as forced


class SearchAssumption(Enum):
    """What a search assumes besides what was felt."""

    FELT = "felt"
    FORCED = "forced"  # forced moves may still be missing on the board
    UNFELT = "unfelt"  # a piece may have left a stack unfelt, though another is missing elsewhere


class Run(Struct, frozen=True, dict=True, eq=False):
    """A run of moves, and the number of sites it leaves unexplained."""

    here: Moment  # before all its moves
    start: Moment  # before its last move
    made: tuple[Mark, ...]
    touched: frozenset[Site]  # and not explained by its moves
    open: int  # number of unexplained sites
    widest: int  # maximum number of sites that one move changes
    path: tuple[Position[Any], ...]  # after each of its moves that is made
    further: bool = True  # its last move is still to be made

    @cached_property
    def moment(self) -> Moment:
        """The moment that it leads to."""
        if not self.further:
            return self.start
        return self.here.after(tuple(mark.move for mark in self.made), self.start)

    @cached_property
    def rank(self) -> tuple[int, int]:
        """The minimum number of moves to explain everything, and the unexplained sites."""
        return len(self.made) + -(-self.open // self.widest), self.open

    @property
    def positions(self) -> tuple[Position[Any], ...]:
        """The positions after each of its moves."""
        return (*self.path, self.moment.position) if self.further else self.path

    def __lt__(self, other: Run) -> bool:
        return self.rank < other.rank


def find_gestures(evidence: Evidence) -> Stepwise[list[Hypothesis]]:
    """Return the lawful runs that end as the board stands, and those on the way to it.

    If some are complete, only those on the way with fewer stops that were not felt.
    """
    found, begun = yield from find_runs(evidence, SearchAssumption.FELT)
    if not found:
        found, _ = yield from find_runs(evidence, SearchAssumption.FORCED)
    if not found and evidence.forgotten:
        found, _ = yield from find_runs(evidence, SearchAssumption.UNFELT)
    stops = min((stops_not_felt(one) for one in found if not one.next), default=inf)
    return found + [one for one in begun if stops_not_felt(one) < stops]


def find_runs(
    evidence: Evidence, sought: SearchAssumption
) -> Stepwise[tuple[list[Hypothesis], ...]]:
    """Return the runs that are complete or whose rest is known, and those with a move begun.

    The search is best first: by the least total number of moves, then by the unexplained sites.
    """
    branches = list(beginnings(evidence))
    longest = DEPTH
    found: list[Hypothesis] = []
    begun: list[Hypothesis] = []
    for _ in range(STEPS):
        if not branches or branches[0].rank[0] > longest:
            break
        yield
        branch = heappop(branches)
        if branch.made and is_race(branch.moment):
            continue  # moves before the start of a race do not count
        rest = yield from rest_after(branch, evidence)
        whole = complete_runs(branch, rest, evidence)
        if any(is_plain(one) for one in whole):
            longest = min(longest, len(branch.made) + 1)  # longer runs are no plainer
        found += whole
        if branch.made:
            found += undone_runs(branch, rest, evidence)
            begun += begun_runs(branch, rest, evidence)
        if len(branch.made) + 1 < longest:
            for one in (yield from longer_runs(branch, rest, evidence, sought)):
                heappush(branches, one)
    return found, begun


def complete_runs(branch: Run, rest: Trace, evidence: Evidence) -> list[Hypothesis]:
    """Return this run with each further move that explains everything."""
    return [
        run_hypothesis(evidence, branch, (mark,)) for mark in branch.moment.known.completed(rest)
    ]


def run_hypothesis(evidence: Evidence, branch: Run, more: tuple[Mark, ...] = ()) -> Hypothesis:
    """Return this run, with further moves, as a hypothesis."""
    made = (*branch.made, *more)
    return Hypothesis(evidence, Kind.LAWFUL, made, path=branch.positions)


def rest_after(branch: Run, evidence: Evidence) -> Stepwise[Trace]:
    """Return what remains unexplained after these moves, and compute the next moves."""
    moment = branch.moment
    yield from moment.learn()
    yield
    rest = evidence.felt.trace(moment, branch.touched)
    yield from moment.known.feel(rest)
    return rest


def is_plain(one: Hypothesis) -> bool:
    """True if all of it was felt, and it explains every key and piece that was touched."""
    return not guesses(one) and not another_piece(one) and one.evidence.pointed <= one.mark.sites


def guesses(one: Hypothesis) -> int:
    """Return how many of its acts were not felt, or felt out of order."""
    return unfelt_acts(one) + told_in_another_order(one)


def beginnings(evidence: Evidence) -> Iterator[Run]:
    """Yield the present moment, and those that follow by forced moves that cannot be felt."""
    here, seen = evidence.here, evidence.seen
    made: tuple[Mark, ...] = ()
    path: tuple[Position[Any], ...] = ()
    for moment in with_forced_moves(here):
        if moment is not here and moment.move:
            made, path = (*made, unfelt_move(moment.move)), (*path, moment.position)
        widest = here.known.widest
        changes = len(seen.changes)
        yield Run(here, moment, made, seen.touched, changes, widest, path, further=False)


def longer_runs(
    branch: Run, rest: Trace, evidence: Evidence, sought: SearchAssumption
) -> Stepwise[list[Run]]:
    """Return this run with each further move that does not leave more unexplained than allowed."""
    undone = branch.widest if sought is SearchAssumption.FORCED else 0
    found: list[Run] = []
    possible = next_moves(branch.moment.known, rest, evidence, sought)
    for number, mark in enumerate(possible):
        if number % MOVES_PER_STEP == 0:
            yield
        still_open = count_unexplained(mark, rest)
        allowed = len(rest.changes) + undone + len(mark.left) + count_refilled(mark, rest)
        if still_open <= allowed:
            found.append(extend(branch, mark, rest, still_open))
    others = list(branch.moment.known.silent)
    if sought is SearchAssumption.FORCED:
        others += forced_moves(branch.moment, evidence.here)
    return found + [extend(branch, mark, rest, branch.open) for mark in others]


def extend(branch: Run, mark: Mark, rest: Trace, still_open: int) -> Run:
    """Return this run and one further move."""
    made, touched = (*branch.made, mark), rest.touched - mark.move.touches
    moment, widest = branch.moment, branch.widest
    return Run(branch.here, moment, made, touched, still_open, widest, branch.positions)


def count_unexplained(mark: Mark, rest: Trace) -> int:
    """Return how many sites read otherwise than this move leaves them."""
    after, now = mark.trace.changes, rest.changes
    return sum(site not in after for site in now) + sum(
        site not in now or now[site] != reading for site, reading in after.items()
    )


def count_refilled(mark: Mark, rest: Trace) -> int:
    """Return how many sites this move changes that may have been filled again since."""
    return sum(site in rest.touched and site not in rest.changes for site in mark.trace.changes)


def next_moves(
    known: MoveIndex | LocalMoveIndex, rest: Trace, evidence: Evidence, sought: SearchAssumption
) -> Sequence[Mark]:
    """Return the possible next moves, ordered by when they were complete."""
    taking = known.taking(rest, crowds=sought is SearchAssumption.UNFELT)
    may = {id(mark): mark for mark in [*known.included(rest), *taking]}
    pressed = [mark for mark in may.values() if mark.move.touches <= rest.touched]
    more = evidence.pointed & rest.touched
    unfinished = [m for m in pressed if m.trace.changes != rest.changes or more - m.sites]
    times = evidence.felt.times
    return sorted(unfinished, key=times.complete)


def forced_moves(moment: Moment, here: Moment) -> tuple[Mark, ...]:
    """Return the next moves of the same player, if there is hardly a choice."""
    marks, senses = moment.known.marks, here.senses
    if len(marks) > FORCED or not moment.position.actors <= here.position.actors:
        return ()
    return tuple(m for m in marks if m.trace and all(senses[s].holds for s in m.trace.touched))


# ---------------------------------------------------------------------------- unfinished gestures


def begun_runs(branch: Run, rest: Trace, evidence: Evidence) -> list[Hypothesis]:
    """Return the run so far, if the rest is the beginning of another move."""
    begun = branch.moment.known.begun(rest) if rest.changes else []
    begun = [mark for mark in begun if mark.trace.changes != rest.changes]
    one = replace(run_hypothesis(evidence, branch), next=tuple(begun))
    return [one] if begun and not guesses(one) else []


def undone_runs(branch: Run, rest: Trace, evidence: Evidence) -> list[Hypothesis]:
    """Return the run so far, if the rest is only not done yet."""
    here, seen, then = evidence.here, evidence.seen, branch.moment.expected
    if not evidence.came or not rest.changes:
        return []
    came = (lacks(here.expected.get(site), now) for site, now in rest.changes.items())
    gone = (
        lacks(now, then.get(site)) and stays(site, here, branch)
        for site, now in rest.changes.items()
        if site in seen.changes
    )
    if any(not here.senses[site].holds for site in rest.changes) or any(came) or any(gone):
        return []
    goals = {site: then.get(site) for site in rest.changes}
    undone = Mark(branch.made[-1].move, Trace(goals, frozenset(goals)))
    one = replace(run_hypothesis(evidence, branch), next=(undone,))
    return [one] if not guesses(one) and was_brought(one) else []


def stays(site: Site, here: Moment, branch: Run) -> bool:
    """True if a piece of this site stays there in this run; a hand that lifts it means another."""
    before, after = (moment.position.layout() for moment in (here, branch.moment))
    return not set(standing(before, site)).isdisjoint(standing(after, site))


def was_brought(one: Hypothesis) -> bool:
    """True if every piece that came has left its source, as far as sensors can tell."""
    evidence = one.evidence
    ways = sources(evidence.layout, one.end.layout())
    unfelt = crowded(evidence.layout, evidence.here.senses)
    return all(
        any(source in evidence.seen.changes or source in unfelt for source in ways[goal])
        for goal in ways.keys() & evidence.came
    )
