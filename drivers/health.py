"""Sensor health during play: noise, contact bounce, crosstalk, stuck keys, silent sensors."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterator

from msgspec import Struct

from controller.values import Saying, Site

BOUNCE = 0.015  # s; contacts settle within 2 ms: two edges this close are contact bounce
SAME_INSTANT = 0.010  # s; one magnet that closes two reeds does so within a scan or two
NOISY = 14  # edges in NOISE_SPAN that no hand makes: a hovering piece makes about ten
NOISE_SPAN = 4.0  # s
TRUSTED_AFTER = 10.0  # s without an edge after which a noisy cell is trusted again
CLUSTER = 3  # cells that close together: a phone or loudspeaker on the board
STUCK_AFTER = 10.0  # s a key is held before it counts as stuck
CROSSTALK_TIMES = 3  # times that two cells must act together before it is called crosstalk
BOUNCES = 5  # bounces before a contact is called worn


class Ailment(Struct, frozen=True):
    """A fault of the board: its number in hardware.md, and where."""

    fault: str  # F01 to F53, as hardware.md lists them
    sites: tuple[Site, ...] = ()
    more: str = ""

    @property
    def saying(self) -> Saying:
        where = ", ".join(self.sites)
        return Saying(f"fault.{self.fault}", {"where": where, "more": self.more})


class Health:
    """Statistics of every contact edge, and the faults derived from them."""

    def __init__(self) -> None:
        self.edges: Counter[Site] = Counter()
        self.bounces: Counter[Site] = Counter()
        self._recent: defaultdict[tuple[Site, int | None], deque[float]] = defaultdict(
            lambda: deque(maxlen=NOISY)
        )
        self._noisy: dict[Site, float] = {}
        self._last: dict[bool, deque[tuple[float, Site]]] = {
            level: deque(maxlen=8) for level in (False, True)
        }
        self._pairs: Counter[frozenset[Site]] = Counter()
        # pairs closed together; when the first of them opened, or 0
        self._together: dict[frozenset[Site], float] = {}
        self._cluster: tuple[float, tuple[Site, ...]] = (0.0, ())
        self._held: dict[Site, float] = {}

    def feel(self, site: Site, closed: bool, at: float, side: int | None = None) -> None:
        """Record that a contact opened or closed; `side` tells the sensors of a pair apart."""
        self.edges[site] += 1
        recent = self._recent[site, side]
        if recent and at - recent[-1] < BOUNCE:
            self.bounces[site] += 1
        recent.append(at)
        if (len(recent) == NOISY and at - recent[0] < NOISE_SPAN) or site in self._noisy:
            self._noisy[site] = at
        self._compare(site, closed, at)

    def press(self, key: Site, closed: bool, at: float) -> None:
        if closed:
            self._held[key] = at
        else:
            self._held.pop(key, None)

    def deaf(self, now: float) -> frozenset[Site]:
        """Return the cells that are ignored for now because they are noisy."""
        for site, at in list(self._noisy.items()):
            if now - at > TRUSTED_AFTER:
                del self._noisy[site]
        return frozenset(self._noisy)

    def ailments(self, now: float) -> Iterator[Ailment]:
        for site in sorted(self.deaf(now)):
            yield Ailment("F09", (site,))
        for site, count in sorted(self.bounces.items()):
            if count >= BOUNCES and site not in self._noisy:
                yield Ailment("F02", (site,))
        for pair, count in self._pairs.items():
            if count >= CROSSTALK_TIMES:
                yield Ailment("F05", tuple(sorted(pair)))
        if self._cluster[1] and now - self._cluster[0] < TRUSTED_AFTER:
            yield Ailment("F18", self._cluster[1])
        for key, at in sorted(self._held.items()):
            if now - at > STUCK_AFTER:
                yield Ailment("F49", (key,))

    def never(self, sites: frozenset[Site]) -> frozenset[Site]:
        """Return those of these sites that have never changed."""
        return sites - self.edges.keys()

    def _compare(self, site: Site, closed: bool, at: float) -> None:
        """Find cells that close together with this one: pairs (crosstalk) and clusters."""
        last = self._last[closed]
        near = {other for when, other in last if at - when <= SAME_INSTANT and other != site}
        last.append((at, site))
        if closed:
            self._together |= {frozenset({site, other}): 0.0 for other in near}
            if len(near) + 1 >= CLUSTER:
                self._cluster = at, tuple(sorted(near | {site}))
        else:
            self._part(site, at)

    def _part(self, site: Site, at: float) -> None:
        """Count the pairs that open within SAME seconds, as they closed."""
        for pair, opened in list(self._together.items()):
            if site in pair and not opened:
                self._together[pair] = at
            elif site in pair:
                del self._together[pair]
                self._pairs[pair] += at - opened <= SAME_INSTANT
