"""Recordings: every byte on the line with its time, in a ring of files.

    stardeck recording 3 CRC     of the next line
    {"game": ...}                all that must be known before the first byte
    0.013250 < 0711...           s since the beginning; bytes from the board, in hex
    0.013391 > 0420...           bytes to the board
    8.120077 = say 1 lays F2.1   a command given on a page, not on the board; also choose, back
    8.120077 * 12 0 deals F2.1   a deal after so many moves, where the seed is secret
    9.000000 ! hand: lift b1     a remark
    9.510000 -                   the port was closed, or lost; + opened again
    60.00000 . CRC               the end, with the sum of all before it

Each file begins with the moves played so far, so that it can be replayed alone. It holds past deals
but no future ones; a file may only be given out when its hidden cards are no secret any more.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Container, Mapping
from pathlib import Path
from typing import Any, TextIO
from zlib import crc32

import msgspec
from msgspec import Struct

from controller.app.setup.start_game import GameSetup
from controller.game import Move, Position
from controller.own_files import owner_only
from controller.sitting.journal import SittingKey
from controller.sitting.table import Table
from controller.values import CHANCE, Seat, Site
from controller.web.view import Reel
from controller.words import said
from drivers.board import Board
from drivers.clock import Clock
from drivers.wiring import WiringFile

VERSION, BEFORE = 3, 2
TITLE = f"stardeck recording {VERSION}"
TITLES = (f"{TITLE} ", f"stardeck recording {BEFORE} ")
SAID, DEALT, REMARK, END = "=", "*", "!", "."
PART_BYTES = 1_000_000  # bytes of a file after its head, roughly: an hour of play
RING_FILES = 8  # in the ring
SUFFIX = ".rec"
JOURNAL = ".journal"  # of the file beside a recording that names the journal with its game

log = logging.getLogger(__name__)


class RecordingHead(Struct, frozen=True, forbid_unknown_fields=True):
    """The state of the table when the recording began."""

    begun: str  # wall clock, for people
    board: str  # its address
    wiring: WiringFile
    tags: Mapping[str, str]
    game: str
    players: tuple[str, ...]
    start: msgspec.Raw  # the position the game began with: seats, teams, options, box
    seed: int | None  # None if it is secret
    virtual: bool  # the controller deals, not people with real cards
    agreed: tuple[str, ...]  # the options of the table that are on
    moves: tuple[str, ...]
    rows: Mapping[Site, int] = {}  # the row at which each strip stands
    disbelieved: tuple[Site, ...] = ()
    passed: tuple[int, ...] = ()  # moves after which the hand went on in the same gesture
    dealt: tuple[tuple[int, str], ...] = ()  # deals that are made but not played yet
    sitting: int = 0  # its number in the journal; 0 if it has none
    hidden: bool = False  # a seat holds what others may not see
    opened: str = ""  # wall clock, when the journal's game was started
    robots: tuple[Seat, ...] = ()


def head(terms: GameSetup, table: Table, board: Board, today: str) -> RecordingHead:
    """Return all that must be known of this table before the first byte."""
    felt, wiring = table.state.input.felt, board.wiring
    rows = {dial: felt.readings.get(dial) for dial in wiring.limits}
    return RecordingHead(
        begun=today,
        board=board.link.url,
        wiring=wiring.file,
        tags={tag.hex(): piece for tag, piece in wiring.tags.items()},
        game=terms.game.name,
        players=tuple(one.name for one in terms.who),
        start=msgspec.Raw(msgspec.json.encode(terms.start)),
        seed=terms.seed if isinstance(terms.seed, int) else None,
        virtual=terms.luck is not None,
        agreed=terms.rules.names,
        moves=tuple(map(str, table.history)),
        rows={dial: row for dial, row in rows.items() if isinstance(row, int)},
        disbelieved=tuple(sorted(table.disbelieved)),
        passed=tuple(n for n, moment in enumerate(table.moments) if moment.passed),
        dealt=ahead(table),
        sitting=(terms.record.sitting or 0) if terms.record else 0,
        hidden=any(map(secret, (terms.start, table.position))) and not has_known_seed(terms, table),
        opened=terms.record.opened if terms.record else "",
        robots=tuple(sorted(table.state.robots.seats)),
    )


def ahead(table: Table) -> tuple[tuple[int, str], ...]:
    """Return the deals that are made but not yet played."""
    known = table.luck.dealt if table.luck else {}
    return tuple((n, str(move)) for n, move in known.items() if n >= len(table.history))


def has_known_seed(terms: GameSetup, table: Table) -> bool:
    """True if its cards were dealt from a known seed."""
    return terms.foreseen and any(move.seat == CHANCE for move in table.history)


def secret(position: Position[Any]) -> bool:
    """True if the position hides anything from the public."""
    return bool(position != position.public())


class Seal(Struct, frozen=True):
    """What a recording's head says about whether the file may be given out."""

    sitting: int = 0
    hidden: bool = False
    game: str = ""
    opened: str = ""

    @property
    def marks(self) -> tuple[SittingKey, SittingKey]:
        """The keys of its sitting: the journal may give a number late, or another number later."""
        return self.sitting, (self.game, self.opened)

    def guards(self, going: Container[SittingKey]) -> bool:
        """True if its game is one of these."""
        return any(mark in going for mark in self.marks)


