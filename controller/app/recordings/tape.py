"""Read a recording from its file, check every line, and play it past a port in its own time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from math import inf
from pathlib import Path
from zlib import crc32

import msgspec
from msgspec import Struct
from serial.serialutil import SerialException

from controller.app.recordings.recording import END, SAID, TITLES, RecordingHead
from controller.errors import BadRecording
from drivers.clock import Clock
from drivers.link import CLOSED, OPENED, UP

LINE = re.compile(r"(\d{1,9}\.\d{6}) (?:([<>]) ((?:[0-9a-f]{2})+)|([+-])|([=!*]) (.+)|(\.) (.{8}))")
SOON = 0.2  # s before a recorded opening at which opening the port already succeeds


class Line(Struct, frozen=True):
    """One line: its time, its kind, and bytes or words."""

    at: float
    sign: str
    data: bytes = b""
    words: str = ""


class Reading(Struct, frozen=True):
    """A whole recording. `whole` is False if the file ends before the recording does."""

    head: RecordingHead
    lines: tuple[Line, ...]
    whole: bool


def load(path: Path) -> Reading:
    """Return the recording in this file; BadRecording says what is wrong with it."""
    try:
        return parse_reading(path.read_bytes().decode())
    except OSError as trouble:
        raise BadRecording("file.unreadable", path=path, why=trouble.strerror) from None
    except UnicodeDecodeError:
        raise BadRecording("recording.none", path=path) from None
    except BadRecording as trouble:
        raise BadRecording("file.trouble", path=path, trouble=trouble) from None


def parse_reading(text: str) -> Reading:
    """Return the recording in this text; BadRecording if its sums, head or lines are wrong."""
    title, _, rest = text.partition("\n")
    first, _, body = rest.partition("\n")
    if not title.startswith(TITLES):
        raise BadRecording("recording.other_version")
    if title.rpartition(" ")[2] != f"{crc32(first.encode()):08x}":
        raise BadRecording("recording.damaged_head")
    lines = tuple(forward(read_lines(body)))
    whole = bool(lines) and lines[-1].sign == END
    if whole and lines[-1].words != total(text):
        raise BadRecording("recording.damaged")
    return Reading(headed(first), lines, whole)


def headed(text: str) -> RecordingHead:
    """Return the head in this text; BadRecording if it is malformed."""
    try:
        return msgspec.json.decode(text, type=RecordingHead)
    except (msgspec.MsgspecError, ValueError, RecursionError) as trouble:
        raise BadRecording("recording.malformed_head", why=trouble) from None


def total(text: str) -> str:
    """Return the checksum of everything before the last line."""
    return f"{crc32(text[: text.rstrip(chr(10)).rfind(chr(10)) + 1].encode()):08x}"


def read_lines(body: str) -> Iterator[Line]:
    """Yield every line; leave out a last one that was cut off."""
    *whole, _ = body.split("\n")
    for number, text in enumerate(whole, 3):
        found = LINE.fullmatch(text)
        if found is None:
            raise BadRecording("recording.malformed", line=number)
        yield matched_line(found)


def matched_line(found: re.Match[str]) -> Line:
    """Return the line that this match found."""
    at, way, data, port, kind, words, end, total = found.groups()
    sign = way or port or kind or end
    return Line(float(at), sign, bytes.fromhex(data or ""), words or total or "")


def forward(lines: Iterable[Line]) -> Iterator[Line]:
    """Yield the lines; BadRecording if time goes back or anything follows the end."""
    last = Line(0.0, "")
    for number, one in enumerate(lines, 3):
        if one.at < last.at or last.sign == END:
            raise BadRecording("recording.late", line=number)
        last = one
        yield one


class Tape:
    """Lines that pass a port, by this clock; commands given meanwhile are collected in `said`."""

    def __init__(self, lines: Sequence[Line], clock: Clock) -> None:
        self.clock = clock
        self.said: list[str] = []
        self.lines = lines
        self._zero = clock.now()
        self._next = 0
        self._up = True

    @property
    def over(self) -> bool:
        """True if every line has passed."""
        return self._next >= len(self.lines)

    @property
    def now(self) -> float:
        """s since the recording began."""
        return self.clock.now() - self._zero

    @property
    def due(self) -> float:
        """The clock's time at which the next line passes."""
        return inf if self.over else self._zero + self.lines[self._next].at

    def open(self) -> None:
        """Open the port; SerialException while the board was unplugged."""
        self._pass(SOON)
        if not self._up:
            raise SerialException("nothing was plugged in then")

    def read(self, until: float) -> bytes:
        """Return the next bytes from the board; b"" at the timeout or when a command was given."""
        while self.due <= until:
            line = self._take()
            if line.sign == CLOSED:
                raise SerialException("the board was lost")
            if line.sign in (UP, SAID):
                return line.data
        self.clock.sleep(until - self.clock.now())
        return b""

    def idle(self) -> None:
        """Collect commands while the port is closed and nothing reads."""
        if not self._up:
            self._pass(0.0)

    def _pass(self, soon: float) -> None:
        """Play lines up to where the port is opened again, if that is due."""
        while self.due <= self.clock.now() + soon and (not self._up or self._closing):
            self._take()

    @property
    def _closing(self) -> bool:
        return self.lines[self._next].sign == CLOSED

    def _take(self) -> Line:
        line = self.lines[self._next]
        self.clock.sleep(self.due - self.clock.now())
        self._next += 1
        if line.sign in (OPENED, CLOSED):
            self._up = line.sign == OPENED
        if line.sign == SAID:
            self.said.append(line.words)
        return line
