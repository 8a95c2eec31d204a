"""What a trace means at this moment of the sitting, and what it takes for granted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from msgspec import Struct

from controller.game import Move
from controller.reading.causes import Causes, early_answer, hasty
from controller.reading.explanation import (
    FORGET,
    HANDFUL,
    Explanation,
    a_race,
    explanations,
    grabbed,
    lifted,
    next_best,
    plainest,
    set_down,
)
from controller.reading.infer import (
    Finding,
    Made,
    Quiet,
    Stray,
    Unclear,
    Underway,
    anything,
    complete,
    infer,
    pointed_at,
)
from controller.reading.input_filter import Felt
from controller.reading.known import Mark, marks, may_become
from controller.reading.moment import Moment, onward
from controller.reading.thought import Thought
from controller.values import Sense, Site, Trace, looks, standing

LINGER = 1.2  # s of stillness after which a gesture is whole that might have gone on ...
MISTAKE = 2.5  # s ... and after which what may be the beginning of something lawful is a mistake
IN_TURN = 0.9  # s until every antenna or coil was looked at
ASKED = 6  # things that one question goes through, at most, when more than the plainest is guessed
GLANCES = 4  # moments looked at when nothing was lifted that could be felt
GRAB = 4  # pieces that two hands take up, each to go its own way
LOOKS = 100  # moments looked at to explain one gesture


class Meaning(Struct, frozen=True):
    """The trace that counts, what was found in it, and the moves nobody felt that go before."""

    seen: Trace
    finding: Finding
    granted: tuple[Move, ...] = ()
    sought: bool = False  # no end of it yet: more is to be looked at

    @property
    def made(self) -> tuple[Move, ...]:
        """All that it says was made; of what looks alike the first."""
        match self.finding:
            case Made(move):
                return (*self.granted, move)
            case Unclear(marks):
                return (*self.granted, *marks[0].moves)
        return self.granted


def meant(seen: Trace, here: Moment, felt: Felt) -> Thought[Meaning]:
    """What the trace says; a card shown in error does not take the sense from what follows."""
    plain = yield from unravelled(seen, here, felt)
    if not isinstance(plain.finding, Stray) or not felt.taps & seen.changes.keys():
        return plain
    moved = Trace.between(here.expected, felt.lying(), seen.touched - felt.taps)
    without = yield from unravelled(moved, here, felt)
    return without if moved.changes and not isinstance(without.finding, Stray) else plain


def unravelled(seen: Trace, here: Moment, felt: Felt) -> Thought[Meaning]:
    """One move, or a whole gesture; what many sites told at once is nobody's."""
    if not felt.swept.isdisjoint(seen.changes):
        return Meaning(seen, Stray(frozenset(seen.changes)))
    plain = yield from one_by_one(seen, here, felt)
    race = a_race(here)
    match plain.finding:
        case Stray() if race:
            return under_way((yield from as_a_whole(seen, here, felt))) or plain
        case _ if race:
            return plain
        case Made() as made if early_answer(made, here, felt):
            return Meaning(seen, Stray(frozenset(seen.changes)))
        case Stray():
            whole = yield from as_a_whole(seen, here, felt)
            run = whole or (yield from run_on(seen, here, felt))
            if run and (yield from hasty(run.made, here, felt)):
                return plain
            return run or both_hands(seen, here, felt) or plain
        case Underway(begun) if felt.still(seen.changes) >= enough(seen, here):
            whole = at_last((yield from as_a_whole(seen, here, felt)))
            return on_its_way(whole, () if set_down(seen, here) else begun) or plain
        case Unclear(others=others) if grabbed(seen, here):
            others = () if set_down(seen, here) else others
            if others and not mistaken(seen, felt):
                return plain  # a craft with its load is on its way
            whole = yield from as_a_whole(seen, here, felt)
            return on_its_way(whole, others) or plain
    return plain


def enough(seen: Trace, here: Moment) -> float:
    """Seconds of stillness after which a gesture that might go on is looked at as a whole."""
    if grabbed(seen, here):
        return 0.0 if set_down(seen, here) else LINGER
    return LINGER if set_down(seen, here) else FORGET


def both_hands(seen: Trace, here: Moment, felt: Felt) -> Meaning | None:
    """Some pieces are in the air, and each of them may be moved."""
    begun = [here.known.begun(Trace({s: now}, frozenset({s}))) for s, now in seen.changes.items()]
    in_air = not set_down(seen, here) and not felt.taps & seen.changes.keys()
    if not 1 < len(begun) <= GRAB or not (in_air and all(begun)) or mistaken(seen, felt):
        return None
    return Meaning(seen, Underway(tuple(mark for marks in begun for mark in marks)))


def under_way(whole: Meaning | None) -> Meaning | None:
    """What one has begun; while several act, only that is looked at as a whole."""
    return whole if whole and isinstance(whole.finding, Underway) else None


