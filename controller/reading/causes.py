"""Causes before effects: what closed long before its source opened was brought by nobody."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence, Set
from math import dist
from typing import Any

from controller.game import Move, Position
from controller.reading.infer import Made
from controller.reading.input_filter import ROUND, Felt
from controller.reading.known import Mark, lacks, marks
from controller.reading.moment import Moment
from controller.reading.thought import Thought
from controller.values import CHANCE, Layout, Seat, Sense, Site, Trace, differing, standing

OVERLAP = 0.5  # s in which a piece that is carried may close its goal before it opens its source
LATE = 1.5  # s: an edge that was lost is told with the heartbeat's snapshot
BESIDE = 3.0  # s: a piece that is dragged slowly to the next cell closes both for a while
REPLY = 0.2  # s: nobody answers another's move sooner, for it has to be seen first
NEXT = 1.5  # cells from the middle of one to the middle of the next, at most


class Causes:
    """Whether a move can have been made in the order in which its sites have told of it."""

    def __init__(self, seen: Trace, here: Moment, felt: Felt) -> None:
        self._seen, self._here, self._felt = seen, here, felt
        self.early = frozenset(site for site, _ in early(seen, here, felt))

    def allow(self, mark: Mark, position: Position[Any]) -> bool:
        """Nothing of it stood at its goal too long before it left; what went unfelt may have."""
        if self.early.isdisjoint(mark.trace.touched):
            return True
        end = position
        for move in mark.moves:
            end = end.after(move)
        return self._in_order(position.layout(), end.layout(), mark.trace.changes.keys())

    def allow_end(self, end: Position[Any]) -> bool:
        """The pieces can have gone from where they stand at this moment to where that has them."""
        return self._in_order(self._here.position.layout(), end.layout(), self._seen.changes.keys())

    def _in_order(self, before: Layout, after: Layout, telling: Set[Site]) -> bool:
        """No goal was reached too long before all that came there had left, where that is told."""
        ways = sources(before, after)
        return not any(
            ways[goal] <= telling and all(self._later(source, goal) for source in ways[goal])
            for goal in self.early & ways.keys()
        )

    def borrowed(self, mark: Mark) -> bool:
        """What came was lifted elsewhere, not taken out of the box: the owner misses one."""
        own = mark.trace.changes
        when = min((self._felt.changed.get(site, 0.0) for site in own), default=0.0)
        return any(
            site not in own and self._felt.changed.get(site, 0.0) <= when
            for site in self._missed(mark.move.seat)
        )

    def _missed(self, seat: Seat) -> Iterator[Site]:
        """Where a piece of that seat is missed."""
        layout, expected = self._here.position.layout(), self._here.expected
        for site, now in self._seen.changes.items():
            own = any(piece.seat == seat for piece in standing(layout, site))
            if own and lacks(now, expected.get(site)):
                yield site

    def _later(self, source: Site, goal: Site) -> bool:
        """The source was left too late, or has not been left at all."""
        if len(standing(self._here.position.layout(), source)) > 1:
            return False  # of several, one may have gone long before the last
        changed, now = self._felt.changed, self._felt.at
        left = changed.get(source, 0.0) if source in self._seen.changes else now
        return left - changed.get(goal, 0.0) > patience(self._felt, (source, goal))


def early(seen: Trace, here: Moment, felt: Felt) -> frozenset[tuple[Site, int]]:
    """Where something came that may be too old for what leaves now, and how much too old."""
    came = {s for s, now in seen.changes.items() if lacks(here.expected.get(s), now)}
    if not came:
        return frozenset()
    gone = (felt.changed.get(site, felt.at) for site in seen.changes if site not in came)
    latest = max(gone, default=felt.at)
    ages = {site: latest - felt.changed.get(site, latest) for site in came}
    limits = (OVERLAP, LATE, BESIDE, 2 * ROUND)
    return frozenset(
        (site, sum(age > limit for limit in limits)) for site, age in ages.items() if age > OVERLAP
    )


def patience(felt: Felt, sites: Collection[Site]) -> float:
    """How much later than an arrival a departure may be told at these sites."""
    if any(felt.senses.get(site) is Sense.TAG for site in sites):
        return 2 * ROUND
    places = [felt.middles[site] for site in sites if site in felt.middles]
    if len(places) == len(sites) == 2 and dist(*places) <= NEXT:
        return BESIDE
    return OVERLAP if felt.belated.isdisjoint(sites) else LATE


def early_answer(made: Made, here: Moment, felt: Felt) -> bool:
    """Another's move was complete before the one that it follows.

    What was recorded was seen as soon as it was made: who waits for it may have a hand ready.
    """
    last = here.move.seat if here.move else CHANCE
    if CHANCE in (last, made.move.seat) or made.move.seat == last:
        return False
    at = told_at(frozenset(s for s in made.sites if felt.holds(s)), felt)
    return at is not None and at < here.felt


def hasty(moves: Sequence[Move], here: Moment, felt: Felt) -> Thought[bool]:
    """Somebody has answered a move of the same gesture sooner than it can have been seen."""
    if len({move.seat for move in moves} - {CHANCE}) < 2:
        return False
    position, seat, seen = here.position, CHANCE, 0.0
    for move in moves:
        yield
        (mark,) = marks(position, [move], here.senses)
        at = told_at(mark.trace.changes.keys(), felt)
        if at is not None and CHANCE != seat != move.seat != CHANCE and at < seen:
            return True
        position, seen = position.after(move), max(seen, at + REPLY if at else 0.0)
        seat = move.seat if move.seat != CHANCE else seat
    return False


def told_at(sites: Set[Site], felt: Felt) -> float | None:
    """When the last of these was felt, as far as the times are to be trusted."""
    known = sites & felt.changed.keys()
    late = not felt.belated.isdisjoint(known)
    if not known or late or any(felt.senses.get(site) is Sense.TAG for site in known):
        return None
    return max(felt.changed[site] for site in known)


def sources(before: Layout, after: Layout) -> dict[Site, set[Site]]:
    """Where the pieces came from, by where they are; none where one came out of nowhere."""
    changed = differing(before, after)
    stood = {piece: site for site in changed for piece in standing(before, site)}
    found: dict[Site, set[Site]] = {}
    for site in changed:
        came = [piece for piece in standing(after, site) if stood.get(piece) != site]
        if came and all(piece in stood for piece in came):
            found[site] = {stood[piece] for piece in came}
    return found
