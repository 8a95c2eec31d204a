"""The sources of hypotheses: each proposes accounts of one kind, and none decides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from controller.game import Move, Position
from controller.reading.criteria import cost, is_possible
from controller.reading.evidence import GRAB, Evidence
from controller.reading.hypothesis import Hypothesis, Kind, distinct, unfelt_move
from controller.reading.moment import Moment, find_moment, other_move, revocable, with_forced_moves
from controller.reading.move_index import AT_ONCE, FEW, Mark, crowded, marks, may_become
from controller.reading.search import FORCED, find_gestures
from controller.reading.stepwise import Stepwise, sift
from controller.reading.timing import WAITS
from controller.values import KEY, Refusal, Seat, Sense, Senses, Site, Trace, kind, standing

WEIGHED = 4  # accounts checked between two pauses
STACK = 4  # maximum number of pieces moved one by one from one stack


class Attempt(Struct, frozen=True):
    """An unlawful move, and the rule against it."""

    mark: Mark
    refusal: Refusal


# ------------------------------------------------------------------------------------ lawful moves


def single_moves(evidence: Evidence) -> Stepwise[list[Hypothesis]]:
    """Return the lawful moves whose whole trace is seen, and those it may become."""
    before: tuple[Mark, ...] = ()
    for moment in with_forced_moves(evidence.here):
        if moment is not evidence.here and moment.move:
            before = (*before, unfelt_move(moment.move))
        yield from moment.learn()
        yield from moment.known.feel(evidence.seen)
        complete, begun = complete_moves(moment, evidence), moment.known.begun(evidence.seen)
        found = [lawful(evidence, (*before, mark)) for mark in complete]
        found += [lawful(evidence, (*before, mark), open=True) for mark in begun]
        if found := (yield from possible(found)):
            return found
    return []


def possible(found: Iterable[Hypothesis]) -> Stepwise[list[Hypothesis]]:
    """Return the accounts that no criterion rules out."""
    return (yield from sift(found, is_possible, WEIGHED))


def complete_moves(moment: Moment, evidence: Evidence) -> list[Mark]:
    """Return the moves that were made; in a race, those that were complete first."""
    if not evidence.race:
        return moment.known.completed(evidence.seen)
    return first_complete(moment.known.included(evidence.seen), evidence)


def first_complete(included: list[Mark], evidence: Evidence) -> list[Mark]:
    """Return the moves that were complete before all others.

    Of two pieces put on one site at the same instant, neither counts.
    """
    times = evidence.felt.times
    earliest = min(map(times.complete, included), default=0.0)
    found = [mark for mark in included if times.complete(mark) <= earliest + WAITS.instant]
    return [mark for mark in found if not any(conflict(mark, other) for other in found)]


def conflict(one: Mark, other: Mark) -> bool:
    """True if both changed one site differently, so that only one can count."""
    mine, theirs = one.trace.changes, other.trace.changes
    return any(mine[site] != theirs[site] for site in mine.keys() & theirs.keys())


def lawful(evidence: Evidence, made: tuple[Mark, ...], *, open: bool = False) -> Hypothesis:
    """Return these moves as a hypothesis: a mistake if a person made a robot's move."""
    robots = next((mark for mark in made if mark.trace and evidence.is_robots(mark)), None)
    if robots:
        refusal = robots_own(robots.trace.touched, evidence.here.senses, robots.move.seat)
        return Hypothesis(evidence, Kind.MISTAKE, made, refusal=refusal, foreign=True)
    return Hypothesis(evidence, Kind.LAWFUL, made, next=made[-1:] if open else ())


def several_lifted(evidence: Evidence) -> list[Hypothesis]:
    """Propose that each of a few lifted pieces is about to be moved."""
    changes, known = evidence.seen.changes, evidence.here.known
    if evidence.came or evidence.felt.taps & changes.keys() or not 1 < len(changes) <= GRAB:
        return []
    begun = [known.begun(Trace({site: now}, frozenset({site}))) for site, now in changes.items()]
    every = tuple(mark for found in begun for mark in found)
    return [Hypothesis(evidence, Kind.LAWFUL, every[:1], next=every)] if all(begun) else []


def gestures(evidence: Evidence) -> Stepwise[list[Hypothesis]]:
    """Propose several moves of one hand."""
    found = yield from find_gestures(evidence)
    return (yield from possible(own_moves(found)))


def own_moves(found: Iterable[Hypothesis]) -> Iterator[Hypothesis]:
    """Yield the accounts, with moves made for a robot as mistakes, or left out if unfinished."""
    for one in found:
        marks = (*one.made, *one.next)
        if not any(mark.trace and one.evidence.is_robots(mark) for mark in marks):
            yield one
        elif not one.next:
            yield lawful(one.evidence, one.made)


