"""The simulated physical world: pieces on sites, strips on rollers, contacts, tags."""

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
CARD_HELD = 0.25  # s a card is held over a reader
TAG_GONE = 0.3  # s after which every tag that left has been missed often enough
MAGNETIC = (Sense.REED, Sense.SIDE, Sense.COUNT, Sense.TAG)
VICINITY = 8  # bytes of a tag's number by ISO 15693
TURNING = 4.0  # rows a second, of a strip turned by hand


def vicinity(name: str) -> bytes:
    """Return an ISO 15693 number as NXP gives them, for the tag on this piece."""
    return b"\xe0\x04" + sha1(name.encode()).digest()[: VICINITY - 2]


class StripTurn(Struct, frozen=True):
    """The movement of a strip from one row to another."""

    start: float
    began: float
    goal: float
    ends: float

    def at(self, now: float) -> float:
        if now >= self.ends or self.ends == self.began:
            return self.goal
        return self.start + (self.goal - self.start) * (now - self.began) / (self.ends - self.began)


class Bench:
    """The state of the physical world; contacts, readers and encoder are calculated from it."""

    def __init__(
        self, wiring: Wiring, clock: Clock, luck: Random | None = None, faults: Faults | None = None
    ) -> None:
        self.wiring = wiring
        self.faults = faults or Faults()
        self.luck = luck or Random(0)
        self.plugged = True
        self.stacks: dict[Site, list[Piece]] = {}
        self.boots = 0  # times the Pico has lost its power
        self.handled: dict[Site, float] = {}  # s, when a hand last touched the site
        self._clock = clock
        self.moment: float | None = None  # the simulated time to use instead of the clock's
        self._channels: dict[Site, list[int]] = {}
        for channel, site in wiring.channels.items():
            self._channels.setdefault(site, []).append(channel)
        self._words = list(wiring.untouched)
        self._levels = self._felt()
        self._due: list[tuple[float, int, bool]] = []
        self._applied = 0.0  # s, when a contact last moved
        self._shown: dict[Site, tuple[float, float, list[bytes]]] = {}
        self._turns = {dial.site: StripTurn(0.0, 0.0, 0.0, 0.0) for dial in wiring.file.dials}
        self._slipped: dict[Site, float] = dict.fromkeys(self._turns, 0.0)
        self._uids: dict[str, list[bytes]] = {}
        for uid, name in wiring.tags.items():
            self._uids.setdefault(name, []).append(uid)
        self._coils = {*wiring.readers[-1]} if wiring.wakes else set[Site]()
        self._stirred = -TAG_GONE  # when an antenna's pieces last changed
        for site in self.faults.stuck:
            self._touch(site)

    # --------------------------------------------------------------------------------------- hand

    def lift(self, site: Site, name: str = "") -> Piece:
        """Take the piece of this name off the site; the top one if none has this name."""
        stack = self.stacks[site]
        piece = next((p for p in reversed(stack) if p.name == name), stack[-1])
        stack.remove(piece)
        if not stack:
            del self.stacks[site]
        self._touch(site)
        self.handled[site] = self.now()
        return piece

    def put(self, piece: Piece, site: Site) -> None:
        """Set a piece down; in a hole it falls through a beam, which is felt like a key."""
        if self.wiring.senses.get(site) is Sense.KEY:
            self.press(site)
            return
        self.stacks.setdefault(site, []).append(piece)
        self._touch(site)
        self.handled[site] = self.now()

    def press(self, key: Site) -> None:
        """Press a key or touch a bare cell; an antenna does not feel it."""
        self.handled[key] = now = self.now()
        if key not in self._channels or self.wiring.senses[key] is Sense.TAG:
            return
        self._contact(key, True, now)
        self._contact(key, False, now + PRESS)

    def tap(self, reader: Site, *names: str) -> None:
        """Hold cards over a reader for SHOW seconds; a card need not be enrolled."""
        uids = [self._uid(name, reader) for name in names]
        self.handled[reader] = now = self.now()
        self._shown[reader] = now, now + CARD_HELD, uids

    def glitch(self, seconds: float, channels: Iterable[int] | None = None) -> None:
        """Let these contacts, or every other one, read wrong for a moment, as after a spark."""
        now = self.now()
        self.levels()  # apply due changes, even if no Pico samples them
        for channel in list(self.wiring.channels)[::2] if channels is None else channels:
            level = bool(self._words[channel >> 5] & 1 << (channel & 31))
            heappush(self._due, (now, channel, not level))
            heappush(self._due, (now + seconds, channel, level))

    def turn(self, dial: Site, rows: float, speed: float = TURNING) -> float:
        """Wind the strip; return how many seconds it takes."""
        self.handled[dial] = now = self.now()
        here = self.row(dial)
        seconds = abs(rows) / speed
        self._turns[dial] = StripTurn(here, now, here + rows, now + seconds)
        self._slipped[dial] += rows * self.faults.slip * self.luck.random()
        return seconds

    def stand(self, layout: Layout) -> None:
        """Set up the whole board at once."""
        cells = {site: list(c) for site, c in layout.items() if not isinstance(c, int)}
        kinds = self.wiring.senses
        taps = {site for site in cells if site not in kinds or kinds[site].momentary}
        changed = self.stacks.keys() | cells.keys()
        self.stacks = {site: stack for site, stack in cells.items() if site not in taps}
        for site in changed - taps:
            self._touch(site)
        for site, content in layout.items():
            if isinstance(content, int) and site in self._turns:
                self._turns[site] = StripTurn(content, 0.0, content, 0.0)

    def unplug(self) -> None:
        self.plugged = False

    def plug(self) -> None:
        """Plug the cable in again; the Pico, on USB power, restarts."""
        if not self.plugged:
            self.plugged = True
            self.boots += 1

    # ------------------------------------------------------------------------------------ physics

    def now(self) -> float:
        return self._clock.now() if self.moment is None else self.moment

    def row(self, dial: Site, later: float = 0.0) -> float:
        """Return where the strip stands, now or so many seconds later."""
        return self._turns[dial].at(self.now() + later)

    def counted(self, dial: Site, later: float = 0.0) -> float:
        """Return the strip's place by the encoder, less what slipped under its wheel."""
        return self.row(dial, later) - self._slipped[dial]

    def levels(self) -> tuple[int, ...]:
        """Return a word for each chain, a bit set where a contact is closed now."""
        now = self.now()
        if self._due and self._due[0][0] <= now:
            while self._due and self._due[0][0] <= now:
                self._applied, channel, level = heappop(self._due)
                bit = 1 << (channel & 31)
                word = self._words[channel >> 5]
                self._words[channel >> 5] = word | bit if level else word & ~bit
            self._levels = self._felt()
        return self._levels

    def tags(self, reader: Site) -> tuple[bytes, ...]:
        """Return the tags that answer now: at a tap reader one, at an antenna all."""
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
        """Return the card held over this reader now; of two, they answer in turn."""
        begins, ends, uids = self._shown.get(reader, (0.0, 0.0, []))
        if not uids:
            return []
        missed = self.luck.random() < self.faults.missed_read
        uids.append(uids.pop(0))
        return uids[-1:] if begins <= self.now() < ends and not missed else []

    def showing(self) -> bool:
        """True if a card is or was just shown, or an antenna's pieces have just changed."""
        now = self.now()
        shown = any(now < ends + TAG_GONE for _, ends, _ in self._shown.values())
        return shown or now < self._stirred + TAG_GONE

    def next_change(self) -> float:
        """Return when a contact changes by itself next; now, while a strip turns."""
        now = self.now()
        if any(now < turn.ends for turn in self._turns.values()) or self.showing():
            return now
        return self._due[0][0] if self._due else float("inf")

    def stirred(self, since: float) -> float:
        """Return when the first card or contact moved that was not sampled since `since`."""
        shown = (begins for begins, ends, _ in self._shown.values() if ends > since)
        contact = self._due[0][0] if self._due else float("inf")
        applied = [since] if self._applied >= since else []  # somebody else has looked meanwhile
        return min([contact, *shown, *applied])

    def refresh(self) -> None:
        """Update every contact, after faults have changed."""
        for site in self.wiring.senses:
            self._touch(site)

    def shining(self, grb: bytes) -> bytes:
        """Return these pixels as seen: dark if dead or if no data arrives."""
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
        """Return the words of the chains as the registers pass them on, faults included."""
        faults = self.faults
        bare = [channel for site in faults.bare for channel in self._channels[site]]
        return tuple(
            0 if chain in faults.unplugged else word | (chain in faults.shorted) << 31
            for chain, word in enumerate(ghosted(self._words, bare))
        )

    def _uid(self, name: str, reader: Site) -> bytes:
        """Return the piece's tag of the kind that this reader reads, if it has one.

        A piece that was never enrolled also has a tag.
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
        """True if a magnet of the right pole acts on the contact, also by crosstalk.

        Of a stack only the lowest magnet does: the next is too high to be felt over a Hall switch.
        """
        if self.wiring.senses[site] is Sense.COUNT:
            return self._channels[site].index(channel) < len(self.stacks.get(site, ()))
        side = self.wiring.sides.get(channel)
        near = {site} | {a for a, b in self.faults.crosstalk.items() if b == site}
        stacks = [stack for place in near if (stack := self.stacks.get(place))]
        return any(side is None or self._pole(site, stack[0]) == side for stack in stacks)

    def _pole(self, site: Site, piece: Piece) -> int:
        """Return the seat that this site's switch takes the piece's magnet for."""
        wrong = (piece.name in self.faults.turned) != (site in self.faults.swapped)
        return 1 - piece.seat if wrong else piece.seat

    def _contact(self, site: Site, closed: bool, at: float) -> None:
        """Switch the contact of a key, or of a cell with only one."""
        self._switch(self._channels[site][0], closed, at)

    def _switch(self, channel: int, closed: bool, at: float) -> None:
        """Switch a contact at this time, with contact bounce as it closes."""
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
