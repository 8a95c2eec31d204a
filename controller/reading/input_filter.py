"""Filters observations: taps since the last agreement, confirmed strip positions, trusted sites."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from controller.drawing import Point
from controller.reading.moment import Moment
from controller.reading.move_index import Mark
from controller.reading.timing import WAITS
from controller.values import (
    Dials,
    Looks,
    Observation,
    Reading,
    Readings,
    Seat,
    Sense,
    Senses,
    Site,
    Trace,
    Unsure,
    rounded_rows,
    told_apart,
)

MANY = 8  # sites that change within MOMENT; no hand does that
MOMENT = 0.05  # s
SCAN = 0.005  # s: no player presses two keys within one scan
CALM = 0.3  # s without a burst before readings are trusted again


Carried: TypeAlias = Mapping[Site, Looks]
"""By site: the looks of the piece that a hand has brought there."""


class Times(Struct, frozen=True):
    """When the readings that count came to their sites, in seconds of the board's clock."""

    changed: Mapping[Site, float]
    came: Mapping[Site, Mapping[Seat, float]] = {}  # by side, where the site tells sides apart

    def of(self, site: Site, reading: Reading) -> float:
        """Return when this reading was first part of what the site reported."""
        came = self.came.get(site, {})
        if isinstance(reading, frozenset) and reading and reading <= came.keys():
            return max(came[seat] for seat in reading)
        return self.changed.get(site, 0.0)

    def complete(self, mark: Mark) -> float:
        """Return when the last part of this move was seen."""
        changes = mark.trace.changes
        return max((self.of(site, changes.get(site)) for site in mark.trace.touched), default=0.0)


class Felt(Struct, frozen=True):
    """All readings that count at one instant."""

    senses: Senses  # without distrusted sites
    at: float = 0.0  # s, on the host's clock
    readings: Readings = {}
    touched: frozenset[Site] = frozenset()  # since the board last agreed
    condemned: frozenset[Site] = frozenset()  # pieces there must be taken off before they count
    changed: Mapping[Site, float] = {}  # when each site last changed
    came: Mapping[Site, Mapping[Seat, float]] = {}  # when each side's piece came to a site
    taps: frozenset[Site] = frozenset()  # sites that only report what they are shown
    unsure: frozenset[Site] = frozenset()  # strips whose position is neither read nor confirmed
    belated: frozenset[Site] = frozenset()  # sites whose change was reported later than it happened
    swept: frozenset[Site] = frozenset()  # changed with too many others at once to be a move
    carried: Carried = {}
    left: frozenset[Site] = frozenset()  # where a misplaced piece was lifted
    middles: Mapping[Site, Point] = {}  # centres of the cells, in units of about a cell

    def holds(self, site: Site) -> bool:
        """True if pieces lie on this site, as opposed to keys and readers."""
        return site in self.senses and self.senses[site].holds

    def still(self, sites: Readings | frozenset[Site]) -> float:
        """Return the seconds since any of these changed."""
        return self.at - max((self.changed.get(site, 0.0) for site in sites), default=0.0)

    def lying(self) -> dict[Site, Reading]:
        """Return the readings that last, without taps."""
        return {site: was for site, was in self.readings.items() if site not in self.taps}

    def trace(self, moment: Moment, touched: frozenset[Site]) -> Trace:
        """Return the differences from that moment; a card it already contains is not one."""
        known = moment.shown
        felt = {s: was for s, was in self.readings.items() if s not in known or was != known[s]}
        return Trace.between(moment.expected, felt, touched)

    @property
    def shown(self) -> frozenset[Site]:
        """The readers to which something was shown."""
        return self.taps & self.readings.keys()

    @property
    def pressed(self) -> frozenset[Site]:
        """The game's keys that were pressed and have not counted yet."""
        return frozenset(s for s in self.touched if self.senses[s] is Sense.KEY)

    @property
    def times(self) -> Times:
        return Times(self.changed, self.came)