def unfelt_moves(evidence: Evidence) -> list[Hypothesis]:
    """Propose the moves that nothing can feel, after YES was pressed."""
    every = evidence.here.known.unseen
    return [Hypothesis(evidence, Kind.LAWFUL, (one,), said=True) for one in every]


# ----------------------------------------------------------------------- takebacks and revisions


def takebacks(evidence: Evidence) -> list[Hypothesis]:
    """Propose that the board was put back as it stood at an earlier moment."""
    if not evidence.settled:
        return []
    stands, held = evidence.stands_as, bool(evidence.gone)
    number = find_moment(evidence.moments, stands, evidence.free, held=held)
    return [] if number is None else [Hypothesis(evidence, Kind.TAKEBACK, back=number)]


def slides(evidence: Evidence) -> list[Hypothesis]:
    """Propose that the last move, just made, was another one."""
    felt = evidence.felt
    fresh = felt.at - evidence.here.at <= WAITS.repair
    if evidence.firm or not fresh or not evidence.seen.changes:
        return []
    last = evidence.here.move
    move = other_move(evidence.moments, felt.lying(), felt.touched)
    if not last or not move or move.seat != last.seat:
        return []
    return [Hypothesis(evidence, Kind.REVISION, (unfelt_move(move),))]


def revisions(evidence: Evidence) -> Stepwise[list[Hypothesis]]:
    """Propose that the last move and what is seen now were a single, different gesture.

    A move made with a key, a card or YES is not replaced.
    """
    last = revocable(evidence.moments)
    if last is None or last.touches or evidence.firm or evidence.race:
        return []
    if last.seat in evidence.robots or not (evidence.came or evidence.shown or evidence.continues):
        return []
    earlier = before_last(evidence)
    found = yield from find_gestures(earlier)
    found += yield from broken_rules(earlier)
    found = [one for one in found if is_possible(one) and is_possible(revision(evidence, one))]
    if len(best := plainest(found)) != 1:
        return []
    (one,) = best
    own = one.kind is Kind.LAWFUL and {move.seat for move in one.moves} == {last.seat}
    more = len(one.moves) > 1 or not evidence.came
    moved = one.end.layout() != earlier.layout
    differs = one.moves != (last,) and moved and not one.mark.hidden
    return [revision(evidence, one)] if own and more and differs else []


def revision(evidence: Evidence, one: Hypothesis) -> Hypothesis:
    """Return this account as a hypothesis that replaces the last move."""
    return Hypothesis(evidence, Kind.REVISION, one.made)


def before_last(evidence: Evidence) -> Evidence:
    """Return the evidence as seen from before the last move."""
    felt, before = evidence.felt, evidence.moments[-2]
    moved = before.expected.items() ^ evidence.here.expected.items()
    seen = felt.trace(before, felt.touched.union(site for site, _ in moved))
    return replace(evidence, seen=seen, moments=evidence.moments[:-1], wish=None, hoped=None)


def plainest(found: Iterable[Hypothesis]) -> list[Hypothesis]:
    """Return the complete accounts of least cost, one for each final position."""
    whole = [one for one in found if not one.next]
    least = min(map(cost, whole), default=None)
    return distinct(one for one in whole if cost(one) == least)


# ---------------------------------------------------------------------------------- broken rules


def broken_rules(evidence: Evidence) -> Stepwise[list[Hypothesis]]:
    """Propose the unlawful attempts that explain all that is seen; in a race, part of it."""
    seen = evidence.seen
    if len(seen.changes) < 2 and not evidence.race:
        return []  # a piece that is only lifted is no mistake yet
    fits = seen.includes if evidence.race else seen.completes
    found = yield from sift(attempts(evidence), lambda one: fits(one.mark.trace), AT_ONCE)
    return (yield from possible(mistake(evidence, one) for one in found))


def newest_broken_rule(evidence: Evidence) -> Stepwise[list[Hypothesis]]:
    """Propose the broken rule for all that is seen, or for what is newer than the last notice.

    A mere touch is a mistake only if touching is the attempt: `rule_against_touch`.
    """
    if evidence.scattered or not evidence.seen.changes:
        return []
    older: list[Hypothesis] = []
    for seen in (evidence.seen, *newer_parts(evidence)):
        part = evidence if seen is evidence.seen else replace(evidence, seen=seen)
        found = yield from broken_rule(part)
        if found and is_possible(one := mistake(evidence, found)):
            if not one.told:
                return [one]
            older = older or [one]
    touched = attempt_by_touch(evidence, evidence.put_back - evidence.told.touched)
    return [mistake(evidence, touched)] if touched and older else older


