"""What counts of an observation: taps since the board last agreed, strips as vouched for, and
nothing from a site that is not to be believed."""

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
    told_apart,
    whole,
)

MANY = 8  # sites that change within a moment: no hand does that
MOMENT = 0.05  # s
SCAN = 0.005  # s: nobody presses two keys in one scan
CALM = 0.3  # s without such a burst before the board is believed again


Carried: TypeAlias = Mapping[Site, Looks]
"""How that looks which a hand has brought somewhere."""


class Times(Struct, frozen=True):
    """When what may count came to its site, in seconds of the board's own clock."""

    changed: Mapping[Site, float]
    came: Mapping[Site, Mapping[Seat, float]] = {}  # each side's piece, where that is told apart

    def of(self, site: Site, reading: Reading) -> float:
        """Return when this reading was first part of what the site told."""
        came = self.came.get(site, {})
        if isinstance(reading, frozenset) and reading and reading <= came.keys():
            return max(came[seat] for seat in reading)
        return self.changed.get(site, 0.0)

    def complete(self, mark: Mark) -> float:
        """Return when the last of this move was seen."""
        changes = mark.trace.changes
        return max((self.of(site, changes.get(site)) for site in mark.trace.touched), default=0.0)


class Felt(Struct, frozen=True):
    """All that counts of the board at one instant."""

    senses: Senses  # without the sites that are not believed
    at: float = 0.0  # s, on the host's clock
    readings: Readings = {}
    touched: frozenset[Site] = frozenset()  # since the board last agreed
    condemned: frozenset[Site] = frozenset()  # what lies there must come off to count
    changed: Mapping[Site, float] = {}  # when each site last changed
    came: Mapping[Site, Mapping[Seat, float]] = {}  # when each side's piece came to a site
    taps: frozenset[Site] = frozenset()  # the sites that only tell what they are shown
    unsure: frozenset[Site] = frozenset()  # strips whose place nobody has read or vouched for
    belated: frozenset[Site] = frozenset()  # whose change was told later than it was
    swept: frozenset[Site] = frozenset()  # what many sites told at once is nobody's
    carried: Carried = {}
    left: frozenset[Site] = frozenset()  # by a piece that does not belong there
    middles: Mapping[Site, Point] = {}  # where the cells lie, in units of about a cell

    def holds(self, site: Site) -> bool:
        """Pieces lie there."""
        return site in self.senses and self.senses[site].holds

    def still(self, sites: Readings | frozenset[Site]) -> float:
        """Seconds since any of these changed."""
        return self.at - max((self.changed.get(site, 0.0) for site in sites), default=0.0)

    def lying(self) -> dict[Site, Reading]:
        """What stays where it is: no taps."""
        return {site: was for site, was in self.readings.items() if site not in self.taps}

    def trace(self, moment: Moment, touched: frozenset[Site]) -> Trace:
        """What reads differently at that moment; a card that it knows of is shown no more."""
        known = moment.shown
        felt = {s: was for s, was in self.readings.items() if s not in known or was != known[s]}
        return Trace.between(moment.expected, felt, touched)

    @property
    def shown(self) -> frozenset[Site]:
        """The readers that something was shown to."""
        return self.taps & self.readings.keys()

    @property
    def pressed(self) -> frozenset[Site]:
        """Keys of the game that were pressed, and have not counted."""
        return frozenset(s for s in self.touched if self.senses[s] is Sense.KEY)

    @property
    def times(self) -> Times:
        return Times(self.changed, self.came)