class Recording:
    """A ring of files, written while it is on; if the disk is full it ends, the game goes on."""

    def __init__(self, folder: Path | None, clock: Clock, journal: Path | None = None) -> None:
        self.trouble = ""
        self._journal = journal
        self.part, self.files = PART_BYTES, RING_FILES
        self.sealed: Callable[[Seal], bool] = lambda seal: seal.hidden  # not yet given out
        self._folder = folder
        self._clock = clock
        self._seals: dict[Path, Seal] = {}
        self._file: TextIO | None = None
        self._path = Path()
        self._sum = self._size = 0
        self._zero = 0.0

    @property
    def on(self) -> bool:
        return self._file is not None

    @property
    def full(self) -> bool:
        """True if the next file should begin as soon as no move is being made."""
        return self._size > self.part

    @property
    def overfull(self) -> bool:
        """True if the next file should begin now."""
        return self._size > 2 * self.part

    def begin(self, head: RecordingHead) -> None:
        """Start a new file; delete the oldest if there are too many."""
        self.end()
        self.trouble = ""
        try:
            self._file = self._fresh()
            self._entitle(head)
        except OSError as trouble:
            self._fail(trouble)

    def end(self) -> None:
        if self._file is None:
            return
        self._write(END, f"{self._sum:08x}")
        if self._file:
            self._file.close()
        self._file = None

    def listen(self, sign: str, data: bytes) -> None:
        """Write bytes that passed on the line."""
        if self._file:
            self._write(sign, data.hex())

    def say(self, words: str) -> None:
        """Write a command that reached the table in another way than over the line."""
        if self._file:
            self._write(SAID, words)

    def deal(self, played: int, move: Move) -> None:
        """Write a deal, which is needed if its seed is secret."""
        if self._file:
            self._write(DEALT, f"{played} {move}")

    def remark(self, words: str) -> None:
        if self._file:
            self._write(REMARK, words)

    def reels(self) -> tuple[Reel, ...]:
        """The files of the ring, the oldest first."""
        return tuple(
            Reel(path.name, size(path), self.on and path == self._path, self._is_sealed(path))
            for path in self._ring()
        )

    def reel(self, name: str) -> bytes | None:
        """Return the recording of this name; None if it is not ours or may not be given out."""
        found = next((path for path in self._ring() if path.name == name), None)
        try:
            return found.read_bytes() if found and not self._is_sealed(found) else None
        except OSError:
            return None

    def _is_sealed(self, path: Path) -> bool:
        if path not in self._seals:
            self._seals[path] = seal_of(path)
        return self.sealed(self._seals[path])

    def _ring(self) -> list[Path]:
        """Return the ring's files; other files in the folder are left alone."""
        found = sorted(self._folder.glob(f"*{SUFFIX}")) if self._folder else []
        return [path for path in found if path.stem.isdecimal()]

    def keep(self, text: str) -> str:
        """Add another recording's text to the ring; return its name, or "" if that fails."""
        try:
            with self._fresh() as file:
                file.write(text)
        except OSError as trouble:
            log.warning("A recording could not be kept: %s", trouble.strerror or trouble)
            return ""
        return self.name

    @property
    def name(self) -> str:
        """The name of the latest file."""
        return self._path.name

    def _fresh(self) -> TextIO:
        if self._folder is None:
            raise OSError(said("recording.no_folder"))
        self._folder.mkdir(parents=True, exist_ok=True)
        ring = self._ring()
        number = int(ring[-1].stem) + 1 if ring else 1
        for old in ring:
            owner_only(old)
        for old in ring[: max(0, len(ring) + 1 - self.files)]:
            old.unlink()
            old.with_suffix(JOURNAL).unlink(missing_ok=True)
        self._path = self._folder / f"{number:06}{SUFFIX}"
        owner_only(self._path)
        if self._journal:
            owner_only(beside := self._path.with_suffix(JOURNAL))
            beside.write_text(str(self._journal.absolute()), encoding="utf-8")
        return self._path.open("w", encoding="utf-8", newline="\n", buffering=1)

    def _entitle(self, head: RecordingHead) -> None:
        self._seals[self._path] = Seal(head.sitting, head.hidden, head.game, head.opened)
        self._sum, self._zero = 0, self._clock.now()
        first = msgspec.json.encode(head).decode()
        self._put(f"{TITLE} {crc32(first.encode()):08x}\n{first}\n")
        self._size = 0

    def _write(self, sign: str, words: str) -> None:
        seconds = self._clock.now() - self._zero
        try:
            self._put(f"{seconds:.6f} {sign} {words}".rstrip() + "\n")
        except OSError as trouble:
            self._fail(trouble)

    def _put(self, text: str) -> None:
        assert self._file
        self._file.write(text)
        data = text.encode()
        self._sum, self._size = crc32(data, self._sum), self._size + len(data)

    @property
    def complaint(self) -> str:
        """Why nothing is recorded although it should be, or ""."""
        return said("page.not_recording", why=self.trouble) if self.trouble else ""

    def _fail(self, trouble: OSError) -> None:
        """End the recording after an error of the disk; the game goes on."""
        self.trouble = trouble.strerror or str(trouble)
        log.warning("The recording ends: %s", self.trouble)
        file, self._file = self._file, None
        close_quietly(file)


def seal_of(path: Path) -> Seal:
    """Return what a file's head says; a file with no readable head stays sealed."""
    try:
        with path.open("rb") as file:
            file.readline()
            return msgspec.json.decode(file.readline(), type=Seal)
    except (OSError, ValueError, RecursionError):
        return Seal(hidden=True)


def size(path: Path) -> int:
    """Return the file's bytes; 0 if it has just been removed."""
    try:
        return path.stat().st_size
    except OSError:
        return 0


def close_quietly(file: TextIO | None) -> None:
    """Close the file; ignore that what could not be written cannot be flushed."""
    try:
        if file:
            file.close()
    except OSError as trouble:
        log.info("A recording was not closed: %s", trouble)