def broken_rule(evidence: Evidence) -> Stepwise[Attempt | None]:
    """Return the unlawful attempt that the trace is, or may become.

    Of attempts that look alike, the one is preferred that takes the piece from its home, and that
    explains every touch.
    """
    seen, senses = evidence.seen, evidence.felt.senses
    homes = frozenset[Site]().union(*(evidence.astray.get(site, ()) for site in seen.changes))
    dials = any(senses[site] is Sense.DIAL for site in seen.changes)
    unfelt = None not in seen.changes.values()  # it came from where nothing felt it leave
    begun: dict[tuple[bool, int], Attempt] = {}  # the first of each rank
    whole: dict[tuple[bool, int], Attempt] = {}
    for number, one in enumerate(attempts(evidence, unfelt=unfelt), 1):
        if number % AT_ONCE == 0:
            yield
        if seen.completes(one.mark.trace):
            from_elsewhere = bool(one.mark.left and not homes & one.mark.left)
            rank = from_elsewhere, len(seen.touched - one.mark.sites)
            if not any(rank):
                return one
            whole.setdefault(rank, one)
        if wrong_so_far(seen, one.mark.trace, senses):
            refilled = len(seen.changes.items() - one.mark.trace.changes.items())
            begun.setdefault((False, refilled), one)
        if (False, 0) in begun and not whole and not dials and not unfelt:
            return begun[False, 0]  # a lifted piece begins only its own moves
    found = whole or begun
    return found[min(found)] if found else None


def attempts(evidence: Evidence, *, unfelt: bool = False) -> Iterator[Attempt]:
    """Yield the unlawful attempts at the changed sites, those of people to move first.

    With `unfelt`, also attempts with pieces of stacks that nothing feels shrink.
    """
    position, senses, robots = evidence.here.position, evidence.felt.senses, evidence.robots
    near = frozenset(evidence.seen.changes)
    if unfelt:
        near |= crowded(position.layout(), senses)
    actors = position.actors
    last = {seat: (seat not in actors, seat in robots) for seat in actors | robots}
    for move in sorted(position.attempts(near), key=lambda m: last.get(m.seat, (True, False))):
        if refusal := position.refusal(move):
            for mark in marks(position, [move], senses):
                yield Attempt(mark, refusal)


def mistake(evidence: Evidence, one: Attempt) -> Hypothesis:
    """Return this attempt as a hypothesis; for a robot's pieces, the message names the owner."""
    refusal = one.refusal
    if refusal.owner is None and evidence.is_robots(one.mark):
        owner = robots_own(one.mark.trace.touched, evidence.senses, one.mark.move.seat)
        refusal = replace(owner, rule=refusal.rule, sites=refusal.sites)
    return Hypothesis(evidence, Kind.MISTAKE, (one.mark,), refusal=refusal)


def wrong_so_far(seen: Trace, goal: Trace, senses: Senses) -> bool:
    """True if this may become that, and no unrelated tag is read."""
    return may_become(seen, goal, senses) and names_read(seen) <= names_read(goal)


def names_read(trace: Trace) -> set[object]:
    """Return all names that are read where something has changed."""
    read = (reading for reading in trace.changes.values() if isinstance(reading, frozenset))
    return {name for told in read for name in told}


def newer_parts(evidence: Evidence) -> Iterator[Trace]:
    """Yield what is seen without the changes whose rule was named: all, then only the oldest.

    A mistake is not split while something newer explains itself.
    """
    seen, when = evidence.seen, evidence.felt.changed
    known = evidence.told.changes.items()
    told = [site for site, now in seen.changes.items() if (site, now) in known]
    told.sort(key=lambda site: (when.get(site, 0.0), site))
    for number in range(min(len(told), len(seen.changes) - 1), 0, -1):
        yield seen.without(frozenset(told[:number]))


def rule_against_touch(evidence: Evidence) -> Refusal | None:
    """Return why a key, or a piece lifted and put back, had no effect; None if unknown."""
    touched, position = evidence.seen.touched, evidence.here.position
    for key in touched:
        owners = {move.seat for move in position.attempts(frozenset({key}))}
        if len(owners) == 1 and owners <= evidence.robots:
            return robots_own(frozenset({key}), evidence.felt.senses, owners.pop())
    found = attempt_by_touch(evidence, touched)
    return found.refusal if found else None


def attempt_by_touch(evidence: Evidence, touched: frozenset[Site]) -> Attempt | None:
    """Return the unlawful attempt that is made by touching some of these sites."""
    part = replace(evidence, seen=Trace(dict.fromkeys(touched), touched))
    for one in attempts(part):
        trace = one.mark.trace
        if trace and not trace.changes and one.mark.sites <= touched:
            return one
    return None


