"""The driver of one board: observations in, frames and sounds out."""

from __future__ import annotations

import logging
import struct
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from controller.errors import BoardAbsent, BoardTrouble
from controller.scene import Frame
from controller.sounds.sound import Note
from controller.values import (
    Observation,
    Reading,
    Sense,
    Site,
    Unsure,
    expect,
    rounded_rows,
    so_many,
)
from drivers.clock import Clock
from drivers.conversation import Conversation
from drivers.greeting import HELLO_WITHIN, Hello, Starts, no_board_error
from drivers.health import Ailment, Health
from drivers.incoming import MOST_TAGS, WELL, Incoming
from drivers.link import Link
from drivers.strip import LinkStrip, Strip
from drivers.tags import Tags
from drivers.wiring import Wiring
from firmware import wire

log = logging.getLogger(__name__)

CLOCK_WRAP_MS = 1 << 32  # ms; the Pico's 32-bit clock wraps after 49.7 days
# s; a message delayed by more than this was sent before the Pico's clock restarted
LATE_MESSAGE = 10.0
PI_ALONE = "pi:"  # prefix of the URL of a board without a Pico
DRIFT = 1e-4  # s per heartbeat: two crystals of 50 ppm each drift apart by this in a second


class PinDevice(Protocol):
    """A device on the Pi's own pins that reports readings (keys, roller)."""

    def drain(self) -> Iterator[tuple[Site, Reading, float]]: ...
    def close(self) -> None: ...


