"""The greeting of a board: who it is, panel upload, restarts, and ports where one may appear."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import suppress

from msgspec import Struct

from controller.errors import BoardAbsent, BoardTrouble, WrongFirmware, WrongPanel
from controller.values import Saying
from drivers.clock import Clock
from drivers.fit import fit_of
from drivers.health import Ailment
from drivers.link import Link
from drivers.wiring import Wiring
from drivers.workshop.payload import firmware_version, spelt_version
from firmware import wire
from firmware.fit import UNTOLD

HELLO_WITHIN = 2.0  # s a board may take to greet
ASK_AGAIN = 0.1  # s before an unanswered question is repeated
RESTART_TIMEOUT = 20.0  # s to store the panel, restart and be found: an emulated Pi took over 8
TELL_AGAIN = 2.0  # s before a Pico that did not keep its panel gets it again; doubled each time,
TELL_SELDOM = 600.0  # up to this

RESTART_REPORTED = 300.0  # s for which an unwanted restart is reported
CAUSES = {
    wire.POWER: "power",
    wire.BUTTON: "button",
    wire.BITTEN: "watchdog",
    wire.ASKED: "request",
    wire.DIPPED: "dip",
    wire.CRASHED: "crash",
}
# causes that are reported even at the first greeting
ITSELF = (wire.BITTEN, wire.DIPPED, wire.CRASHED)

log = logging.getLogger(__name__)


class Hello(Struct, frozen=True):
    """The fields of a board's HELLO message."""

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
    fit: bytes = b""  # the fit stored in the Pico

    @property
    def version(self) -> str:
        return spelt_version(self.firmware)

    @property
    def knows_panel(self) -> bool:
        """True if the board has been told which panel it belongs to."""
        return bool(self.panel != UNTOLD)


def trouble_with(hello: Hello, wiring: Wiring) -> BoardTrouble | None:
    """Return why this board cannot be played on (other protocol, other panel), or None."""
    if hello.protocol != wire.PROTOCOL:
        return WrongFirmware("board.other_protocol", theirs=hello.protocol, ours=wire.PROTOCOL)
    if hello.knows_panel and hello.panel != wiring.file.panel:
        file = wiring.file
        return WrongPanel("board.other_panel", panel=hello.panel, name=file.name, wanted=file.panel)
    return None


def advice_on_firmware(firmware: int, url: str) -> Iterator[Saying]:
    """Yield advice to update a board whose firmware is not this program's version."""
    if firmware != firmware_version():
        theirs, ours = spelt_version(firmware), spelt_version(firmware_version())
        yield Saying("board.older_firmware", {"theirs": theirs, "ours": ours, "url": url})


class PanelUpload:
    """Sends a Pico its panel when it greets with none, or with another fit of the same panel.

    Retries become rarer, because each one writes the Pico's flash and restarts it.
    """

    def __init__(self, link: Link, wiring: Wiring, clock: Clock) -> None:
        self._link, self._wiring, self._clock = link, wiring, clock
        self._fit: bytes = fit_of(wiring).packed()
        self._board = b""  # the serial number of the Pico that was sent the fit
        self._start_anew()

    def _start_anew(self) -> None:
        self._since: float | None = None  # when first sent, until it greets with it or is given up
        self._given_up: BoardTrouble | None = None
        self._tell_at, self._pause = self._clock.now(), TELL_AGAIN

    @property
    def under_way(self) -> bool:
        """True from the first upload until the Pico greets with this fit or is given up."""
        return self._since is not None

    def greeted(self, hello: Hello) -> BoardTrouble | None:
        """Handle a greeting, sending the panel if it differs.

        Return why it is unplayable, or None.
        """
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
        """Return the trouble if the Pico refused the panel or did not restart in time."""
        late = self._since is not None and self._clock.now() > self._since + RESTART_TIMEOUT
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
    """Detects that a Pico has restarted: its clock goes back between two messages."""

    def __init__(self) -> None:
        self._cause = 0
        self._fresh = False  # no time has come since the greeting
        self._last: int | None = None  # ms, on the Pico's clock
        self._since: float | None = None

    def greeted(self, cause: int) -> None:
        self._cause, self._fresh = cause, True

    def forget(self) -> None:
        """Forget the last time: another program had the board, and its restarts are not ours."""
        self._last = None

    def heard(self, ms: int, now: float) -> None:
        """Take a time of the Pico's clock; after a greeting, a lower one means a restart."""
        anew = self._cause in ITSELF if self._last is None else ms < self._last
        if self._fresh and anew:
            self._since = now
        self._last, self._fresh = ms, False

    def ailments(self, now: float) -> Iterator[Ailment]:
        """Yield the fault of an unwanted restart for SAID seconds after it."""
        if self._since is None or now - self._since > RESTART_REPORTED:
            return
        if self._cause in (wire.POWER, wire.DIPPED):
            yield Ailment("F38")
        elif self._cause == wire.BITTEN:
            yield Ailment("F44")
        elif self._cause == wire.CRASHED:
            yield Ailment("F51")


class PortWatcher:
    """A port on which a board may appear; polled without blocking for longer than a frame."""

    def __init__(self, url: str, clock: Clock) -> None:
        self.link, self._clock = Link(url, clock, waits=True), clock
        self._greeted = clock.now()

    @property
    def trouble(self) -> BoardTrouble | None:
        """Why the port cannot be opened or used, if known."""
        return self.link.trouble

    def look(self) -> Hello | None:
        """Return a greeting that has come, or None; greet the port again from time to time."""
        found = next(greetings_in(self.link), None)
        if self._clock.now() - self._greeted > ASK_AGAIN:
            self._greeted = self._clock.now()
            self.link.greet()
        return found

    def close(self) -> None:
        self.link.close()


def hello_at(url: str, clock: Clock) -> Hello:
    """Return the greeting of the board at this URL, unconfigured.

    Raise BoardAbsent if none comes.
    """
    link = Link(url, clock)
    try:
        return next(hellos(link, clock))
    except StopIteration:
        raise no_board_error(url) from None
    finally:
        link.close()


def hellos(link: Link, clock: Clock) -> Iterator[Hello]:
    """Yield each greeting that comes within HELLO_WITHIN seconds, asking again meanwhile."""
    until = clock.now() + HELLO_WITHIN
    greeted = clock.now()
    while clock.now() < until and link.up:
        yield from greetings_in(link)
        if clock.now() - greeted > ASK_AGAIN:
            greeted = clock.now()
            link.greet()


def greetings_in(link: Link) -> Iterator[Hello]:
    """Yield the greetings among the messages of one frame's time."""
    for kind, _, payload in link.lines():
        if kind == wire.HELLO:
            with suppress(ValueError):  # a HELLO of a protocol with other fields
                yield Hello(*wire.unpack(kind, payload))


def no_board_error(url: str) -> BoardAbsent:
    """Return the error for a port on which no board has answered."""
    return BoardAbsent("board.stranger", url=url)