def robots_own(sites: frozenset[Site], senses: Senses, owner: Seat) -> Refusal:
    """Return the refusal of touching what belongs to a robot."""
    key = all(senses.get(site) is Sense.KEY and site.startswith(KEY) for site in sites)
    return Refusal("", "table.anothers_key" if key else "table.anothers_move", frozenset(), owner)


# --------------------------------------------------------------------------------- lawful later


def may_be_early(evidence: Evidence, refused: Move) -> Stepwise[bool]:
    """True if this becomes lawful after another move that may still come."""
    if not evidence.felt.taps.isdisjoint(evidence.seen.changes):
        return False
    if more_lifted_than_put(evidence) or (yield from lawful_later(evidence, refused)):
        return True
    return (yield from capture_pending(evidence))


def more_lifted_than_put(evidence: Evidence) -> bool:
    """True if more own pieces are in the air than pieces were put down."""
    gone = evidence.seen.changes.keys() - evidence.felt.left - evidence.came
    stacks = [standing(evidence.layout, site) for site in gone]
    actors = evidence.here.position.actors
    own = [stack for stack in stacks if stack and stack[-1].seat in actors]
    return len(own) > len(evidence.came)


def lawful_later(evidence: Evidence, refused: Move) -> Stepwise[bool]:
    """True if this move, or one that the trace may be half of, is lawful after another move."""
    position = evidence.here.position
    tried = yield from fitting_attempts(evidence, refused)
    own = [move for move in tried if move.seat in position.actors]
    if not own:
        return False
    for then in (yield from positions_soon(position)):
        yield
        if any(then.refusal(move) is None for move in own):
            return True
    return False


def fitting_attempts(evidence: Evidence, refused: Move) -> Stepwise[list[Move]]:
    """Return the refused move, and every unlawful attempt that the trace is or may become."""
    seen, senses = evidence.seen, evidence.felt.senses
    found = [refused]
    for one in attempts(evidence):
        trace = one.mark.trace
        larger = len(trace.changes) > len(seen.changes) and may_become(seen, trace, senses)
        if larger or seen.completes(trace):
            found.append(one.mark.move)
        yield
    return found


def positions_soon(position: Position[Any], deep: int = FORCED) -> Stepwise[list[Position[Any]]]:
    """Return the positions that the same players can reach by one move, possibly repeated.

    If there is hardly a choice of moves, the next one is looked at too.
    """
    first: list[Move] = []
    for one in islice(position.moves(), FEW):
        first.append(one)
        yield
    found: list[Position[Any]] = []
    for one in first:
        for then in made_again(one, position):
            yield
            found.append(then)
            if deep > 1 and len(first) <= FORCED:
                found += yield from positions_soon(then, deep - 1)
    return found


def made_again(move: Move, position: Position[Any]) -> Iterator[Position[Any]]:
    """Yield the positions after repeating this move piece by piece, as often as possible.

    Stops when other seats are to act, or when the layout does not change.
    """
    stood, then = position, position.after(move)
    for _ in range(STACK):
        if then.actors != position.actors or then.layout() == stood.layout():
            return
        yield then
        if then.refusal(move):
            return
        stood, then = then, then.after(move)


def capture_pending(evidence: Evidence) -> Stepwise[bool]:
    """True if a lifted piece could be captured after another move."""
    position, gone = evidence.here.position, frozenset(evidence.seen.changes)
    if evidence.came:
        return False
    for one in islice(position.moves(), FEW):
        then = position.after(one)
        own = (move for move in then.attempts(gone) if move.seat in position.actors)
        if then.actors == position.actors and any(then.refusal(move) is None for move in own):
            return True
        yield
    return False


# ------------------------------------------------------------------------------- shown to a reader


def shown_pieces(evidence: Evidence) -> list[Hypothesis]:
    """Propose that a piece was held over a reader, to ask where it belongs."""
    changes, senses = evidence.seen.changes, evidence.senses
    if len(changes) != 1 or not all(senses[site] is Sense.TAP for site in changes):
        return []
    shown = str(next(iter(changes.values())))
    cells = [s for s in evidence.layout if s in senses and not senses[s].momentary]
    stood = [(site, piece.name) for site in cells for piece in standing(evidence.layout, site)]
    itself = [site for site, name in stood if name == shown]
    alike = [site for site, name in stood if kind(name) == kind(shown)]
    homes = itself or alike
    return [Hypothesis(evidence, Kind.SHOWN, home=homes[0])] if homes else []
