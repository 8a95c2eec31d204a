"""The line to a board under test: records everything it says, without interpreting it."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from controller.errors import BadWiring, WrongPanel
from controller.scene import DARK, Frame
from drivers.board import own_strip
from drivers.clock import Clock
from drivers.conversation import Conversation
from drivers.greeting import HELLO_WITHIN, Hello, hello_at, no_board_error
from drivers.incoming import MOST_TAGS, WELL, Incoming
from drivers.link import Link
from drivers.strip import LinkStrip, Strip
from drivers.wiring import Wiring, load_wiring
from firmware import wire

FULL_BRIGHTNESS = 255  # brightness: full, since currents are compared

log = logging.getLogger(__name__)


class Beat(Struct, frozen=True):
    """The fields of a heartbeat."""

    time: int
    loop_us: int
    lost: int
    broken: int
    mV: int
    mA: int
    readings: int
    lights: int


class Roll(Struct, frozen=True):
    """The strip's place in 1/1000 rows, and how far it can be trusted."""

    time: int
    place: int
    trust: int
    illegal: int
    slips: int


class PrintedMark(Struct, frozen=True):
    """A printed mark that began or ended."""

    time: int
    track: int
    level: int
    place: int


class Tag(Struct, frozen=True):
    """A tag that was seen, or has gone."""

    time: int
    reader: int
    seen: int
    uid: bytes


class Probe:
    """A board under test; `hear` waits at most a frame, and what came is in the lists."""

    def __init__(
        self, link: Link, wiring: Wiring, clock: Clock, strip: Strip | None = None
    ) -> None:
        self.link = link
        self.wiring = wiring
        self.clock = clock
        self.hello: Hello | None = None
        self.greeted = 0  # number of greetings
        self.closed: set[int] = set()  # channels
        self.edges: list[tuple[int, bool]] = []
        self.snapshots: list[bytes] = []
        self.beats: list[Beat] = []
        self.roll: Roll | None = None
        self.rolled_at = 0.0  # s, on our clock
        self.marks: list[PrintedMark] = []
        self.tags: list[Tag] = []
        self.complaints: Counter[tuple[int, int]] = Counter()  # (code, about): how often
        self.latencies: list[int] = []  # us
        self._strip: Strip = strip or own_strip(wiring) or LinkStrip(link)
        self._frame: Frame = [DARK] * wiring.file.pixels
        self._conversation = Conversation(
            link,
            wiring,
            clock,
            self._strip,
            brightness=FULL_BRIGHTNESS,
        )
        self._incoming = Incoming(wiring)
        self._take: dict[int, Callable[..., None]] = {
            wire.HELLO: self._greeted,
            wire.HEARTBEAT: lambda *fields: self.beats.append(Beat(*fields)),
            wire.EDGE: self._edge,
            wire.SNAPSHOT: self._snapshot,
            wire.ROLLER: self._rolled,
            wire.MARK: lambda *fields: self.marks.append(PrintedMark(*fields)),
            wire.TAG: self._tagged,
            wire.FAULT: self._complained,
            wire.LATENCY: lambda time, channel, us: self.latencies.append(us),
        }

    def await_hello(self) -> Hello:
        """Return the greeting once a snapshot has come; raise BoardAbsent if none does."""
        until = self.clock.now() + HELLO_WITHIN
        while not (self.hello and self.snapshots) and self.clock.now() < until:
            self.hear()
            if self._conversation.telling:
                until = self.clock.now() + HELLO_WITHIN
        if self.hello is None:
            raise no_board_error(self.link.url)
        return self.hello

    def hear(self) -> None:
        for kind, _, payload in self.link.lines():
            if kind == wire.HELLO or (kind in self._take and not self._conversation.telling):
                self._heard(kind, payload)
        if trouble := self._conversation.keep_up():
            raise trouble
        self._strip.show(self._frame, self.clock.now())

    def tell(self, kind: int, *fields: Any) -> None:
        self.link.send(kind, *fields)

    def show(self, frame: Frame) -> None:
        """Show this frame, and keep it lit."""
        self._frame = frame
        self._strip.show(frame, self.clock.now())

    def close(self) -> None:
        self.link.close()

    def _heard(self, kind: int, payload: bytes) -> None:
        try:
            fields = self._incoming.fields(kind, payload)
        except ValueError:
            self.link.misheard()
            return
        self._take[kind](*fields)

    def _greeted(self, *fields: Any) -> None:
        self.hello = Hello(*fields)
        self.greeted += 1
        self._conversation.greeted(self.hello)
        self.greeted -= self._conversation.telling  # it will greet again, and that counts

    def _edge(self, time: int, channel: int, level: int) -> None:
        self.edges.append((channel, bool(level)))
        if level:
            self.closed.add(channel)
        else:
            self.closed.discard(channel)

    def _snapshot(self, time: int, first: int, bits: bytes) -> None:
        self.snapshots.append(bits)
        self.closed = {
            at for at in range(8 * len(bits)) if bits[at >> 3] & 1 << (at & 7)
        } - self._sentinels
        self.link.gap = False

    @property
    def _sentinels(self) -> set[int]:
        return {
            32 * chain + bit
            for chain, guarded in enumerate(self.wiring.guarded)
            if guarded
            for bit in (30, 31)
        }

    def _rolled(self, *fields: int) -> None:
        self.roll = Roll(*fields)
        self.rolled_at = self.clock.now()

    def _tagged(self, *fields: Any) -> None:
        """Record a tag, ignoring repetitions that the Pico sends after a loss."""
        tag = Tag(*fields)
        if tag.seen not in (wire.LIES, wire.LISTED) and tag not in self.tags:
            self.tags.append(tag)
            del self.tags[:-MOST_TAGS]

    def _complained(self, time: int, code: int, about: int) -> None:
        if code == wire.SUPPLY or not about & WELL:
            self.complaints[code, about] += 1


def panel_at(url: str, clock: Clock, paths: Iterable[Path]) -> Path | None:
    """Return the wiring of the panel at this URL; None if the board has none configured yet.

    Raises WrongPanel if none of these wirings is for it.
    """
    return panel_of(hello_at(url, clock), url, paths)


def panel_of(hello: Hello, url: str, paths: Iterable[Path]) -> Path | None:
    """Return the wiring of the panel in this greeting, as `panel_at` does."""
    path = wirings_by_number(paths).get(hello.panel)
    if hello.knows_panel and path is None:
        raise WrongPanel("board.no_wiring", url=url, panel=hello.panel)
    return path


def wirings_by_number(paths: Iterable[Path]) -> dict[int, Path]:
    """Return each wiring by its panel's number; of two with one number, the first."""
    found = [(wiring.file.panel, path) for path, wiring in readable_wirings(paths)]
    return dict(reversed(found))


def readable_wirings(paths: Iterable[Path]) -> Iterator[tuple[Path, Wiring]]:
    """Yield these wirings; those that cannot be read are logged and left out."""
    for path in paths:
        try:
            yield path, load_wiring(path)
        except BadWiring as trouble:
            log.warning("%s", trouble)


def open_probe(url: str, wiring: Wiring, clock: Clock, strip: Strip | None = None) -> Probe:
    """Open and greet the board at this URL; raise BoardTrouble if it cannot be tested.

    `strip` is for pixels on the Pi's own pins that are open already.
    """
    probe = Probe(Link(url, clock), wiring, clock, strip)
    try:
        probe.await_hello()
    except BaseException:
        probe.close()
        raise
    return probe
