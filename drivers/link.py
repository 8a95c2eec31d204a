"""The serial line to the board: opened by URL, kept alive, reopened when it drops."""

from __future__ import annotations

import errno
import logging
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import serial
from serial.tools import list_ports

from controller.errors import BoardAbsent, BoardBusy, BoardTrouble, Misuse
from controller.values import Saying
from drivers.clock import Clock
from drivers.ports.hearing import hearing
from drivers.ports.memory_port import register_handlers
from firmware import wire

READ_TIMEOUT = 1 / 30  # s to wait for bytes before the table's loop goes on
PING = 1.0  # s between signs of life; the Pico considers the host gone after 3
LINE_SILENCE = 2.5  # s without a byte after which the line is dropped
ACK_TIMEOUT = 0.25  # s before a missing acknowledgement counts as lost
NEXT_TRY_AFTER = (0.25, 0.5, 1.0, 2.0, 4.0)  # s between two tries to open the port again
# The last is the wording of Windows
PORT_BUSY = ("lock", "busy", "denied access", "access is denied")

NUMBERED = re.compile(r"\((\d+), '|\[Errno (\d+)\]")  # how pyserial wraps an error number
NO_PORT = (errno.ENOTTY, errno.EISDIR, errno.EINVAL)

UP, DOWN, OPENED, CLOSED = "<", ">", "+", "-"  # signs passed to the listener

log = logging.getLogger(__name__)


def lost_port() -> tuple[type[BaseException], ...]:
    """Return the exceptions that a pulled cable may raise, depending on the call under way."""
    try:
        import termios
    except ImportError:  # Windows
        return (serial.SerialException, OSError)
    return (serial.SerialException, OSError, termios.error)


class Link:
    """A serial line that is reopened whenever it drops; `up` says whether the port is open.

    A port that is missing at first is an error, unless the line `waits` for it.
    """

    def __init__(
        self, url: str, clock: Clock, frame: float = READ_TIMEOUT, *, waits: bool = False
    ) -> None:
        self.url = url
        self._frame = frame
        self.broken = 0
        self.reopened = 0
        self.gap = False  # a message from the board was lost
        self.unheard: set[int] = set()  # kinds sent but not acknowledged
        self.refused: set[int] = set()  # kinds sent but rejected by the board
        self.listener: Callable[[str, bytes], None] = lambda sign, data: None  # must not block
        self._clock = clock
        self._identity = identity(url)
        self._sent: dict[int, tuple[int, float]] = {}
        self._tries = 0
        self._retry_at = 0.0
        self._seq = 0
        self._next: int | None = None  # the sequence number expected next
        self._joined = False  # a message has ended since the port was opened
        self._fresh()
        self.trouble: BoardTrouble | None = None  # why the port cannot be opened
        self._open(self._awaited(BoardAbsent) if waits else open_port(url, frame))
        self.greet()

    def _open(self, port: Any) -> None:
        self._port: Any = port
        self._hear = hearing(port, self._clock)

    @property
    def up(self) -> bool:
        return self._port is not None

    def close(self) -> None:
        if self._port is not None:
            self.listener(CLOSED, b"")
            self._port.close()
        self._port = None

    def release(self) -> None:
        """Close the port for another program; the next read after a frame opens it again."""
        self.close()
        self._retry_at = self._clock.now() + self._frame

    def lines(self, patience: float | None = None) -> list[tuple[int, int, bytes]]:
        """Return the lines received, after waiting a frame or up to `patience` seconds.

        It waits no longer than until a task of the line itself is due.
        """
        if self._port is None:
            self._reopen()
            return []
        with self._surviving():
            lines = self._heard(self._hear(self._spare(patience)))
            self._tend()
            return lines
        return []

    def _spare(self, patience: float | None) -> float:
        """Return the seconds to wait: no longer than until a task of the line itself is due."""
        if patience is None:
            return self._frame
        due = 0.0 if self._sent or self.gap else self._spoke_at + PING - self._clock.now()
        return min(patience, max(self._frame, due))

    def misheard(self) -> None:
        """Count a message that makes no sense as corrupted in transit."""
        self.broken += 1
        self.gap = True

    def send(self, kind: int, *fields: Any) -> None:
        """Send a message; if it is not acknowledged in time, its kind appears in `unheard`."""
        if self._port is None:
            return
        self._seq = (self._seq + 1) & 0xFF
        data = wire.encode(kind, self._seq, wire.pack(kind, *fields))
        with self._surviving():
            self._port.write(data)
            self.listener(DOWN, data)
            self._sent[self._seq] = kind, self._clock.now()
            self._spoke_at = self._clock.now()

    def _heard(self, data: bytes) -> list[tuple[int, int, bytes]]:
        if data:
            self.listener(UP, data)
        lines = self._decoder.feed(data) if data else []
        broken, self._decoder.broken = self._decoder.broken, 0
        self.gap |= broken > 0
        if not self._joined and (lines or broken):
            self._joined = True
            broken = max(0, broken - 1)  # cut off: it began before the port was opened
        self.broken += broken
        kept = []
        for line in lines:
            self._heard_at = self._clock.now()
            self.gap |= self._next not in (None, line[1])
            self._next = (line[1] + 1) & 0xFF
            if line[0] == wire.ACK and len(line[2]) >= 2:
                self._acknowledged(*line[2][:2])
            else:
                kept.append(line)
        return kept

    def _acknowledged(self, seq: int, status: int) -> None:
        kind, _ = self._sent.pop(seq, (None, 0.0))
        if kind is not None and status != wire.DONE:
            self.refused.add(kind)

    def _tend(self) -> None:
        """Send a sign of life, collect late acknowledgements, and drop a silent line."""
        now = self._clock.now()
        late = [seq for seq, (_, at) in self._sent.items() if now - at > ACK_TIMEOUT]
        self.unheard |= {self._sent.pop(seq)[0] for seq in late}
        if now - self._heard_at > LINE_SILENCE:
            self._drop("it fell silent")
        elif now - self._spoke_at > PING:
            self.send(wire.PING)

    def greet(self) -> None:
        """Ask the board for its greeting and a snapshot."""
        self.send(wire.GREET, wire.PROTOCOL)

    def _reopen(self) -> None:
        """Try to open the port again when it is time; else sleep a frame."""
        if self._clock.now() < self._retry_at:
            self._clock.doze(min(self._frame, self._retry_at - self._clock.now()))
            return
        self._open(self._awaited(BoardAbsent, BoardBusy))
        if not self.up:
            return
        self._identity = self._identity or identity(self.url)
        self.reopened += 1
        self.listener(OPENED, b"")
        self._fresh()
        self.greet()

    def _awaited(self, *reasons: type[BoardTrouble]) -> Any:
        """Return the port if it can be opened, else None.

        A failure sets `trouble` and the time of the next try.
        """
        try:
            port, self.trouble = open_port(found_again(self.url, self._identity), self._frame), None
            return port
        except reasons as trouble:
            self.trouble = trouble
            self._wait()
            return None

    def _wait(self) -> None:
        pause = NEXT_TRY_AFTER[min(self._tries, len(NEXT_TRY_AFTER) - 1)]
        self._tries += 1
        self._retry_at = self._clock.now() + pause

    def _fresh(self) -> None:
        """Reset the state of the protocol, after the port was opened."""
        self._decoder = wire.Decoder()
        self._joined = False
        self._seq = 0
        self._next = None
        self._sent.clear()
        self.unheard.clear()
        self.refused.clear()
        self.gap = False
        self._heard_at = self._spoke_at = self._clock.now()

    def settle(self) -> None:
        """Reset the retry delay: the board has answered."""
        self._tries = 0

    def _drop(self, why: str) -> None:
        log.warning("Lost the board on %s: %s.", self.url, why)
        try:
            self.close()
        except lost_port():
            self._port = None
        self._wait()

    @contextmanager
    def _surviving(self) -> Iterator[None]:
        try:
            yield
        except lost_port() as trouble:
            self._drop(str(trouble))


