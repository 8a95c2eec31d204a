"""What counts of an observation: taps since the board last agreed, strips as vouched for, and
nothing from a site that is not to be believed."""

from __future__ import annotations

from collections.abc import Mapping, Set

from controller.guide import Dials
from controller.values import (
    Observation,
    Reading,
    Readings,
    Sense,
    Senses,
    Site,
    Unsure,
    told_apart,
    whole,
)


def counted(reading: Reading) -> float:
    """The rows a dial tells of, sure of them or not."""
    rows = reading.rows if isinstance(reading, Unsure) else reading
    return rows if isinstance(rows, int | float) else 0.0


class Feel:
    """The table's fingers."""

    def __init__(self, senses: Senses, dials: Dials, aside: frozenset[Site]) -> None:
        self.all_senses = senses
        self.senses = senses  # without the sites that are not believed
        self.dials = dials
        self.at = 0.0
        self.readings: dict[Site, Reading] = {}  # what counts now
        self.touched: frozenset[Site] = frozenset()  # since the board last agreed
        self.condemned: frozenset[Site] = frozenset()  # what lies there must come off to count
        self.disbelieved: frozenset[Site] = frozenset()  # by somebody who looked
        self.changed: Mapping[Site, float] = {}
        self._raw: Readings = {}
        self._assumed: frozenset[Site] = frozenset()
        self._deaf: frozenset[Site] = frozenset()
        self._settled = 0.0
        self._done: dict[Site, float] = {}  # sites whose touch has counted since
        self._vouched: dict[Site, float] = {}  # rows to add to a strip that lost its place
        self._aside = aside
        self.taps = frozenset(
            site for site, sense in senses.items() if sense.momentary and site not in aside
        )

    def take(self, observation: Observation, shown: Readings) -> None:
        """Feel the board; `shown` is what each tap reader was last shown."""
        self.at = observation.at
        self.changed = observation.changed
        self._raw, self._assumed = observation.readings, observation.assumed
        self._believe(observation.deaf | self.disbelieved)
        touched = (site for site, at in observation.changed.items() if self._counts(site, at))
        self.touched = frozenset(touched) - self._aside - self._deaf
        readings = observation.readings.items()
        felt = {site: self._told(site, was) for site, was in readings if site in self.senses}
        for site in self.taps & felt.keys():
            if site not in self.touched or felt[site] == shown.get(site):
                del felt[site]
        self.readings = felt | self.rows(observation)

    def still(self, sites: Readings | frozenset[Site]) -> float:
        """Seconds since any of these changed."""
        return self.at - max((self.changed.get(site, 0.0) for site in sites), default=0.0)

    def settle(self, by: frozenset[Site] = frozenset()) -> None:
        """The board and the table agree: what was touched before no longer counts.

        They agree by what happened at these sites; what was touched later is still to be read.
        """
        times = [self.changed[site] for site in by if site in self.changed]
        self._settled = max(times, default=self.at)
        self._done = {site: at for site, at in self._done.items() if at > self._settled}

    def spend(self, sites: frozenset[Site]) -> None:
        """These touches have counted; another hand's are still to be read."""
        self._done.update(dict.fromkeys(sites, self.at))

    def lying(self) -> dict[Site, Reading]:
        """What stays where it is: no taps."""
        return {site: was for site, was in self.readings.items() if site not in self.taps}

    def rows(self, observation: Observation) -> dict[Site, Reading]:
        """Where the strips stand; one that lost its place counts from where it was vouched for."""
        found = {site: observation.readings.get(site) for site in self.dials}
        for site in self._vouched.keys() & observation.assumed:
            found[site] = whole(counted(found[site]) + self._vouched[site])
        return found

    def vouch(self, dial: Site, goal: Reading) -> None:
        """Somebody has looked: the strip stands as it should."""
        if isinstance(goal, int) and dial in self._assumed:
            self._vouched[dial] = goal - counted(self._raw.get(dial))

    def disbelieve(self, site: Site) -> None:
        """Somebody has looked: this site tells what is not so."""
        self.disbelieved |= {site}

    def lose(self) -> None:
        """The board is gone: what it counted from nowhere it will count from elsewhere."""
        lost = [dial for dial in self._vouched if isinstance(self._raw.get(dial), Unsure)]
        for dial in lost:
            del self._vouched[dial]

    @property
    def pressed(self) -> frozenset[Site]:
        """Keys of the game that were pressed, and have not counted."""
        return frozenset(s for s in self.touched if self.all_senses[s] is Sense.KEY)

    @property
    def times(self) -> Mapping[Site, float]:
        """When each site changed last, where what lies there may count."""
        if not self.condemned:
            return self.changed
        return {site: at for site, at in self.changed.items() if site not in self.condemned}

    def condemn(self, sites: frozenset[Site]) -> None:
        """What lies there was against a rule, and stays so whatever becomes lawful later."""
        self.condemned |= sites

    def pardon(self, wrong: Set[Site]) -> frozenset[Site]:
        """Only these sites still read wrong: from the others what was condemned has come off."""
        off = self.condemned - wrong
        self.condemned -= off
        self.spend(off)
        return off

    def _told(self, site: Site, reading: Reading) -> Reading:
        """Which copy of a piece lies there does not count."""
        if self.senses[site] is Sense.TAG and isinstance(reading, frozenset):
            return told_apart(map(str, reading))
        return reading

    def _counts(self, site: Site, at: float) -> bool:
        return at > self._settled and at > self._done.get(site, 0.0)

    def _believe(self, deaf: frozenset[Site]) -> None:
        if deaf != self._deaf:
            self._deaf = deaf
            self.senses = {s: sense for s, sense in self.all_senses.items() if s not in deaf}
