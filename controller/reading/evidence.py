"""The evidence: everything that a decision about a hand may depend on, as one frozen value."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from math import dist

from msgspec import Struct
from msgspec.structs import replace

from controller.game import Move
from controller.reading.held_pieces import Homes
from controller.reading.input_filter import Felt
from controller.reading.moment import Moment, revocable
from controller.reading.move_index import NOTHING, Mark, lacks
from controller.reading.timing import WAITS
from controller.values import Layout, Seat, Sense, Senses, Site, Trace, differing, standing

HANDFUL = 8  # sites that one gesture changes at most, if each move changes two
NEIGHBOURS = 1.5  # cells; maximum distance between the centres of neighbouring cells
GRAB = 4  # pieces that two hands lift at once, each to be moved separately


class Evidence(Struct, frozen=True, dict=True, eq=False):
    """What the sensors read, and what was played, said and agreed before."""

    seen: Trace  # what reads differently from the record, and what was touched
    felt: Felt
    moments: Sequence[Moment]  # the game so far; the last one is the present
    senses: Senses = {}  # of the whole panel, including distrusted sites
    astray: Mapping[Site, Homes] = {}  # by site: where a misplaced piece belongs
    free: bool = False  # agreed: takebacks are allowed even after a card was seen
    firm: bool = False  # agreed: every move is confirmed with YES, so the last one stands
    robots: frozenset[Seat] = frozenset()
    hands: Mapping[Seat, frozenset[Site]] = {}  # where a robot's own hand is acting
    wish: Move | None = None  # announced by a page or a robot, to be made by hand
    hoped: Move | None = None  # what a lesson asks for
    denied: bool = False  # NO was pressed to these changes
    confirming: bool = False  # YES was pressed for a move that nothing can feel
    aloft: bool = False  # in the simulator: a hand is holding a piece
    told: Trace = NOTHING  # the trace whose rule was named already
    others: Trace = NOTHING  # in a race: the traces of the other hands

    @property
    def here(self) -> Moment:
        return self.moments[-1]

    @property
    def layout(self) -> Layout:
        return self.here.position.layout()

    @cached_property
    def alone(self) -> bool:
        """True if only one player may act."""
        return len(self.here.position.actors) < 2

    @cached_property
    def race(self) -> bool:
        """True if several players act at once."""
        return is_race(self.here)

    @cached_property
    def came(self) -> frozenset[Site]:
        """The sites where something stands that did not stand there before."""
        return came_to(self.seen, self.here)

    @cached_property
    def gone(self) -> frozenset[Site]:
        """The sites where something is missing."""
        return gone_from(self.seen, self.here)

    @cached_property
    def grabbed(self) -> bool:
        """True if a whole stack was taken at once."""
        empty = (site for site, now in self.seen.changes.items() if now is None)
        return any(len(standing(self.layout, site)) > 1 for site in empty)

    @cached_property
    def put_back(self) -> frozenset[Site]:
        """The sites that were touched and read as before."""
        return self.seen.touched - self.seen.changes.keys()

    @cached_property
    def shown(self) -> frozenset[Site]:
        """The cells that were touched, read as before, and are occupied."""
        there = (site for site in self.put_back if self.felt.holds(site))
        return frozenset(site for site in there if self.felt.readings.get(site))

    @cached_property
    def pointed(self) -> frozenset[Site]:
        """The keys that were pressed, and the pieces that were touched and are still there."""
        return (self.felt.pressed & self.seen.touched) | self.shown

    @cached_property
    def still(self) -> float:
        """The seconds since anything that is seen changed or was touched."""
        return self.felt.still(self.seen.touched)

    @cached_property
    def settled(self) -> bool:
        return self.still >= settle_time(self.felt, self.seen.touched)

    @cached_property
    def overdue(self) -> bool:
        """True if nothing has followed for so long that an unfinished move is a mistake."""
        return self.felt.still(self.seen.changes) >= mistake_time(self.felt, self.seen.changes)

    @cached_property
    def forgotten(self) -> bool:
        return self.felt.still(self.seen.changes) >= WAITS.forget

    @cached_property
    def scattered(self) -> bool:
        """True if more has changed than hands can have meant."""
        changed = len(self.seen.changes)
        if not (self.alone or self.race):
            return changed > GRAB
        return changed > HANDFUL and changed > GRAB * self.here.known.widest

    @cached_property
    def stage(self) -> int:
        """The number of waits that have passed; with each, accounts may come or expire."""
        limits = WAITS.linger, WAITS.mistake, WAITS.forget, WAITS.mistake + WAITS.round
        still = self.felt.still(self.seen.changes)
        return self.settled + sum(still >= limit for limit in limits)

    @cached_property
    def continues(self) -> bool:
        """True if a hand continued the last move sooner than the next turn can begin."""
        if not self.seen.changes or revocable(self.moments) is None:
            return False
        began = min(self.felt.changed.get(site, 0.0) for site in self.seen.changes)
        moved = differing(self.moments[-2].position.layout(), self.layout)
        return self.seen.changes.keys() <= moved and 0.0 < began - self.here.at <= WAITS.forget

    def stands_as(self, moment: Moment) -> bool:
        """True if the board reads as it did at that moment."""
        return moment.expected == self.felt.lying()

    def is_robots(self, mark: Mark) -> bool:
        """True if a person made this for a robot that neither makes it nor asked for it."""
        seat = mark.move.seat
        if seat not in self.robots or (self.wish is not None and self.wish.seat == seat):
            return False
        return self.hands.get(seat, frozenset()).isdisjoint(mark.sites)

    def without(self, sites: frozenset[Site]) -> Evidence:
        """Return the evidence as if these sites had not been touched."""
        return replace(self, seen=self.seen.without(sites))


def is_race(moment: Moment) -> bool:
    """True if the game waits for several players at once."""
    return len(moment.position.due) > 1


def came_to(seen: Trace, here: Moment) -> frozenset[Site]:
    """Return the sites where something stands that did not stand there before."""
    changes, expected = seen.changes.items(), here.expected
    return frozenset(site for site, now in changes if lacks(expected.get(site), now))


def gone_from(seen: Trace, here: Moment) -> frozenset[Site]:
    """Return the sites where something is missing."""
    changes, expected = seen.changes.items(), here.expected
    return frozenset(site for site, now in changes if lacks(now, expected.get(site)))


# -------------------------------------------------------------------- how long sites take to tell


def has_antenna(felt: Felt, sites: Iterable[Site]) -> bool:
    """True if an NFC antenna reads one of these sites."""
    return any(felt.senses.get(site) is Sense.TAG for site in sites)


def settle_time(felt: Felt, sites: Iterable[Site]) -> float:
    """Return how long these sites must be still before their readings are final."""
    return WAITS.settle + WAITS.departure if has_antenna(felt, sites) else WAITS.settle


def mistake_time(felt: Felt, sites: Iterable[Site]) -> float:
    """Return how long an unfinished lawful move may stand still before it is a mistake."""
    return WAITS.mistake + WAITS.round if has_antenna(felt, sites) else WAITS.mistake


def max_early_arrival(felt: Felt, sites: Collection[Site]) -> float:
    """Return how much earlier an arrival may be reported than the departure at these sites."""
    if has_antenna(felt, sites):
        return 2 * WAITS.antennas
    places = [felt.middles[site] for site in sites if site in felt.middles]
    if len(places) == len(sites) == 2 and dist(*places) <= NEIGHBOURS:
        return WAITS.dragged
    return WAITS.overlap if felt.belated.isdisjoint(sites) else WAITS.lost_edge