class InputFilter:
    """Keeps in mind what has counted already, and whom to believe."""

    def __init__(self, senses: Senses, dials: Dials, aside: frozenset[Site]) -> None:
        self.all_senses = senses
        self.dials = dials
        self.disbelieved: frozenset[Site] = frozenset()  # by somebody who looked
        self._raw: Readings = {}
        self._deaf: frozenset[Site] = frozenset()
        self._settled = 0.0
        self._keys = 0.0  # the same of keys: one may be pressed before what it follows was told
        self._done: dict[Site, float] = {}  # sites whose touch has counted since
        self._vouched: dict[Site, tuple[float, float]] = {}  # found then, so many rows further on
        self._aside = aside
        self._sided = [site for site, sense in senses.items() if sense is Sense.SIDE]
        momentary = frozenset(site for site, sense in senses.items() if sense.momentary)
        self.felt = Felt(senses, taps=momentary - aside)
        self.burst = -CALM  # s, when so many sites last changed at once

    @property
    def senses(self) -> Senses:
        """The sites that are believed."""
        return self.felt.senses

    def take(self, observation: Observation, here: Moment | None) -> frozenset[Site]:
        """Feel the board at this moment of the game; return the keys that a burst has dropped."""
        came = self._arrivals(observation)
        self._raw = observation.readings
        shown = here.shown if here else {}
        dropped = self._startle(observation, here)
        senses = self._believed(observation.deaf | self.disbelieved)
        since = max(min(self._settled, self._keys), self.burst)  # of a whole evening, few are late
        recent = ((site, at) for site, at in observation.changed.items() if at > since)
        counting = frozenset(site for site, at in recent if self._counts(site, at))
        touched = counting - self._aside - self._deaf
        felt = {
            site: by_kind(senses[site], was)
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
        """When each side's piece came, where it is felt whose piece lies there."""
        came, before, now = self.felt.came, self._raw, observation.readings
        for site in self._sided:
            if now.get(site) != before.get(site):
                at, known = observation.changed.get(site, 0.0), came.get(site, {})
                came = {**came, site: {seat: known.get(seat, at) for seat in sides(now.get(site))}}
        return came

    @property
    def in_burst(self) -> bool:
        """A spark, or somebody fell over the board: for a moment nothing is read."""
        return self.felt.at - self.burst < CALM

    def settle(self, by: frozenset[Site] = frozenset()) -> None:
        """The board and the table agree: what was touched before no longer counts.

        They agree by what happened at these sites; what was touched later is still to be read.
        """
        times = [self.felt.changed[site] for site in by if site in self.felt.changed]
        self._settled = max(self._settled, max(times, default=self.felt.at))  # never an old touch
        tags = any(self.senses.get(site) is Sense.TAG for site in by)
        late = (WAITS.antennas if tags else WAITS.jitter) if times else 0.0
        self._keys = max(self._keys, self._settled - late)  # what has counted never counts again
        since = min(self._settled, self._keys)
        self._done = {site: at for site, at in self._done.items() if at > since}

    def mark_used(self, sites: frozenset[Site]) -> None:
        """These touches have counted; another hand's are still to be read."""
        self._done.update(dict.fromkeys(sites, self.felt.at))

    def rows(self, observation: Observation) -> dict[Site, Reading]:
        """Where the strips stand; one that lost its place counts from where it was vouched for."""
        found = {site: observation.readings.get(site) for site in self.dials}
        return {site: self._placed(site, reading) for site, reading in found.items()}

    def vouch(self, dial: Site, goal: Reading) -> None:
        """Somebody has looked: the strip stands as it should."""
        found = self._raw.get(dial)
        if isinstance(goal, int) and isinstance(found, Unsure):
            self._vouched[dial] = found.since, goal - found.rows

    def disbelieve(self, site: Site) -> None:
        """Somebody has looked: this site tells what is not so."""
        self.disbelieved |= {site}

    def believe(self, sites: frozenset[Site]) -> None:
        """These tell the truth again."""
        self.disbelieved -= sites

    @property
    def raw(self) -> Readings:
        """All that was read, whoever is believed."""
        return self._raw

    def condemn(self, sites: frozenset[Site]) -> None:
        """What lies there was against a rule, and stays so whatever becomes lawful later."""
        self.felt = replace(self.felt, condemned=self.felt.condemned | sites)

    def sweep(self, sites: frozenset[Site]) -> None:
        """The board was scattered: nothing there is a move until it reads as it should again."""
        if sites:
            self.felt = replace(self.felt, swept=self.felt.swept | sites)

    def clear_resolved(self, wrong: Set[Site]) -> frozenset[Site]:
        """Only these sites still read wrong: from the others what was condemned has come off."""
        if not self.felt.swept <= wrong:
            self.felt = replace(self.felt, swept=self.felt.swept & wrong)
        off = self.felt.condemned - wrong
        if off:
            self.felt = replace(self.felt, condemned=self.felt.condemned - off)
            self.mark_used(off)
        return off

    def follow(self, carried: Carried, left: frozenset[Site] = frozenset()) -> None:
        """This is what a hand has carried somewhere, and where it took what belongs elsewhere."""
        self.felt = replace(self.felt, carried=carried, left=left)

    def lie(self, middles: Mapping[Site, Point]) -> None:
        """This is where the cells of the game lie."""
        self.felt = replace(self.felt, middles=middles)

    def _placed(self, dial: Site, reading: Reading) -> Reading:
        """The row, where somebody has looked since the strip was found."""
        since, rows = self._vouched.get(dial, (None, 0.0))
        if isinstance(reading, Unsure) and reading.since == since:
            return whole(reading.rows + rows)
        return reading

    def _startle(self, observation: Observation, here: Moment | None) -> frozenset[Site]:
        """Drop what changed in a burst, for nobody has touched it; return the keys among it.

        A snapshot tells of many at once, but not of keys: nobody presses two in one scan.
        """
        changed = observation.changed
        latest = max(changed.values(), default=0.0)
        if latest <= self.burst:
            return frozenset()
        at_once = frozenset(site for site, at in changed.items() if at > latest - MOMENT)
        keys = frozenset(s for s in at_once if self.all_senses.get(s) is Sense.KEY)
        at_once -= observation.belated
        pressed = [key for key in keys if changed[key] > latest - SCAN]
        if len(at_once) <= MANY and one_each(pressed, here):
            return frozenset()
        self.burst = latest
        self._settled = max(self._settled, latest)
        self.sweep(at_once)
        return keys

    def _counts(self, site: Site, at: float) -> bool:
        settled = self._keys if self.all_senses.get(site) is Sense.KEY else self._settled
        return at > max(settled, self.burst, self._done.get(site, 0.0))

    def _believed(self, deaf: frozenset[Site]) -> Senses:
        """The same mapping as long as the same sites are deaf."""
        if deaf == self._deaf:
            return self.felt.senses
        self._deaf = deaf
        return {s: sense for s, sense in self.all_senses.items() if s not in deaf}


def one_each(keys: Sequence[Site], here: Moment | None) -> bool:
    """No two of these keys can have been pressed by the same hand."""
    owners = {here.owner(key) if here else None for key in keys}
    return len(keys) < 2 or (None not in owners and len(owners) == len(keys))


def sides(reading: Reading) -> Set[Seat]:
    """The sides that have a piece on a site, where that is all it can tell."""
    return reading if isinstance(reading, frozenset) else frozenset()


def by_kind(sense: Sense, reading: Reading) -> Reading:
    """Which copy of a piece lies there does not count."""
    if sense is Sense.TAG and isinstance(reading, frozenset):
        return told_apart(map(str, reading))
    return reading