def on_its_way(whole: Meaning | None, others: tuple[Mark, ...]) -> Meaning | None:
    """The same; and if nobody knows what it was, what it may still come to."""
    if whole and isinstance(whole.finding, Unclear):
        return Meaning(whole.seen, Unclear(whole.finding.marks, others), whole.granted)
    return whole


def at_last(whole: Meaning | None) -> Meaning | None:
    """What it has been, now that nothing more comes; a mistake it is not."""
    return whole if whole and isinstance(whole.finding, Made | Unclear) else None


def as_a_whole(seen: Trace, here: Moment, felt: Felt) -> Thought[Meaning | None]:
    """The plainest whole explanation: what was made, which of some, or that it is a mistake."""
    looks = LOOKS if lifted(seen, here) else GLANCES
    likely = pointed_out((yield from explanations(seen, here, felt, looks)), seen)
    found = plainest(likely)
    lawful = bool(found) and found[0].lawful
    if not lawful and not mistaken(seen, felt):
        begun = next((one for one in likely if one.next and not one.guesses), None)
        if begun:
            return Meaning(seen, Underway(begun.next))
    if not lawful:
        return Meaning(seen, Stray(frozenset(seen.changes))) if found else None
    alike = [one.mark for one in found]
    marks = tuple(pointed_at(alike, seen) or alike)
    hidden = (
        marks[0].unfelt or (marks[0].left and marks[0].before) or in_the_air(found[0], seen, here)
    )
    guessed = hidden and not pointed_at(marks[:1], seen)
    if len(marks) > 1 or guessed:
        others = (one.mark for one in next_best(likely, found))
        return Meaning(seen, Unclear((*marks, *islice(others, max(0, ASKED - len(marks))))))
    return Meaning(seen, Made(marks[0].move, sure=False, sites=seen.touched), marks[0].before)


def in_the_air(one: Explanation, seen: Trace, here: Moment) -> bool:
    """Nothing was set down, and a piece that is gone has been moved and then moved again."""
    carried = [move for move in one.mark.moves if not move.touches]
    return not set_down(seen, here) and len(carried) > one.pieces


def pointed_out(likely: list[Explanation], seen: Trace) -> list[Explanation]:
    """Those that come to where somebody was though it reads as before, if any do."""
    there = seen.touched - seen.changes.keys()
    return [one for one in likely if one.mark.sites & there] or likely


def run_on(seen: Trace, here: Moment, felt: Felt) -> Thought[Meaning | None]:
    """Moves made faster than they were read, and one begun; a scattered board says nothing."""
    looks = iter(range(LOOKS))
    meaning = yield from run(seen, here, felt, looks)
    return meaning if next(looks, None) is not None else None


def understood(seen: Trace, here: Moment, felt: Felt, looks: Iterator[int]) -> Thought[Meaning]:
    """One move, or several made faster than they could be read."""
    plain = yield from one_by_one(seen, here, felt)
    if len(here.position.actors) > 1 or not isinstance(plain.finding, Stray):
        return plain
    return (yield from run(seen, here, felt, looks)) or plain


def one_by_one(seen: Trace, here: Moment, felt: Felt) -> Thought[Meaning]:
    """Read from here, or from beyond a move that nobody could feel or choose."""
    granted: list[Move] = []
    for moment in onward(here):
        if moment is not here and moment.move:
            granted.append(moment.move)
        yield from moment.learn()
        yield from moment.known.feel(seen)
        several = len(moment.position.actors) > 1
        times = felt.times.without(felt.condemned) if several else None
        counting = seen.without(felt.condemned) if several else seen
        finding = infer(counting, moment.known, times, possible(moment, seen, felt))
        if several and (scattered(counting, moment) or in_part(finding, counting, moment)):
            finding = Stray(frozenset(counting.changes))
        if several and felt.condemned and isinstance(finding, Quiet):
            finding = Stray(felt.condemned)
        if not isinstance(finding, Stray | Quiet):
            return Meaning(seen, finding, tuple(granted))
    return Meaning(seen, finding)


def in_part(finding: Finding, seen: Trace, here: Moment) -> bool:
    """A move is seen, and more that it does not explain; only in a race is that another hand's."""
    return (
        isinstance(finding, Made) and not a_race(here) and not seen.changes.keys() <= finding.sites
    )


def scattered(seen: Trace, here: Moment) -> bool:
    """So much differs that no hand can have meant it: nobody has so many."""
    several = len(here.position.actors) > 1
    return len(seen.changes) > (GRAB if several and not a_race(here) else HANDFUL)


def nobodys(meaning: Meaning, here: Moment) -> frozenset[Site]:
    """The sites of a board that was scattered; in a race each mistake is told by itself."""
    swept = isinstance(meaning.finding, Stray) and scattered(meaning.seen, here)
    return frozenset(meaning.seen.changes) if swept and not a_race(here) else frozenset()


