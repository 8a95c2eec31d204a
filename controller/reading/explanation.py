"""A whole gesture: what one hand did between two moments when board and rules agree.

An explanation is a run of moves. It is compared with the board by the layout it ends in, not move
by move, for what a hand passes over in one lift nobody feels. Of several the plainest counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from functools import cached_property
from heapq import heappop, heappush
from itertools import pairwise
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from controller.game import Position
from controller.reading.causes import OVERLAP, Causes, patience, sources
from controller.reading.infer import complete, wrongs
from controller.reading.input_filter import JITTER, Felt
from controller.reading.known import AT_ONCE, Around, Known, Mark, crowded, lacks, moved
from controller.reading.moment import Moment, onward
from controller.reading.thought import Thought
from controller.values import Layout, Site, Trace, differing, looks, standing

DEEP = 8  # moves that one gesture may be
AHEAD = 40  # moments looked at for what has only not been done yet
MANY = 30  # ways on that are weighed between two looks at the clock
FORCED = 3  # ways on that leave hardly a choice
FORGET = 3.0  # s of stillness after which a mere touch is forgotten, and what is missing is missed
HANDFUL = 8  # sites that one gesture may change; a board that was swept is no gesture


class Branch(Struct, frozen=True, dict=True, eq=False):
    """A run of moves, worked out when it is looked at, and how much it will leave unexplained."""

    start: Moment  # before its last move
    made: tuple[Mark, ...]
    touched: frozenset[Site]
    open: int
    widest: int  # sites that one move changes, at most
    further: bool = True  # its last move is still to be made

    @cached_property
    def moment(self) -> Moment:
        """Where it has come to."""
        if not self.further:
            return self.start
        move = self.made[-1].move
        return Moment(self.start.position.after(move), self.start.senses, move, self.start.at)

    @cached_property
    def rank(self) -> tuple[int, int]:
        """Moves it takes at the least, if each explains as much as one can; what is open."""
        return len(self.made) + -(-self.open // self.widest), self.open

    def __lt__(self, other: Branch) -> bool:
        return self.rank < other.rank


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
    def cost(self) -> tuple[int, int, bool, int, int]:
        """What has to be believed: acts unfelt; pieces; a broken rule; many moves; disorder."""
        before = len(self.mark.before)
        return self.mark.hidden, self.pieces, not self.lawful, before, self.disorder


def explanations(seen: Trace, here: Moment, felt: Felt, looks: int) -> Thought[list[Explanation]]:
    """Whatever may explain this and can have been made in the order in which it was felt."""
    if not 0 < len(seen.changes) <= HANDFUL:
        return []
    causes = Causes(seen, here, felt)
    every = yield from runs(seen, here, felt, looks)
    if not every:
        every = yield from runs(seen, here, felt, AHEAD, ahead=True)
    if not every and felt.still(seen.changes) >= FORGET:
        every = yield from runs(seen, here, felt, looks, unfelt=True)
    every += yield from mistakes(seen, here, felt)
    able = (one for one in every if causes.allow(one.mark, here.position))
    return [one for one in able if remembered(one, here, felt)]


def remembered(one: Explanation, here: Moment, felt: Felt) -> bool:
    """Whatever was carried ends up where it stands, as far as pieces look different.

    A crowd that nobody felt anything leave may have lost what stands there.
    """
    before, end = here.position.layout(), one.position.layout()
    unfelt = {piece for site in one.mark.left for piece in standing(before, site)}
    ends = ((brought, standing(end, site)) for site, brought in felt.carried.items())
    return all(
        not brought.isdisjoint(looks(now)) or not unfelt.isdisjoint(now) for brought, now in ends
    )


def plainest(likely: Iterable[Explanation]) -> list[Explanation]:
    """Those of the least cost, one for each end; a mistake stands alone."""
    whole = [one for one in likely if not one.next]
    least = min((one.cost for one in whole), default=None)
    ends: list[Explanation] = []
    for one in whole:
        if one.cost == least and all(one.position != other.position for other in ends):
            ends.append(one)
    return ends


def next_best(likely: Iterable[Explanation], best: list[Explanation]) -> list[Explanation]:
    """What else is lawful and leads elsewhere, the plainer first."""
    ends = list(best)
    for one in sorted(likely, key=lambda one: one.cost):
        if one.lawful and not one.next and all(one.position != end.position for end in ends):
            ends.append(one)
    return ends[len(best) :]


def mistakes(seen: Trace, here: Moment, felt: Felt) -> Thought[list[Explanation]]:
    """The unlawful attempts that are all of what is seen; what is in the hand is none yet."""
    near = frozenset(seen.changes)
    found: list[Explanation] = []
    if len(near) < 2:
        return found
    for number, wrong in enumerate(wrongs(here.position, here.senses, near), 1):
        if seen.completes(wrong.mark.trace):
            found.append(as_one(here, (wrong.mark,), seen, felt, lawful=False))
        if number % AT_ONCE == 0:
            yield
    return found


def runs(
    seen: Trace, here: Moment, felt: Felt, looks: int, *, ahead: bool = False, unfelt: bool = False
) -> Thought[list[Explanation]]:
    """Every lawful run that ends as the board stands, or that it is on the way to.

    Whatever leaves least unexplained is looked at first, and of that the shortest. Who looks
    `ahead` takes what must be done anyway for done; who looks for the `unfelt`, what may have left
    a crowd though something is missed elsewhere.
    """
    branches = list(beginnings(seen, here, felt))
    enough = DEEP
    found: list[Explanation] = []
    for _ in range(looks):
        if not branches or branches[0].rank[0] > enough:
            break
        yield
        branch = heappop(branches)
        moment, made = branch.moment, branch.made
        if made and a_race(moment):
            continue
        yield from moment.learn()
        yield
        rest = felt.trace(moment, branch.touched)
        yield from moment.known.feel(rest)
        for last in moment.known.completed(rest):
            whole = as_one(here, (*made, last), seen, felt)
            if not whole.guesses and remembered(whole, here, felt):  # more moves are no plainer
                enough = min(enough, len(made) + 1)
            found.append(whole)
        if made and (unfinished := on_the_way(branch, rest, seen, here, felt)):
            found.append(unfinished)
        if len(made) + 1 >= enough:
            continue
        then = firsts(moment.known, rest, felt, crowds=unfelt)
        further = yield from further_by(branch, then, rest, branch.widest if ahead else 0)
        waiting = due(moment, here) if ahead else ()
        further += [longer(branch, mark, rest, branch.open) for mark in waiting]
        for one in further:
            heappush(branches, one)
    return found


def further_by(
    branch: Branch, then: Sequence[Mark], rest: Trace, undone: int
) -> Thought[list[Branch]]:
    """One move further, by whichever of these leaves no more unexplained than there was.

    So much of what it does may have been `undone` yet.
    """
    now_open = len(rest.changes)
    found: list[Branch] = []
    for number, mark in enumerate(then):
        if number % MANY == 0:
            yield
        still_open = unexplained(mark, rest)
        if still_open <= now_open + undone + len(mark.left) + refilled(mark, rest):
            found.append(longer(branch, mark, rest, still_open))
    return found


def refilled(mark: Mark, rest: Trace) -> int:
    """Where this move changes what reads as before: something else may have come there since."""
    return sum(site in rest.touched and site not in rest.changes for site in mark.trace.changes)


def longer(branch: Branch, mark: Mark, rest: Trace, still_open: int) -> Branch:
    """The same run, and this move."""
    made, touched = (*branch.made, mark), rest.touched - mark.move.touches
    return Branch(branch.moment, made, touched, still_open, branch.widest)


def a_race(moment: Moment) -> bool:
    """Several act at once from here on: whoever has acted before the signal must do it again."""
    return len(moment.position.due) > 1


def unexplained(mark: Mark, rest: Trace) -> int:
    """How many sites do not read as they should after this move."""
    after, now = mark.trace.changes, rest.changes
    return sum(site not in after for site in now) + sum(
        site not in now or now[site] != reading for site, reading in after.items()
    )


def beginnings(seen: Trace, here: Moment, felt: Felt) -> Iterator[Branch]:
    """From here, and from beyond what nobody could feel or choose."""
    made: tuple[Mark, ...] = ()
    for moment in onward(here):
        if moment is not here and moment.move:
            made = (*made, Mark(moment.move, Trace({}, frozenset())))
        widest = here.known.widest
        yield Branch(moment, made, seen.touched, len(seen.changes), widest, further=False)


def on_the_way(
    branch: Branch, rest: Trace, seen: Trace, here: Moment, felt: Felt
) -> Explanation | None:
    """The run so far, if all that is left over has only not been done yet."""
    if not set_down(seen, here):
        return None
    changes, then = rest.changes, branch.moment.expected
    came = (lacks(here.expected.get(site), now) for site, now in changes.items())
    gone = (
        lacks(now, then.get(site)) and stays(site, here, branch)
        for site, now in changes.items()
        if site in seen.changes
    )
    shown = any(not here.senses[site].holds for site in changes)
    if not changes or shown or any(came) or any(gone):
        return None
    one = as_one(here, branch.made, seen, felt)
    if one.guesses or not brought(one, seen, here):
        return None
    goals = {site: then.get(site) for site in changes}
    return replace(one, next=(Mark(one.mark.move, Trace(goals, frozenset(goals))),))


def stays(site: Site, here: Moment, branch: Branch) -> bool:
    """What stood there stands there in the end: who has taken it up does something else."""
    before, after = (moment.position.layout() for moment in (here, branch.moment))
    return not set(standing(before, site)).isdisjoint(standing(after, site))


def brought(one: Explanation, seen: Trace, here: Moment) -> bool:
    """Whatever has come has left where it was, as far as that can be felt."""
    ways = sources(here.position.layout(), one.position.layout())
    unfelt = crowded(here.position.layout(), here.senses)
    return all(
        any(source in seen.changes or source in unfelt for source in ways[goal])
        for goal in ways.keys() & seen.changes.keys()
        if lacks(here.expected.get(goal), seen.changes[goal])
    )


def due(moment: Moment, here: Moment) -> tuple[Mark, ...]:
    """What who acts here has to do there, where that leaves hardly a choice."""
    marks, senses = moment.known.marks, here.senses
    if len(marks) > FORCED or not moment.position.actors <= here.position.actors:
        return ()
    return tuple(m for m in marks if m.trace and all(senses[s].holds for s in m.trace.touched))


def firsts(known: Known | Around, rest: Trace, felt: Felt, *, crowds: bool) -> list[Mark]:
    """What may have been done first: all of it is seen, or it takes what is not where it was."""
    taking = known.taking(rest, crowds=crowds)
    may = {id(mark): mark for mark in [*known.included(rest), *taking]}
    pressed = [mark for mark in may.values() if mark.move.touches <= rest.touched]
    unfinished = [mark for mark in pressed if mark.trace.changes != rest.changes]
    times = felt.times
    return sorted(unfinished, key=lambda mark: complete(mark, times))


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
    follow = (comparable(first.trace, then.trace) for first, then in pairwise(made))
    ways = [(goal, left) for goal, left in sources(before, after).items() if goal in felt.touched]
    early = (all(inverted({s}, {goal}, felt) for s in left) for goal, left in ways)
    return sum(inverted(first, then, felt) for first, then in follow) + sum(early)


def comparable(first: Trace, then: Trace) -> tuple[Set[Site], Set[Site]]:
    """What tells the order of two moves: who grabs a stack lifts all of it before he puts any.

    Where both come, the last that was felt is of the second.
    """
    (came, left), (comes, leaves) = map(came_and_left, (first, then))
    if bool(came) != bool(comes) and (left or leaves):
        return left - then.touched, leaves
    return first.touched - then.touched, then.touched


def came_and_left(trace: Trace) -> tuple[Set[Site], Set[Site]]:
    """Where something is in the end, and where nothing is."""
    left = {site for site, now in trace.changes.items() if now is None}
    return trace.changes.keys() - left, left


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


def lifted(seen: Trace, here: Moment) -> Site | None:
    """A place from which something has gone, if that was felt anywhere."""
    gone = (s for s, now in seen.changes.items() if lacks(now, here.expected.get(s)))
    return next(gone, None)


def grabbed(seen: Trace, here: Moment) -> bool:
    """A whole stack was taken at once."""
    layout = here.position.layout()
    gone = (site for site, reading in seen.changes.items() if reading is None)
    return any(len(standing(layout, site)) > 1 for site in gone)