def open_port(url: str, frame: float = READ_TIMEOUT) -> Any:
    """Open the port of this URL exclusively; raise BoardTrouble or Misuse with the reason."""
    register_handlers("drivers.pi")
    try:
        port = serial.serial_for_url(url, do_not_open=True, timeout=frame, write_timeout=1.0)
        if hasattr(port, "exclusive") and "://" not in url:
            port.exclusive = True
        port.open()
        return port
    except lost_port() as trouble:
        text = str(trouble).lower()
        if any(sign in text for sign in PORT_BUSY):
            raise BoardBusy("board.in_use", url=url) from None
        if "permission" in text:
            raise BoardBusy("board.forbidden", url=url) from None
        raise BoardAbsent("board.absent", url=url, why=open_failure(trouble)) from None
    except ValueError as trouble:
        raise Misuse("board.no_address", url=url, why=trouble) from None


def open_failure(trouble: BaseException) -> str | Saying:
    """Return why a port cannot be opened, without the library's nesting and numbers."""
    text = str(trouble)
    if "No such file" in text or "cannot find the file" in text:
        return Saying("board.unplugged")
    number = NUMBERED.search(text)
    if number is None:
        return text.rstrip(".")
    known = int(number[1] or number[2])
    return Saying("board.no_port") if known in NO_PORT else os.strerror(known).lower()


def identity(url: str) -> str:
    """Return the serial number of the device at this port, or an empty text."""
    ports = [] if "://" in url else list_ports.comports()
    return next((port.serial_number or "" for port in ports if port.device == url), "")


def found_again(url: str, serial_number: str) -> str:
    """Return the device's present port: ttyACM0 may come back as ttyACM1."""
    if serial_number:
        for port in list_ports.comports():
            if port.serial_number == serial_number:
                return str(port.device)
    return url
