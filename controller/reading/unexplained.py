"""A trace no lawful move explains: a slide, a move undone by hand, a piece shown, a mistake.

What is made of it is a verdict. Nothing is done here; the table acts on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, TypeAlias

from msgspec import Struct

from controller.game import Move, Position
from controller.reading import way_back
from controller.reading.causes import Causes
from controller.reading.explanation import (
    FORCED,
    FORGET,
    HANDFUL,
    a_race,
    explanations,
    lifted,
    plainest,
    set_down,
)
from controller.reading.infer import Finding, Forbidden, Stray, explain, mistakes, wrongs
from controller.reading.input_filter import Felt
from controller.reading.known import FEW, lacks, may_become
from controller.reading.moment import Moment, restored, revocable, slid
from controller.reading.thought import Thought
from controller.reading.way_back import Astray
from controller.values import (
    Layout,
    Reading,
    Refusal,
    Seat,
    Sense,
    Senses,
    Site,
    Trace,
    differing,
    standing,
)

DWELL = 0.4  # s of stillness before a trace that may still grow is taken as meant
DEPARTED = 0.2  # s for which an antenna still tells of a tag that has gone: four of its looks
AGAIN = 40  # moments looked at to explain the last gesture together with this one
REPAIR = 0.8  # s after a move in which a ship that slid on is still that move
STACK = 4  # pieces that are taken one by one from one place before something else goes on


class Evidence(Struct, frozen=True):
    """What was seen, and all that may explain it."""

    seen: Trace
    still: float  # s since any of it changed
    felt: Felt
    moments: Sequence[Moment]
    free: bool  # all agreed that cards seen may be taken back
    astray: Astray
    senses: Senses  # believed or not
    robots: frozenset[Seat] = frozenset()  # nobody moves a second piece for them
    firm: bool = False  # somebody has said YES to the last move: it was no other
    aloft: bool = False  # a hand is seen that holds something, as only at a bench it can be
    told: frozenset[tuple[Site, Reading]] = frozenset()  # changes whose rule was told already

    @property
    def here(self) -> Moment:
        return self.moments[-1]

    @property
    def layout(self) -> Layout:
        return self.here.position.layout()

    @property
    def shown(self) -> frozenset[Site]:
        """What stands where somebody was, though it reads as before."""
        there, felt = self.seen.touched - self.seen.changes.keys(), self.felt
        return frozenset(s for s in there if felt.holds(s) and felt.readings.get(s))

    @property
    def settled(self) -> bool:
        """The hand has let it be for as long as it takes to know that."""
        return self.still >= settle_time(self.felt, self.seen.touched)

    def stands_as(self, moment: Moment) -> bool:
        """The board is as it was at that moment."""
        return moment.expected == self.felt.lying()


def settle_time(felt: Felt, sites: Iterable[Site]) -> float:
    """Seconds of stillness at these sites after which what they tell is taken as meant.

    An antenna tells late that a tag has gone: what seems to lie there may be in the hand again.
    """
    tags = any(felt.senses.get(site) is Sense.TAG for site in sites)
    return DWELL + DEPARTED if tags else DWELL


class Condemned(Struct, frozen=True):
    """While several act: these mistakes, and older ones, must come off before they count."""

    mistakes: tuple[Forbidden, ...]


class Slid(Struct, frozen=True):
    """The last move turns out to be this one, or these."""

    moves: tuple[Move, ...]


class Wait(Struct, frozen=True):
    """The hand may still be on its way."""


class Sought(Struct, frozen=True):
    """Which rule is broken is still to be found out."""


class Belongs(Struct, frozen=True):
    """A piece was held over a reader: this is where it belongs."""

    site: Site
    piece: str


class TakenBack(Struct, frozen=True):
    """The board stands as it did at the moment of this number."""

    number: int


class Blamed(Struct, frozen=True):
    """At this moment this trace breaks that rule, or none that is known."""

    here: Moment
    seen: Trace
    finding: Finding
    premature: bool = False  # what must come first may still come


Verdict: TypeAlias = Condemned | Slid | Wait | Sought | Belongs | TakenBack | Blamed


def verdict(evidence: Evidence, blame: Callable[[Evidence], Blamed | Slid | None]) -> Verdict:
    """The most harmless thing that it can be; whom to `blame` may take a while to find out."""
    if evidence.free and (undone := taken_back(evidence)):
        return undone
    if wrong := condemned(evidence):
        return wrong
    if move := slid_to(evidence):
        return Slid((move,))
    if not evidence.settled:
        return Wait()
    if home := way_back.home(evidence.seen, evidence.layout, evidence.senses):
        return Belongs(home, standing(evidence.layout, home)[-1].name)
    return taken_back(evidence) or blame(evidence) or Sought()


def taken_back(evidence: Evidence) -> TakenBack | None:
    """The board stands as it did before, and the hand has let it be."""
    if not evidence.settled:
        return None
    held = lifted(evidence.seen, evidence.here) is not None
    earlier = restored(evidence.moments, evidence.stands_as, evidence.free, held=held)
    return None if earlier is None else TakenBack(earlier)


def condemned(evidence: Evidence) -> Condemned | None:
    """While several act, each mistake is told by itself."""
    position, felt = evidence.here.position, evidence.felt
    if not a_race(evidence.here):
        return None
    found = tuple(mistakes(evidence.seen, position, felt.senses, felt.condemned))
    return Condemned(found) if found or felt.condemned else None


def slid_to(evidence: Evidence) -> Move | None:
    """The move that the last one turns out to be, as long as it is fresh."""
    felt = evidence.felt
    if evidence.firm or felt.at - evidence.here.at > REPAIR:
        return None
    return slid(evidence.moments, felt.lying(), felt.touched)


def retold(evidence: Evidence) -> Thought[Slid | None]:
    """The last move and what is seen now were one gesture: made the other way round, perhaps.

    What was said with a key or a card was said, and so was YES.
    """
    last, felt = revocable(evidence.moments), evidence.felt
    if last is None or last.touches or evidence.firm or a_race(evidence.here):
        return None
    if last.seat in evidence.robots:
        return None
    before = evidence.moments[-2]
    moved = before.expected.items() ^ evidence.here.expected.items()
    seen = felt.trace(before, felt.touched.union(site for site, _ in moved))
    causes = Causes(evidence.seen, evidence.here, felt)
    every = yield from explanations(seen, before, felt, AGAIN)
    likely = [one for one in every if causes.allow_end(one.position)]
    found = [one.mark.moves for one in plainest(likely) if one.lawful and not one.mark.hidden]
    own = len(found) == 1 and {move.seat for move in found[0]} == {last.seat}
    more = own and (len(found[0]) > 1 or not set_down(evidence.seen, evidence.here))
    return Slid(found[0]) if more and found[0] != (last,) else None


def going_on(evidence: Evidence) -> bool:
    """Where the last move began or ended somebody went on before it can have been another turn."""
    here, seen, felt = evidence.here, evidence.seen, evidence.felt
    if not seen.changes or revocable(evidence.moments) is None:
        return False
    began = min(felt.changed.get(site, 0.0) for site in seen.changes)
    moved = differing(evidence.moments[-2].position.layout(), evidence.layout)
    return seen.changes.keys() <= moved and 0.0 < began - here.at <= FORGET


def blamed(evidence: Evidence) -> Thought[Blamed | Slid]:
    """The rule that was broken, if any was, and whether the hand may only have been early."""
    here, seen = evidence.here, evidence.seen
    again = set_down(seen, here) or evidence.shown or going_on(evidence)
    if again and (slid := (yield from retold(evidence))):
        return slid
    if len(seen.changes) > HANDFUL:  # no hand did that, so no rule is broken by it
        return Blamed(here, seen, Stray(frozenset(seen.changes)))
    homes = frozenset[Site]().union(*(evidence.astray.get(site, ()) for site in seen.changes))
    finding = yield from newest_mistake(evidence, homes)
    carried = evidence.felt.taps.isdisjoint(seen.changes)
    early = False
    if carried and isinstance(finding, Forbidden):
        early = in_hand(evidence)
        early = early or (yield from lawful_later(evidence, finding.mark.move))
        early = early or (yield from prey(evidence))
    return Blamed(here, seen, finding, early)


def newest_mistake(evidence: Evidence, homes: frozenset[Site]) -> Thought[Finding]:
    """The rule against all that is seen, or else against what is newer than what was told."""
    position, senses = evidence.here.position, evidence.felt.senses
    for seen in (evidence.seen, *newer_parts(evidence)):
        finding = yield from explain(seen, position, senses, homes, evidence.robots)
        if isinstance(finding, Forbidden):
            return finding
    return Stray(frozenset(evidence.seen.changes))


def newer_parts(evidence: Evidence) -> Iterator[Trace]:
    """What is seen, without more and more of the oldest changes whose rule was told."""
    seen, when = evidence.seen, evidence.felt.changed
    told = [site for site, now in seen.changes.items() if (site, now) in evidence.told]
    told.sort(key=lambda site: (when.get(site, 0.0), site))
    for number in range(1, min(len(told) + 1, len(seen.changes))):
        yield seen.without(frozenset(told[:number]))


def in_hand(evidence: Evidence) -> bool:
    """It may only be early: more own pieces were lifted than pieces were set down."""
    here, changes = evidence.here, evidence.seen.changes
    came = [site for site, now in changes.items() if lacks(here.expected.get(site), now)]
    gone = changes.keys() - evidence.felt.left - set(came)
    lifted = [standing(evidence.layout, site) for site in gone]
    own = [stack for stack in lifted if stack and stack[-1].seat in here.position.actors]
    return len(own) > len(came)


def lawful_later(evidence: Evidence, refused: Move) -> Thought[bool]:
    """True if this move, or one the trace may be half of, is lawful after another move.

    The positions after another move are the same for every attempt, so they are worked out once.
    """
    position = evidence.here.position
    attempts = yield from fitting_attempts(evidence, refused)
    own = [move for move in attempts if move.seat in position.actors]
    if not own:
        return False
    for then in (yield from positions_soon(position)):
        yield
        if any(then.refusal(move) is None for move in own):
            return True
    return False


def fitting_attempts(evidence: Evidence, refused: Move) -> Thought[list[Move]]:
    """The refused move, and every unlawful attempt that the trace is or may grow into."""
    here, seen, senses = evidence.here, evidence.seen, evidence.felt.senses
    found = [refused]
    for wrong in wrongs(here.position, senses, frozenset(seen.changes)):
        trace = wrong.mark.trace
        larger = len(trace.changes) > len(seen.changes) and may_become(seen, trace, senses)
        if larger or seen.completes(trace):
            found.append(wrong.mark.move)
        yield
    return found


def positions_soon(position: Position[Any], deep: int = FORCED) -> Thought[list[Position[Any]]]:
    """The positions that the same players can reach by one move, made once or repeatedly.

    A key that comes first is pressed first. Where all that can be done is forced, so is the next.
    """
    first = list(islice(position.moves(), FEW))
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
    """After this, once and as often as it can be: a stack is taken piece by piece.

    As long as the same people are to act, and as something stands elsewhere.
    """
    stood, then = position, position.after(move)
    for _ in range(STACK):
        if then.actors != position.actors or then.layout() == stood.layout():
            return
        yield then
        if then.refusal(move):
            return
        stood, then = then, then.after(move)


def prey(evidence: Evidence) -> Thought[bool]:
    """It is in the air, and could be taken if something else were moved first, as may yet be."""
    position, gone = evidence.here.position, frozenset(evidence.seen.changes)
    if set_down(evidence.seen, evidence.here):
        return False
    for one in islice(position.moves(), FEW):
        then = position.after(one)
        own = (move for move in then.attempts(gone) if move.seat in position.actors)
        if then.actors == position.actors and any(then.refusal(move) is None for move in own):
            return True
        yield
    return False


def reproach(touched: frozenset[Site], position: Position[Any], senses: Senses) -> Refusal | None:
    """A key was pressed, or a piece lifted and put back, for nothing: which rule is against it."""
    for wrong in wrongs(position, senses, touched):
        mark = wrong.mark
        if not (mark.trace.changes or mark.sites - touched) and mark.trace:
            return wrong.refusal
    return None