def waited(seen: Trace, felt: Felt) -> int:
    """How many patiences have run out."""
    still = felt.still(seen.changes)
    return sum(still >= limit for limit in (LINGER, MISTAKE, FORGET, MISTAKE + IN_TURN))


def mistaken(seen: Trace, felt: Felt) -> bool:
    """What may be the beginning of something lawful has not gone on for too long.

    Antennas are looked at in turn: what follows there is told later.
    """
    tags = any(felt.senses.get(site) is Sense.TAG for site in seen.changes)
    return felt.still(seen.changes) >= (MISTAKE + IN_TURN if tags else MISTAKE)


def possible(moment: Moment, seen: Trace, felt: Felt) -> Callable[[Mark], bool]:
    """Whether a move of this moment can have been made in the order it was felt, by these pieces.

    Where the wrong piece stands something else was done than the sites tell.
    """
    causes = Causes(seen, moment, felt)
    if len(moment.position.actors) < 2:
        wrong = exchanged(moment, seen, felt)
        if not wrong and not causes.early and not felt.left:
            return anything
        return lambda mark: (
            wrong <= mark.sites
            and not takes_from(mark, felt.left)
            and causes.allow(mark, moment.position)
        )
    return lambda mark: causes.allow(mark, moment.position) and not causes.borrowed(mark)


def takes_from(mark: Mark, sites: frozenset[Site]) -> bool:
    """A piece goes from one of these, where another was lifted than stands there by the record."""
    return any(mark.trace.changes.get(site, True) is None for site in sites)


def exchanged(moment: Moment, seen: Trace, felt: Felt) -> set[Site]:
    """Where all reads as it should at that moment, and another piece was brought."""
    layout = moment.position.layout()
    right = felt.carried.keys() & moment.expected.keys() - seen.changes.keys()
    return {s for s in right if felt.carried[s].isdisjoint(looks(standing(layout, s)))}


def run(seen: Trace, here: Moment, felt: Felt, looks: Iterator[int]) -> Thought[Meaning | None]:
    """Several moves of one hand, made faster than they could be read one by one, or felt."""
    times = felt.times
    included = sorted(here.known.included(seen), key=lambda mark: complete(mark, times))
    firsts = [*included, *here.known.silent]
    for mark, _ in zip(firsts, looks, strict=False):
        later = yield from beyond(mark, seen, here, felt, looks)
        if later:
            break
    else:
        return None
    twins = [mark]
    alike = (other for other in firsts if other.trace == mark.trace and other is not mark)
    for twin, _ in zip(alike, looks, strict=False):
        if (yield from beyond(twin, seen, here, felt, looks)):
            twins.append(twin)
    if len(twins) > 1:
        return Meaning(seen, Unclear(tuple(twins)))
    return Meaning(later.seen, later.finding, (mark.move, *later.granted))


def beyond(
    mark: Mark, seen: Trace, here: Moment, felt: Felt, looks: Iterator[int]
) -> Thought[Meaning | None]:
    """What the rest of the trace means once this move is made, if it says something then."""
    yield
    after = Moment(here.position.after(mark.move), here.senses, mark.move, here.at)
    if a_race(after):
        return None
    rest = felt.trace(after, seen.touched - mark.trace.touched)
    later = yield from understood(rest, after, felt, looks)
    return None if isinstance(later.finding, Stray | Quiet) else later


def wished(
    meaning: Meaning, wish: Move | None, here: Moment, felt: Felt, *, patient: bool = False
) -> Meaning:
    """Of moves that look alike the one that the lights or a lesson have asked for: made, or told.

    And what looks like another may be part of it: for a while; who is `patient` waits as long as
    nothing is set down.
    """
    finding, seen = meaning.finding, meaning.seen
    if isinstance(finding, Unclear):
        for mark in finding.marks:
            if mark.move == wish:
                made = Made(mark.move, sure=False, sites=mark.trace.touched)
                one = Unclear((mark,)) if mark.unfelt else made
                return Meaning(seen, one, meaning.granted)
    if wish is None or wish in meaning.made or not isinstance(finding, Made | Unclear):
        return meaning
    in_hand = patient and bool(seen.changes) and not set_down(seen, here)
    if in_hand or (isinstance(finding, Made) and not mistaken(seen, felt)):
        asked = tuple(marks(here.position, [wish], here.senses))
        if any(may_become(seen, mark.trace, here.senses) for mark in asked):
            return Meaning(seen, Underway(asked))
    return meaning


def confirmed(here: Moment) -> Meaning:
    """Somebody said YES where several moves could have been made that nothing can feel."""
    return Meaning(Trace({}, frozenset()), Unclear(here.known.unseen))