class InputFilter:
    """Remembers which touches have counted already and which sites are trusted."""

    def __init__(self, senses: Senses, dials: Dials, aside: frozenset[Site]) -> None:
        self.all_senses = senses
        self.dials = dials
        self.disbelieved: frozenset[Site] = frozenset()  # by a player who looked
        self._raw: Readings = {}
        self._deaf: frozenset[Site] = frozenset()
        self._settled = 0.0
        self._keys = 0.0  # like `_settled`, for keys, which overtake slow readings
        self._done: dict[Site, float] = {}  # when the touch of each site counted
        self._vouched: dict[Site, tuple[float, float]] = {}  # by dial: found when, and its offset
        self._aside = aside
        self._sided = [site for site, sense in senses.items() if sense is Sense.SIDE]
        momentary = frozenset(site for site, sense in senses.items() if sense.momentary)
        self.felt = Felt(senses, taps=momentary - aside)
        self.burst = -CALM  # s, time of the last burst

    @property
    def senses(self) -> Senses:
        """The senses of the trusted sites."""
        return self.felt.senses

    def take(self, observation: Observation, here: Moment | None) -> frozenset[Site]:
        """Process an observation; return the keys whose presses a burst has made void."""
        came = self._arrivals(observation)
        self._raw = observation.readings
        shown = here.shown if here else {}
        dropped = self._startle(observation, here)
        senses = self._believed(observation.deaf | self.disbelieved)
        since = max(min(self._settled, self._keys), self.burst)  # few changes are later
        recent = ((site, at) for site, at in observation.changed.items() if at > since)
        counting = frozenset(site for site, at in recent if self._counts(site, at))
        touched = counting - self._aside - self._deaf
        felt = {
            site: without_copies(senses[site], was)
            for site, was in observation.readings.items()
            if site in senses
        }
        for site in self.felt.taps & felt.keys():
            if site not in touched or felt[site] == shown.get(site):
                del felt[site]
        rows = self.rows(observation)
        self.felt = replace(
            self.felt,
            senses=senses,
            at=observation.at,
            readings=felt | rows,
            touched=touched,
            changed=observation.changed,
            came=came,
            unsure=frozenset(site for site, row in rows.items() if isinstance(row, Unsure)),
            belated=observation.belated,
        )
        return dropped

    def _arrivals(self, observation: Observation) -> Mapping[Site, Mapping[Seat, float]]:
        """Return when each side's piece came, for sites that report sides."""
        came, before, now = self.felt.came, self._raw, observation.readings
        for site in self._sided:
            if now.get(site) != before.get(site):
                at, known = observation.changed.get(site, 0.0), came.get(site, {})
                came = {**came, site: {seat: known.get(seat, at) for seat in sides(now.get(site))}}
        return came

    @property
    def in_burst(self) -> bool:
        """True just after many sites changed at once (spark, fall); nothing is read then."""
        return self.felt.at - self.burst < CALM

    def settle(self, by: frozenset[Site] = frozenset()) -> None:
        """Ignore earlier touches, since board and table agree.

        They agree by what happened at the sites `by`; later touches elsewhere still count.
        """
        times = [self.felt.changed[site] for site in by if site in self.felt.changed]
        self._settled = max(self._settled, max(times, default=self.felt.at))  # never backwards
        tags = any(self.senses.get(site) is Sense.TAG for site in by)
        late = (WAITS.antennas if tags else WAITS.jitter) if times else 0.0
        self._keys = max(self._keys, self._settled - late)  # a press never counts twice
        since = min(self._settled, self._keys)
        self._done = {site: at for site, at in self._done.items() if at > since}

    def mark_used(self, sites: frozenset[Site]) -> None:
        """Note that the touches of these sites have counted; those of other hands still count."""
        self._done.update(dict.fromkeys(sites, self.felt.at))

    def rows(self, observation: Observation) -> dict[Site, Reading]:
        """Return the positions of the strips; if a strip lost its count, from the confirmed row."""
        found = {site: observation.readings.get(site) for site in self.dials}
        return {site: self._placed(site, reading) for site, reading in found.items()}

    def vouch(self, dial: Site, goal: Reading) -> None:
        """Take a player's word that the strip stands at this row."""
        found = self._raw.get(dial)
        if isinstance(goal, int) and isinstance(found, Unsure):
            self._vouched[dial] = found.since, goal - found.rows

    def disbelieve(self, site: Site) -> None:
        """Distrust this site."""
        self.disbelieved |= {site}

    def believe(self, sites: frozenset[Site]) -> None:
        """Trust these sites again."""
        self.disbelieved -= sites

    @property
    def raw(self) -> Readings:
        """All readings, including those of distrusted sites."""
        return self._raw

    def condemn(self, sites: frozenset[Site]) -> None:
        """Ignore what lies on these sites until it is taken off, even if it becomes lawful."""
        self.felt = replace(self.felt, condemned=self.felt.condemned | sites)

    def sweep(self, sites: frozenset[Site]) -> None:
        """Ignore these sites, whose pieces were scattered, until they read as expected again."""
        if sites:
            self.felt = replace(self.felt, swept=self.felt.swept | sites)

    def clear_resolved(self, wrong: Set[Site]) -> frozenset[Site]:
        """Clear condemned and swept sites that now read correctly; return the condemned ones."""
        if not self.felt.swept <= wrong:
            self.felt = replace(self.felt, swept=self.felt.swept & wrong)
        off = self.felt.condemned - wrong
        if off:
            self.felt = replace(self.felt, condemned=self.felt.condemned - off)
            self.mark_used(off)
        return off

    def follow(self, carried: Carried, left: frozenset[Site] = frozenset()) -> None:
        """Note which pieces a hand has carried where, and where it lifted misplaced pieces."""
        self.felt = replace(self.felt, carried=carried, left=left)

    def lie(self, middles: Mapping[Site, Point]) -> None:
        """Set the centres of the game's cells."""
        self.felt = replace(self.felt, middles=middles)

    def _placed(self, dial: Site, reading: Reading) -> Reading:
        """Return the row of a strip, counted from the confirmed row if that is still valid."""
        since, rows = self._vouched.get(dial, (None, 0.0))
        if isinstance(reading, Unsure) and reading.since == since:
            return rounded_rows(reading.rows + rows)
        return reading

    def _startle(self, observation: Observation, here: Moment | None) -> frozenset[Site]:
        """Detect a burst and ignore all its changes; return the keys among them.

        Late reports from a snapshot do not count as a burst, except for several keys in one scan.
        """
        changed = observation.changed
        latest = max(changed.values(), default=0.0)
        if latest <= self.burst:
            return frozenset()
        at_once = frozenset(site for site, at in changed.items() if at > latest - MOMENT)
        keys = frozenset(s for s in at_once if self.all_senses.get(s) is Sense.KEY)
        at_once -= observation.belated
        pressed = [key for key in keys if changed[key] > latest - SCAN]
        if len(at_once) <= MANY and from_different_players(pressed, here):
            return frozenset()
        self.burst = latest
        self._settled = max(self._settled, latest)
        self.sweep(at_once)
        return keys

    def _counts(self, site: Site, at: float) -> bool:
        settled = self._keys if self.all_senses.get(site) is Sense.KEY else self._settled
        return at > max(settled, self.burst, self._done.get(site, 0.0))

    def _believed(self, deaf: frozenset[Site]) -> Senses:
        """Return the senses without deaf sites; the same mapping while they are the same."""
        if deaf == self._deaf:
            return self.felt.senses
        self._deaf = deaf
        return {s: sense for s, sense in self.all_senses.items() if s not in deaf}


def from_different_players(keys: Sequence[Site], here: Moment | None) -> bool:
    """True if these keys belong to different players, so that one hand did not press two."""
    owners = {here.owner(key) if here else None for key in keys}
    return len(keys) < 2 or (None not in owners and len(owners) == len(keys))


def sides(reading: Reading) -> Set[Seat]:
    """Return the sides with a piece on a site that reports only sides."""
    return reading if isinstance(reading, frozenset) else frozenset()


def without_copies(sense: Sense, reading: Reading) -> Reading:
    """Return the reading without the distinction of copies of a piece."""
    if sense is Sense.TAG and isinstance(reading, frozenset):
        return told_apart(map(str, reading))
    return reading
