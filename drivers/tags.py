"""The tags over each reader: which pieces they are, and reading faults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from controller.values import Reading, Sense, Site
from drivers.health import Ailment
from drivers.wiring import Wiring

BRIEF = 0.06  # s; a tag present for less was hardly read (F19)
READ_OVERLAP = 0.2  # s within which two readers that see one tag are too close to each other
FAULT_REPORTED = 10.0  # s for which a fault of a tag is reported
MOST_IN_FIELD = 64  # most tags over one reader; the highest stack has a third of that
TWO = "?two"  # the reading of a tap reader with two cards over it


class Tags:
    """The tags over each reader, and since when."""

    def __init__(self, wiring: Wiring) -> None:
        self._wiring = wiring
        self._sites = [reader.site for reader in wiring.file.readers]
        self._lying: dict[Site, dict[bytes, float]] = {site: {} for site in self._sites}
        self._troubles: dict[bytes, tuple[float, Ailment]] = {}
        self._shown: Counter[Site] = Counter()
        self._brief: Counter[Site] = Counter()

    def take(self, reader: int, uid: bytes, seen: bool, at: float) -> dict[Site, Reading]:
        """Record that a tag came or went; return the new reading of each affected reader."""
        site = self._sites[reader]
        lying = self._lying[site]
        if not seen:
            self._brief[site] += at - lying.pop(uid, at - BRIEF) < BRIEF
        elif self._elsewhere(site, uid, at):
            self._trouble(uid, at, Ailment("F23", (site,)))
            return {}
        else:
            lying[uid] = at
            self._shown[site] += 1
            self._crowd(lying)
        if self._wiring.senses[site] is Sense.TAG:
            return {place: self._stack(place, at) for place in {site, *self._antennas(uid)}}
        return {site: self._tapped(site, uid, at)} if seen else {}

    def replace(self, listed: Sequence[tuple[int, bytes]], at: float) -> dict[Site, Reading]:
        """Set the complete list of tags; return the readings of all antennas."""
        for number, site in enumerate(self._sites):
            uids = {uid for reader, uid in listed if reader == number}
            was = self._lying[site]
            self._lying[site] = {uid: was.get(uid, at) for uid in uids}
        antennas = [site for site in self._sites if self._wiring.senses[site] is Sense.TAG]
        return {site: self._stack(site, at) for site in antennas}

    def listing(self) -> bytes:
        """Return every tag and its reader as bytes, in the Pico's order, for a checksum."""
        lying = [
            (number, uid) for number, site in enumerate(self._sites) for uid in self._lying[site]
        ]
        return b"".join(number.to_bytes(2, "little") + uid for number, uid in sorted(lying))

    def forget(self) -> None:
        """Forget all tags: the Pico is about to list them."""
        for lying in self._lying.values():
            lying.clear()

    def success(self) -> dict[Site, float]:
        """Return for each reader the share of tags that were read for long enough."""
        return {site: 1 - self._brief[site] / count for site, count in self._shown.items()}

    def ailments(self, now: float) -> Iterator[Ailment]:
        return (ailment for at, ailment in self._troubles.values() if now - at < FAULT_REPORTED)

    def _crowd(self, lying: dict[bytes, float]) -> None:
        """Drop the oldest tag if there are too many: the Pico missed that it left."""
        if len(lying) > MOST_IN_FIELD:
            del lying[min(lying, key=lying.__getitem__)]

    def _trouble(self, uid: bytes, at: float, ailment: Ailment) -> None:
        """Record a fault of a tag; old ones, and more than FIELD, are dropped."""
        recent = [*self._troubles.items()][1 - MOST_IN_FIELD :]
        self._troubles = {one: told for one, told in recent if at - told[0] < FAULT_REPORTED}
        self._troubles[uid] = at, ailment

    def _antennas(self, uid: bytes) -> Iterator[Site]:
        """Yield the antennas on which this tag was seen and has not been missed yet."""
        for site, lying in self._lying.items():
            if uid in lying and self._wiring.senses[site] is Sense.TAG:
                yield site

    def _stack(self, site: Site, at: float) -> Reading:
        """Return the pieces on an antenna.

        A piece carried quickly is reported at its new place before it is missed at the old one: it
        counts only where it was seen last.
        """
        lying = self._lying[site]
        here = [
            uid
            for uid, seen in lying.items()
            if all(self._lying[other][uid] <= seen for other in self._antennas(uid))
        ]
        return frozenset(self._named(site, uid, at) for uid in here) or None

    def _tapped(self, site: Site, uid: bytes, at: float) -> str:
        """Return the piece that a tap reader saw last, or TWO if it sees two."""
        if len(self._lying[site]) > 1:
            self._trouble(uid, at, Ailment("F21", (site,)))
            return TWO
        return self._named(site, uid, at)

    def _named(self, site: Site, uid: bytes, at: float) -> str:
        """Return the piece with this tag; an unknown tag is recorded as a fault."""
        name = self._wiring.tags.get(uid)
        if name is None:
            self._trouble(uid, at, stranger(site, uid, self._wiring.tags))
            return f"?{uid.hex()}"
        return name

    def _elsewhere(self, site: Site, uid: bytes, at: float) -> bool:
        """True if another tap reader has just seen this tag: their fields overlap."""
        taps = [place for place, sense in self._wiring.senses.items() if sense is Sense.TAP]
        if site not in taps:
            return False
        others = [self._lying[place] for place in taps if place != site]
        return any(uid in lying and at - lying[uid] < READ_OVERLAP for lying in others)


def stranger(site: Site, uid: bytes, tags: Mapping[bytes, str]) -> Ailment:
    """Return the fault of an unknown tag: two cards read as one, a shortened number, or unknown."""
    parts = [one for one in tags if len(one) == len(uid) and merged(one, uid) == uid]
    for one, other in combinations(parts, 2):
        if merged(one, other) == uid:
            return Ailment("F22", (site,), f"{tags[one]} + {tags[other]}")
    short = next((tags[one] for one in tags if one.startswith(uid) or uid.startswith(one)), "")
    return Ailment("F25", (site,), short or uid.hex())


def merged(one: bytes, other: bytes) -> bytes:
    """Return two numbers as read together by a reader without collision detection."""
    return bytes(a | b for a, b in zip(one, other, strict=True))