class Board:
    """One panel: its sensor readings, its lights and its state of health."""

    def __init__(
        self,
        link: Link,
        wiring: Wiring,
        clock: Clock,
        *,
        strip: Strip | None = None,
        parts: Sequence[PinDevice] = (),
    ) -> None:
        self.wiring = wiring
        self.hello: Hello | None = None
        self._unfit: BoardTrouble | None = None  # why this board cannot be played on
        # gets each event of the Pi's pins
        self.overheard: Callable[[str], None] = lambda words: None
        self.health = Health()
        self.starts = Starts()
        self.crash = ""  # traceback of the Pico's last crash, if it sent one
        self.beat: tuple[int, ...] = ()  # the last heartbeat: loop_us lost broken mV mA ...
        self.faults: dict[tuple[int, int], float] = {}  # (code, about): since when
        self._link, self._clock, self._parts = link, clock, parts
        self._strip: Strip = strip or LinkStrip(link)
        bright = wiring.file.brightness
        self._conversation = Conversation(link, wiring, clock, self._strip, brightness=bright)
        self._readings: dict[Site, Reading] = dict(expect({}, wiring.senses))
        self._changed: dict[Site, float] = {}
        self._belated: set[Site] = set()  # sites last changed by a snapshot, not by an edge
        self._bits = bytearray()
        self._counted = wiring.counted
        self._felt = channel_sites(wiring)
        self._offset: float | None = None  # host seconds at the Pico's zero
        self._last = 0  # the Pico's clock in its last message
        self._wraps = 0  # how often that clock has wrapped
        self.tags = Tags(wiring)
        self._told: deque[tuple[int, int, int, bytes]] = deque(maxlen=128)  # messages handled
        self._listed: list[tuple[int, bytes]] = []  # the tag list that is being received
        # each strip's start in 1/1000 rows, and when
        self._found: dict[Site, tuple[int, float]] = {}
        self._sure = False  # a snapshot has come since the last greeting
        self._met = False  # greeted since the last observation: it was away, however briefly
        self._incoming = Incoming(wiring)
        self._hear: dict[int, Callable[..., None]] = {
            wire.HELLO: self._greeted,
            wire.HEARTBEAT: self._beat,
            wire.EDGE: self._edge,
            wire.SNAPSHOT: self._snapshot,
            wire.ROLLER: self._rolled,
            wire.TAG: self._tag,
            wire.FAULT: self._fault,
            wire.CRASH: self._crashed,
        }

    @property
    def link(self) -> Link:
        return self._link

    @property
    def trouble(self) -> BoardTrouble | None:
        """Why the board cannot be played on or has not been reached; None if all is well."""
        return self._unfit or (None if self.hello else self._link.trouble)

    @property
    def strip(self) -> Strip:
        return self._strip

    def observe(self, patience: float | None = None) -> Observation:
        """Return all readings, after waiting one frame or up to `patience` seconds for bytes."""
        for kind, _, payload in self._link.lines(None if self._strip.lively else patience):
            self._take(kind, payload)
        for part in self._parts:
            for site, reading, at in part.drain():
                self.overheard(pinned(site, reading))
                self._note(site, reading, at)
        self._keep_up()
        present = self._sure and self._link.up and self._unfit is None and not self._met
        self._met = False
        now = self._clock.now()
        deaf = self._deaf() | self.health.deaf(now)
        readings, changed = dict(self._readings), dict(self._changed)
        belated = frozenset(self._belated)
        return Observation(now, readings, changed, present, deaf, belated)

    def ailments(self) -> list[Ailment]:
        """Return the faults of the board that its messages reveal."""
        now = self._clock.now()
        parts = (self.starts, self.tags, self.health)
        return [*self._complaints(), *(one for part in parts for one in part.ailments(now))]

    def show(self, frame: Frame) -> None:
        """Send this frame to the lights; only the difference to the last frame is sent."""
        self._strip.show(frame, self._clock.now())

    def sound(self, tune: Sequence[Note], volume: int) -> None:
        """Play this tune if the panel has a buzzer and the firmware supports it."""
        can = self.hello.can & wire.CAN_SOUND if self.hello and self._sure else 0
        if can and self.wiring.file.buzzer:
            notes = (
                struct.pack(wire.NOTE_FORMAT, note.hertz, note.ms)
                for note in tune[: wire.MOST_NOTES]
            )
            self._link.send(wire.TONES, volume, b"".join(notes))

    def shine(self, brightness: int) -> None:
        """Set the brightness of the lights, 0 to 255."""
        self._conversation.shine(brightness)
        self._strip.shine(brightness)

    def anew(self) -> Board:
        """Return a new Board with the same line, lights and pins, but no remembered state."""
        self._link.release()
        self._strip.forget()
        return Board(self._link, self.wiring, self._clock, strip=self._strip, parts=self._parts)

    def close(self) -> None:
        self._link.close()
        for part in self._parts:
            part.close()

    def await_hello(self) -> Hello:
        """Return the greeting once a snapshot has come; raise BoardTrouble if unusable."""
        until = self._clock.now() + HELLO_WITHIN
        while not ((self.hello and self._sure) or self._unfit) and self._clock.now() < until:
            self.observe()
            if self._conversation.telling:
                until = self._clock.now() + HELLO_WITHIN
            elif not self._link.up:
                break
        if self._unfit:
            raise self._unfit
        if self.hello is None:
            raise no_board_error(self._link.url)
        return self.hello

    # ------------------------------------------------------------------------- messages of the Pico

    def _take(self, kind: int, payload: bytes) -> None:
        deaf = self._conversation.telling or self._unfit
        if kind not in self._hear or (deaf and kind != wire.HELLO):
            return
        try:
            fields = self._incoming.fields(kind, payload)
        except ValueError:
            self._link.misheard()
            return
        self._hear[kind](*fields)

    def _greeted(self, *fields: Any) -> None:
        self.hello, self._sure, self._offset = Hello(*fields), False, None
        self._last = self._wraps = 0
        self._met = True
        self._told.clear()
        self._forget_tags()
        self._lose_strips()
        self.faults.clear()
        self.starts.greeted(self.hello.cause)
        self._unfit = self._conversation.greeted(self.hello)

    def _forget_tags(self) -> None:
        """Clear the reading of every tag site; the Pico lists the remaining tags again."""
        self.tags.forget()
        for site, sense in self.wiring.senses.items():
            if sense is Sense.TAG:
                self._note(site, None, self._clock.now())

    def _lose_strips(self) -> None:
        """Mark every dial as unsure: its strip may be wound while the line is down."""
        now = self._clock.now()
        for dial in self._found:
            self._note(dial, Unsure(0, now), now)
        self._found.clear()

    def _beat(self, time: int, *fields: int) -> None:
        self.beat = fields
        if self._offset is not None:
            self._offset += DRIFT
        self._when(time)
        if self._sure and fields[5] != wire.checksum(self._bits + self.tags.listing()):
            self._link.gap = True

    def _edge(self, time: int, channel: int, level: int) -> None:
        if not self._bits:
            self._link.gap = True
            return
        self._belated.discard(self._felt.get(channel, Site("")))
        self._set(channel, bool(level), self._when(time))

    def _snapshot(self, time: int, first: int, bits: bytes) -> None:
        """Take over all contact levels; a snapshot corrects what lost edges left wrong."""
        at = self._when(time)
        fresh = not self._bits
        if fresh:
            self._bits = bytearray(len(bits))
        for channel in range(8 * len(bits)):
            level = bool(bits[channel >> 3] & 1 << (channel & 7))
            if fresh or level != self._closed(channel):
                self._set(channel, level, at, pressed=not fresh)
                self._belated.update(filter(None, [self._felt.get(channel)]))
        self._sure = True
        self._link.gap = False

    def _rolled(self, time: int, place: int, trust: int, *_: int) -> None:
        own = self.wiring.file.pi.roller
        for dial in self.wiring.file.dials:
            if own and own.site == dial.site:
                continue  # the Pi counts this encoder itself
            found, since = self._found.setdefault(dial.site, (place, self._clock.now()))
            counted = Unsure(rounded_rows((place - found) / 1000), since)
            located = trust == wire.LOCATED  # not a place another host assumed
            self._note(
                dial.site, rounded_rows(place / 1000) if located else counted, self._when(time)
            )

    def _tag(self, time: int, reader: int, seen: int, uid: bytes) -> None:
        if seen in (wire.LIES, wire.LISTED):
            self._list_tag(reader, seen, uid, self._when(time))
            return
        if (time, reader, seen, uid) in self._told:
            return  # a repetition, sent in case the first message was lost
        self._told.append((time, reader, seen, uid))
        at = self._when(time)
        self._note_tags(self.tags.take(reader, uid, bool(seen), at), at)

    def _list_tag(self, reader: int, seen: int, uid: bytes, at: float) -> None:
        """Collect one entry of a tag list; at its end, replace all tags if the count is right."""
        if seen == wire.LIES:
            self._listed = [*self._listed[1 - MOST_TAGS :], (reader, uid)]
            return
        if len(self._listed) == reader:
            self._note_tags(self.tags.replace(self._listed, at), at)
        self._listed = []

    def _note_tags(self, told: Mapping[Site, Reading], at: float) -> None:
        for site, reading in told.items():
            if self.wiring.senses[site] is Sense.TAG:
                self._note(site, reading, at)
            else:
                self._readings[site] = reading
                self._changed[site] = at

    def _fault(self, time: int, code: int, about: int) -> None:
        """Record a fault of a chain, a reader or the supply, or its end (about + 0x100)."""
        if code != wire.SUPPLY and about & WELL:
            self.faults.pop((code, about & ~WELL), None)
        else:
            self.faults[code, 0 if code == wire.SUPPLY else about] = self._when(time)

    def _crashed(self, text: bytes) -> None:
        self.crash = text.decode(errors="replace").strip()
        log.warning("The Pico's program broke off before it started anew: %s", self.crash)

    def _deaf(self) -> frozenset[Site]:
        """Return the sites that cannot be trusted: those of faulty chains and silent readers."""
        if not self.faults:
            return frozenset()
        chains = {about for code, about in self.faults if code == wire.CHAIN}
        silent = {about for code, about in self.faults if code == wire.READER}
        cells = {site for channel, site in self.wiring.channels.items() if channel >> 5 in chains}
        readers = enumerate(self.wiring.readers)
        return frozenset(cells | {site for n, sites in readers if n in silent for site in sites})

    def _complaints(self) -> Iterator[Ailment]:
        for code, about in self.faults:
            if code == wire.CHAIN and about == self.wiring.proof:
                yield Ailment("F52")
            elif code == wire.CHAIN and (wire.BUS, 0) not in self.faults:
                yield Ailment("F10", more=str(about))
            elif code == wire.BUS:
                yield Ailment("F11")
            elif code == wire.READER:
                yield Ailment("F24", self.wiring.readers[about])
            elif code == wire.SUPPLY:
                yield Ailment("F37")

    # -------------------------------------------------------------------------------- readings kept

    def _set(self, channel: int, level: bool, at: float, *, pressed: bool = True) -> None:
        mask = 1 << (channel & 7)
        byte = self._bits[channel >> 3]
        self._bits[channel >> 3] = byte | mask if level else byte & ~mask
        site = self._felt.get(channel)
        if site is None:
            return
        if self.wiring.senses[site] is Sense.KEY:
            self.health.press(site, level, at)
            if level and pressed:
                self._changed[site] = at
        else:
            if pressed:  # the state in the first snapshot is not an edge
                self.health.feel(site, level, at, self.wiring.sides.get(channel))
            self._note(site, self._told_by(channel, site, level), at)

    def _told_by(self, channel: int, site: Site, level: bool) -> Reading:
        """Return the site's reading: occupied or empty, a count, or a set of seats."""
        if self.wiring.senses[site] is Sense.COUNT:
            return so_many(sum(map(self._closed, self._counted[site])))
        seat = self.wiring.sides.get(channel)
        if seat is None:
            return True if level else None
        seats = self._readings.get(site, frozenset())
        assert isinstance(seats, frozenset)
        return (seats | {seat} if level else seats - {seat}) or None

    def _closed(self, channel: int) -> bool:
        return bool(self._bits[channel >> 3] & 1 << (channel & 7))

    def _note(self, site: Site, reading: Reading, at: float) -> None:
        if self.wiring.senses[site] is Sense.KEY:
            self._changed[site] = at
        elif reading != self._readings.get(site):
            self._changed[site] = at
            if reading is None:
                del self._readings[site]
            else:
                self._readings[site] = reading

    def _when(self, time: int) -> float:
        """Convert the Pico's ms to host seconds; the least delayed message sets the offset."""
        now = self._clock.now()
        if self._last - time > CLOCK_WRAP_MS // 2:
            self._wraps += 1
        elif time - self._last > CLOCK_WRAP_MS // 2 and self._wraps:
            return now  # sent before the clock wrapped, received after it
        self._last = time
        self.starts.heard(time, now)
        seconds = (time + self._wraps * CLOCK_WRAP_MS) / 1000
        late = now - seconds
        if self._offset is None or not self._offset <= late <= self._offset + LATE_MESSAGE:
            self._offset = late
        return min(now, seconds + self._offset)

    def _keep_up(self) -> None:
        self._unfit = self._conversation.keep_up(sure=self._sure) or self._unfit
        if not self._link.up:
            self._sure = False
            self._lose_strips()


