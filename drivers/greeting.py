"""Who the board says it is, and what a Pico is told that does not know its panel."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import suppress

from msgspec import Struct

from controller.errors import BoardAbsent, BoardTrouble, WrongFirmware, WrongPanel
from controller.values import Saying
from drivers.clock import Clock
from drivers.fit import fitted
from drivers.health import Ailment
from drivers.link import Link
from drivers.wiring import Wiring
from drivers.workshop.payload import spelt_version, version
from firmware import wire
from firmware.fit import UNTOLD

HELLO_WITHIN = 2.0  # s a board may take to say who it is
ASK_AGAIN = 0.1  # s before a question that was not answered is put again
RESTART = 20.0  # s to keep what it was told, start afresh and be found: an emulated Pi took over 8
TELL_AGAIN = 2.0  # s before a Pico that did not keep its panel is told again; then twice as long,
TELL_SELDOM = 600.0  # up to this

SAID = 300.0  # s for which a start that nobody wanted is worth saying
CAUSES = {
    wire.POWER: "power",
    wire.BUTTON: "button",
    wire.BITTEN: "watchdog",
    wire.ASKED: "request",
    wire.DIPPED: "dip",
    wire.CRASHED: "crash",
}
ITSELF = (wire.BITTEN, wire.DIPPED, wire.CRASHED)  # a first meeting tells of these too

log = logging.getLogger(__name__)


class Hello(Struct, frozen=True):
    """What the board says of itself."""

    protocol: int
    firmware: int
    board: bytes
    panel: int
    can: int
    channels: int
    keys: int
    readers: int
    pixels: int
    cause: int
    fit: bytes = b""  # as it was told

    @property
    def version(self) -> str:
        return spelt_version(self.firmware)

    @property
    def knows_panel(self) -> bool:
        """It knows which panel it sits under."""
        return bool(self.panel != UNTOLD)


def trouble_with(hello: Hello, wiring: Wiring) -> BoardTrouble | None:
    """The board must speak our protocol and be the panel we are wired for, or none yet."""
    if hello.protocol != wire.PROTOCOL:
        return WrongFirmware("board.other_protocol", theirs=hello.protocol, ours=wire.PROTOCOL)
    if hello.knows_panel and hello.panel != wiring.file.panel:
        file = wiring.file
        return WrongPanel("board.other_panel", panel=hello.panel, name=file.name, wanted=file.panel)
    return None


def advice_on_firmware(firmware: int, url: str) -> Iterator[Saying]:
    """What to do about a board whose firmware is not the one that this program would flash."""
    if firmware != version():
        theirs, ours = spelt_version(firmware), spelt_version(version())
        yield Saying("board.older_firmware", {"theirs": theirs, "ours": ours, "url": url})


class PanelUpload:
    """Tells a Pico its panel when it greets as none, or with another fit of the same panel.

    One that does not keep it is told ever more seldom: each time it writes its flash and restarts.
    """

    def __init__(self, link: Link, wiring: Wiring, clock: Clock) -> None:
        self._link, self._wiring, self._clock = link, wiring, clock
        self._fit: bytes = fitted(wiring).packed()
        self._board = b""  # which Pico it is that was told
        self._start_anew()

    def _start_anew(self) -> None:
        self._since: float | None = None  # first told, until it greets as it should or is given up
        self._given_up: BoardTrouble | None = None
        self._tell_at, self._pause = self._clock.now(), TELL_AGAIN

    @property
    def under_way(self) -> bool:
        """It was told, and has not come back with it yet."""
        return self._since is not None

    def greeted(self, hello: Hello) -> BoardTrouble | None:
        """Why this board cannot be played on; one that has only to be told is told."""
        trouble = trouble_with(hello, self._wiring)
        if trouble or hello.fit == self._fit or hello.board != self._board:
            self._start_anew()
            self._board = hello.board
        if trouble or hello.fit == self._fit:
            return trouble
        if self._clock.now() >= self._tell_at:
            self._tell()
        return self._given_up

    def refusal(self) -> BoardTrouble | None:
        """It will not be told, or has not come back: nobody waits for it any longer."""
        late = self._since is not None and self._clock.now() > self._since + RESTART
        if not late and wire.FIT not in self._link.refused:
            return None
        self._since = None
        self._link.refused.discard(wire.FIT)
        name = self._wiring.file.name
        self._given_up = BoardTrouble("board.forgets_panel", url=self._link.url, name=name)
        return self._given_up

    def _tell(self) -> None:
        if self._since is None and self._given_up is None:
            log.info("Telling the Pico on %s its panel.", self._link.url)
            self._since = self._clock.now()
        self._tell_at = self._clock.now() + self._pause
        self._pause = min(2 * self._pause, TELL_SELDOM)
        self._link.send(wire.FIT, self._fit)


class Starts:
    """A Pico has started anew when its clock has; one that is only greeted again has not."""

    def __init__(self) -> None:
        self._cause = 0
        self._fresh = False  # it has just been greeted
        self._last: int | None = None  # ms, on the Pico's clock
        self._since: float | None = None

    def greeted(self, cause: int) -> None:
        self._cause, self._fresh = cause, True

    def forget(self) -> None:
        """Somebody else had the board meanwhile: how often it started then is his affair."""
        self._last = None

    def heard(self, ms: int, now: float) -> None:
        """Its clock stands there."""
        anew = self._cause in ITSELF if self._last is None else ms < self._last
        if self._fresh and anew:
            self._since = now
        self._last, self._fresh = ms, False

    def ailments(self, now: float) -> Iterator[Ailment]:
        if self._since is None or now - self._since > SAID:
            return
        if self._cause in (wire.POWER, wire.DIPPED):
            yield Ailment("F38")
        elif self._cause == wire.BITTEN:
            yield Ailment("F44")
        elif self._cause == wire.CRASHED:
            yield Ailment("F51")


class PortWatcher:
    """A port on which a board may turn up; whoever waits there looks a frame at a time."""

    def __init__(self, url: str, clock: Clock) -> None:
        self.link, self._clock = Link(url, clock, waits=True), clock
        self._greeted = clock.now()

    @property
    def trouble(self) -> BoardTrouble | None:
        """Why nobody is there, if it is known."""
        return self.link.trouble

    def look(self) -> Hello | None:
        """Who has said who he is; nobody, most of the time."""
        found = next(said_in(self.link), None)
        if self._clock.now() - self._greeted > ASK_AGAIN:
            self._greeted = self._clock.now()
            self.link.greet()
        return found

    def close(self) -> None:
        self.link.close()


def hello_at(url: str, clock: Clock) -> Hello:
    """Who answers there, without being told anything; BoardAbsent when nobody does."""
    link = Link(url, clock)
    try:
        return next(hellos(link, clock))
    except StopIteration:
        raise nobody(url) from None
    finally:
        link.close()


def hellos(link: Link, clock: Clock) -> Iterator[Hello]:
    """Each greeting that is answered, for as long as somebody may take to answer."""
    until = clock.now() + HELLO_WITHIN
    greeted = clock.now()
    while clock.now() < until and link.up:
        yield from said_in(link)
        if clock.now() - greeted > ASK_AGAIN:
            greeted = clock.now()
            link.greet()


def said_in(link: Link) -> Iterator[Hello]:
    """Who has said who he is, in what was said within a frame's time."""
    for kind, _, payload in link.lines():
        if kind == wire.HELLO:
            with suppress(ValueError):  # of a protocol that had other fields
                yield Hello(*wire.unpack(kind, payload))


def nobody(url: str) -> BoardAbsent:
    return BoardAbsent("board.stranger", url=url)
