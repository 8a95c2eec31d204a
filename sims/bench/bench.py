"""The physical world on a desk: pieces on sites, a strip on its roller, and what a hand can do."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha1
from heapq import heappop, heappush
from random import Random

from msgspec import Struct

from controller.values import Layout, Piece, Sense, Site
from drivers.clock import Clock
from drivers.wiring import Wiring
from sims.bench.faults import Faults, ghosted

PRESS = 0.08  # s a finger stays on a key
SHOW = 0.25  # s a card is held over a reader
LOOKS = 0.3  # s in which every tag that is gone has been missed often enough
MAGNETIC = (Sense.REED, Sense.SIDE, Sense.COUNT, Sense.TAG)
VICINITY = 8  # bytes of a tag's number by ISO 15693
TURNING = 4.0  # rows a second, of a strip turned by hand


def vicinity(name: str) -> bytes:
    """A number by ISO 15693, as NXP gives them, for the tag on this piece."""
    return b"\xe0\x04" + sha1(name.encode()).digest()[: VICINITY - 2]


class Turn(Struct, frozen=True):
    """The strip on its way from one row to another."""

    start: float
    began: float
    goal: float
    ends: float

    def at(self, now: float) -> float:
        if now >= self.ends or self.ends == self.began:
            return self.goal
        return self.start + (self.goal - self.start) * (now - self.began) / (self.ends - self.began)


class Bench:
    """What stands where. Contacts, readers and encoder are worked out from it at any instant."""

    def __init__(
        self, wiring: Wiring, clock: Clock, luck: Random | None = None, faults: Faults | None = None
    ) -> None:
        self.wiring = wiring
        self.faults = faults or Faults()
        self.luck = luck or Random(0)
        self.plugged = True
        self.stacks: dict[Site, list[Piece]] = {}
        self.boots = 0  # times the Pico has lost its power
        self.handled: dict[Site, float] = {}  # s, when a hand was last there
        self._clock = clock
        self.moment: float | None = None  # that is looked at, when it is not this one
        self._channels: dict[Site, list[int]] = {}
        for channel, site in wiring.channels.items():
            self._channels.setdefault(site, []).append(channel)
        self._words = list(wiring.untouched)
        self._levels = self._felt()
        self._due: list[tuple[float, int, bool]] = []
        self._shown: dict[Site, tuple[float, float, list[bytes]]] = {}
        self._turns = {dial.site: Turn(0.0, 0.0, 0.0, 0.0) for dial in wiring.file.dials}
        self._slipped: dict[Site, float] = dict.fromkeys(self._turns, 0.0)
        self._uids: dict[str, list[bytes]] = {}
        for uid, name in wiring.tags.items():
            self._uids.setdefault(name, []).append(uid)
        self._coils = {*wiring.readers[-1]} if wiring.wakes else set[Site]()
        self._stirred = -LOOKS  # when a piece was last lifted from an antenna, or put there
        for site in self.faults.stuck:
            self._touch(site)

    # --------------------------------------------------------------------------------------- hand

    def lift(self, site: Site, name: str = "") -> Piece:
        """Take a piece off: the one of this name; the top one, if none is named or none has it."""
        stack = self.stacks[site]
        piece = next((p for p in reversed(stack) if p.name == name), stack[-1])
        stack.remove(piece)
        if not stack:
            del self.stacks[site]
        self._touch(site)
        self.handled[site] = self.now()
        return piece

    def put(self, piece: Piece, site: Site) -> None:
        """Set a piece down; into a hole it falls, through a beam that feels it."""
        if self.wiring.senses.get(site) is Sense.KEY:
            self.press(site)
            return
        self.stacks.setdefault(site, []).append(piece)
        self._touch(site)
        self.handled[site] = self.now()

    def press(self, key: Site) -> None:
        """A finger on a key, or on a bare cell; an antenna does not feel it."""
        self.handled[key] = now = self.now()
        if key not in self._channels or self.wiring.senses[key] is Sense.TAG:
            return
        self._contact(key, True, now)
        self._contact(key, False, now + PRESS)

    def tap(self, reader: Site, *names: str) -> None:
        """Hold a card over a reader for a moment; what was never enrolled is a stranger there."""
        uids = [self._uid(name, reader) for name in names]
        self.handled[reader] = now = self.now()
        self._shown[reader] = now, now + SHOW, uids

    def glitch(self, seconds: float, channels: Iterable[int] | None = None) -> None:
        """A spark: for a moment these contacts read wrong, or every other one there is."""
        now = self.now()
        self.levels()  # the contacts stand where they stand, whether or not a Pico looks at them
        for channel in list(self.wiring.channels)[::2] if channels is None else channels:
            level = bool(self._words[channel >> 5] & 1 << (channel & 31))
            heappush(self._due, (now, channel, not level))
            heappush(self._due, (now + seconds, channel, level))

    def turn(self, dial: Site, rows: float, speed: float = TURNING) -> float:
        """Wind the strip; says how long it takes."""
        self.handled[dial] = now = self.now()
        here = self.row(dial)
        seconds = abs(rows) / speed
        self._turns[dial] = Turn(here, now, here + rows, now + seconds)
        self._slipped[dial] += rows * self.faults.slip * self.luck.random()
        return seconds

    def stand(self, layout: Layout) -> None:
        """Set the whole board at once, as before a game."""
        cells = {site: list(c) for site, c in layout.items() if not isinstance(c, int)}
        kinds = self.wiring.senses
        taps = {site for site in cells if site not in kinds or kinds[site].momentary}
        changed = self.stacks.keys() | cells.keys()
        self.stacks = {site: stack for site, stack in cells.items() if site not in taps}
        for site in changed - taps:
            self._touch(site)
        for site, content in layout.items():
            if isinstance(content, int) and site in self._turns:
                self._turns[site] = Turn(content, 0.0, content, 0.0)

    def unplug(self) -> None:
        self.plugged = False

    def plug(self) -> None:
        """The cable is back, and the Pico starts afresh: it lives on USB power."""
        if not self.plugged:
            self.plugged = True
            self.boots += 1

    # ------------------------------------------------------------------------------------ physics

    def now(self) -> float:
        return self._clock.now() if self.moment is None else self.moment

    def row(self, dial: Site, later: float = 0.0) -> float:
        """Where the strip stands, now or so many seconds later."""
        return self._turns[dial].at(self.now() + later)

    def counted(self, dial: Site, later: float = 0.0) -> float:
        """Where the encoder thinks it stands: less what slipped under its wheel."""
        return self.row(dial, later) - self._slipped[dial]

    def levels(self) -> tuple[int, ...]:
        """A word for each chain, a bit set where a contact is closed at this instant."""
        now = self.now()
        if self._due and self._due[0][0] <= now:
            while self._due and self._due[0][0] <= now:
                _, channel, level = heappop(self._due)
                bit = 1 << (channel & 31)
                word = self._words[channel >> 5]
                self._words[channel >> 5] = word | bit if level else word & ~bit
            self._levels = self._felt()
        return self._levels

    def tags(self, reader: Site) -> tuple[bytes, ...]:
        """The tags that answer a look here now: a tap reader hears one, an antenna all of them."""
        stack = self.stacks.get(reader, ())
        if reader in self.faults.dead_readers or not (stack or reader in self._shown):
            return ()
        held = self._held(reader)
        lying = [self._uid(piece.name, reader) for piece in stack]
        if self.wiring.senses[reader] is Sense.TAP:
            return tuple(held or lying[-1:])
        answering = (uid for uid in lying if self.luck.random() >= self.faults.missed_read)
        return (*answering, *held)

    def _held(self, reader: Site) -> list[bytes]:
        """What is held over this reader now; of two cards now one answers, now the other."""
        begins, ends, uids = self._shown.get(reader, (0.0, 0.0, []))
        if not uids:
            return []
        missed = self.luck.random() < self.faults.missed_read
        uids.append(uids.pop(0))
        return uids[-1:] if begins <= self.now() < ends and not missed else []

    def showing(self) -> bool:
        """Some reader has, or has just had, a tag over it; or the pieces on an antenna changed."""
        now = self.now()
        shown = any(now < ends + LOOKS for _, ends, _ in self._shown.values())
        return shown or now < self._stirred + LOOKS

    def next_change(self) -> float:
        """When a contact moves by itself next; a turning strip moves all the time."""
        now = self.now()
        if any(now < turn.ends for turn in self._turns.values()) or self.showing():
            return now
        return self._due[0][0] if self._due else float("inf")

    def stirred(self, since: float) -> float:
        """When the first card or contact moved of all that nobody has looked at since."""
        shown = (begins for begins, ends, _ in self._shown.values() if ends > since)
        contact = self._due[0][0] if self._due else float("inf")
        return min([contact, *shown])

    def refresh(self) -> None:
        """Feel every contact anew, after one has broken or been mended."""
        for site in self.wiring.senses:
            self._touch(site)

    def shining(self, grb: bytes) -> bytes:
        """These pixels as they are seen: dark where one is dead or no data arrives."""
        dark = self.unlit
        if not dark:
            return grb
        return b"".join(
            bytes(3) if pixel in dark else grb[3 * pixel : 3 * pixel + 3]
            for pixel in range(len(grb) // 3)
        )

    @property
    def unlit(self) -> set[int]:
        """Dead pixels, and those behind a broken joint to the end of their data line."""
        broken = self.faults.broken_at
        if broken is None:
            return self.faults.dark
        starts = [run.first for run in self.wiring.file.lights if run.first > broken]
        return self.faults.dark | {*range(broken, min(starts, default=self.wiring.file.pixels))}

    def _felt(self) -> tuple[int, ...]:
        """The contacts as the registers pass them on."""
        faults = self.faults
        bare = [channel for site in faults.bare for channel in self._channels[site]]
        return tuple(
            0 if chain in faults.unplugged else word | (chain in faults.shorted) << 31
            for chain, word in enumerate(ghosted(self._words, bare))
        )

    def _uid(self, name: str, reader: Site) -> bytes:
        """The tag on this piece, of the kind that such a reader reads, if it has one of each.

        A piece that was never enrolled has a tag all the same.
        """
        coil = reader in self._coils
        enrolled = self._uids.get(name)
        if enrolled is None:
            return vicinity(name) if coil else name.encode()[:10].ljust(4, b"_")
        return next((uid for uid in enrolled if (len(uid) == VICINITY) == coil), enrolled[-1])

    def _touch(self, site: Site) -> None:
        if self.wiring.senses.get(site) is Sense.TAG:
            self._stirred = self.now()
        if self.wiring.senses.get(site) not in MAGNETIC:
            return
        for place in (site, *filter(None, [self.faults.crosstalk.get(site)])):
            for channel in self._channels.get(place, ()):
                self._switch(channel, self._pulled(place, channel), self.now())

    def _pulled(self, site: Site, channel: int) -> bool:
        """A magnet of the right pole is near enough, be it on a site from which it reaches here."""
        if self.wiring.senses[site] is Sense.COUNT:
            return self._channels[site].index(channel) < len(self.stacks.get(site, ()))
        side = self.wiring.sides.get(channel)
        near = {site} | {a for a, b in self.faults.crosstalk.items() if b == site}
        pieces = (piece for place in near for piece in self.stacks.get(place, ()))
        return any(side is None or self._pole(site, piece) == side for piece in pieces)

    def _pole(self, site: Site, piece: Piece) -> int:
        """Whose it is by its magnet, as the switch of this site takes it."""
        wrong = (piece.name in self.faults.turned) != (site in self.faults.swapped)
        return 1 - piece.seat if wrong else piece.seat

    def _contact(self, site: Site, closed: bool, at: float) -> None:
        """The contact of a key, or of a cell that has but one."""
        self._switch(self._channels[site][0], closed, at)

    def _switch(self, channel: int, closed: bool, at: float) -> None:
        """This contact goes to a level, rattling as it closes."""
        site = self.wiring.channels[channel]
        level = site in self.faults.stuck or (closed and site not in self.faults.dead)
        self._due = [due for due in self._due if due[1] != channel or due[0] < at]
        self._due.sort()
        heappush(self._due, (at, channel, level))
        if level:
            for place, later in enumerate(self.faults.rattle(self.luck)):
                heappush(self._due, (at + later, channel, bool(place % 2)))
        if closed and level:
            for place, later in enumerate(self.faults.chatter(site)):
                heappush(self._due, (at + later, channel, bool(place % 2)))