def channel_sites(wiring: Wiring) -> dict[int, Site]:
    """Map channels to sites, without the reeds in readers' coils, which only wake a reader."""
    channels = wiring.channels.items()
    return {at: site for at, site in channels if wiring.senses[site] is not Sense.TAG}


def pinned(site: Site, reading: Reading) -> str:
    """Return the text by which a recording keeps an event of the Pi's pins."""
    return f"pin {site} {reading.rows:g}" if isinstance(reading, Unsure) else f"pin {site}"


def open_board(url: str, wiring: Wiring, clock: Clock, *, waits: bool = False) -> Board:
    """Open the board at `url`, with the parts on the Pi's own pins.

    With `waits` the board may come later; until then `trouble` says why it is not present.
    """
    if url.startswith(PI_ALONE) and wiring.wakes:
        raise BoardAbsent("board.pi_coils", name=wiring.file.name)
    link = Link(url, clock, waits=waits)
    board = Board(
        link, wiring, clock, strip=own_strip(wiring), parts=tuple(own_parts(wiring, clock))
    )
    try:
        if link.up:
            board.await_hello()
    except BaseException:
        board.close()
        raise
    return board


def own_strip(wiring: Wiring) -> Strip | None:
    """Return the strip of pixels on the Pi's own pins, or None if the panel has none there."""
    file = wiring.file
    if not file.pi.lights:
        return None
    from drivers.strip import PinStrip, open_pixels

    return PinStrip(open_pixels(file.pi.lights, file.pixels), file.brightness, file.limit_mA)


def own_parts(wiring: Wiring, clock: Clock) -> Iterable[PinDevice]:
    """Yield the keys and the roller that are on the Pi's own pins."""
    pi = wiring.file.pi
    if pi.keys:
        from drivers.keys import Keys

        yield Keys(pi.keys, clock)
    if pi.roller:
        from drivers.roller import Roller

        yield Roller(pi.roller, clock)
