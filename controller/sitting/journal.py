"""The journal: all sittings in one SQLite file, one transaction a move, safe against power cuts.

Entries are only ever added; a takeback is an entry too. The running table holds its sitting
completely in memory, so the sitting can be written again if the file is damaged or replaced.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import inf
from pathlib import Path
from typing import Any, NoReturn, Self, TypeAlias

import msgspec
from msgspec import Struct

from controller.errors import JournalTrouble
from controller.game import Game, Move, Position
from controller.sitting.luck import Seed
from controller.storage.claim import Claims
from controller.storage.storage import Storage
from controller.values import Saying, Seat

MOVE, PASSED, BACK = "move", "passed", "back"
ENTRY_KINDS = (MOVE, PASSED, BACK)
RETRY_INTERVAL = 1.0  # s between two attempts to write, and between two checks of the file
MAX_INTEGER = 2**63 - 1  # the largest integer that SQLite stores

WON = re.compile(r"over, won by player ([1-9](?:\+[1-9])*)")

Entry = tuple[str, str]  # its kind, and the move as text
SittingKey: TypeAlias = int | tuple[str, str]
"""Identifies a sitting: by its number (may differ in another file), or by game and start time."""


class Page(Struct, frozen=True, array_like=True):
    """The data of one game that are fixed when it begins."""

    game: str
    opened: str  # wall clock, for people; never used for ordering
    seed: str
    deck: str
    players: str
    agreed: str  # the table's options that are on, separated by spaces


class Sitting(Struct, frozen=True, array_like=True):
    """One game as the journal lists it; `ended` is '' while it can go on."""

    id: int
    game: str
    opened: str
    sown: str
    deck: str
    players: str
    agreed: str
    ended: str
    moves: int

    @property
    def seed(self) -> Seed:
        """The seed: an int if a person gave it, a string if it was drawn secretly."""
        try:
            return int(self.sown or "0")
        except ValueError:
            return self.sown

    @property
    def winners(self) -> frozenset[Seat]:
        """The seats that won; empty if the journal does not say."""
        found = WON.fullmatch(self.ended)
        return frozenset(Seat(int(n) - 1) for n in found[1].split("+")) if found else frozenset()


def won_by(winners: Iterable[Seat]) -> str:
    """Return the text that records how a game ended; `Sitting.winners` parses it."""
    numbers = "+".join(str(seat + 1) for seat in sorted(winners))
    return f"over, won by player {numbers}" if numbers else "over"


class Played(Struct, frozen=True):
    """A move that was made, and how it was made."""

    move: Move
    passed: bool = False  # the hand continued in the same gesture without stopping here
    asked: bool = False  # the table had to ask which move it was


class SittingRecord:
    """One sitting, complete in memory: the entries that are written and those that are not yet.

    `sitting` is its number in the journal; None before it is first written.
    """

    def __init__(
        self,
        journal: Journal,
        page: Page,
        start: bytes,
        *,
        sitting: int | None = None,
        entries: Sequence[Entry] = (),
    ) -> None:
        self.sitting = sitting
        self.numbers = set() if sitting is None else {sitting}  # all numbers it has had
        self.news: Saying | None = None  # why its number has changed
        self._journal, self._page, self._start = journal, page, start
        self._entries = list(entries)
        self._written = len(entries)
        self._ended: str | None = None  # how it ended, if that is not written yet
        self._times = journal.storage.times

    @property
    def owed(self) -> bool:
        """True if some of it is not written yet, or the file has been changed or replaced."""
        behind = self._written < len(self._entries) or self._ended is not None
        return self.sitting is None or behind or self._journal.storage.changed

    @property
    def lines(self) -> list[str]:
        """The moves that were not taken back, written or not."""
        return [line for _, line in standing_entries(self._entries)]

    @property
    def opened(self) -> str:
        return self._page.opened

    def keep(self, played: Sequence[Played]) -> None:
        """Write these moves to disk; when this returns they survive a power cut."""
        self._entries += [(PASSED if one.passed else MOVE, str(one.move)) for one in played]
        self.write()

    def take_back(self, moves: Sequence[Move], instead: Sequence[Played] = ()) -> None:
        """Write that these moves (newest first) were taken back, then what was played instead."""
        self._entries += [(BACK, str(move)) for move in moves]
        self.keep(instead)

    def end(self, how: str) -> None:
        self._ended = how
        self.write()

    def write(self) -> None:
        """Write what is missing in the file: all of it if its page is gone or another's."""
        self._journal.storage.asked(self._write)

    def _write(self) -> None:
        if self.sitting is not None and not self._found():
            self._journal.storage.look_over()
        with self._journal.storage.writing() as base:
            there = self._there(base)
            number = self.sitting if there is not None else None
            if number is None:
                number, there = self._begin(base), 0
            self._add(base, number, self._entries[there:])
        if self.sitting not in (None, number):
            gaps = {"old": f"{self.sitting}", "number": f"{number}"}
            self.news = Saying("journal.renumbered", gaps)
        self._journal.claim(number)
        self.sitting, self._written, self._ended = number, len(self._entries), None
        self.numbers.add(number)
        self._times = self._journal.storage.times

    def notices(self) -> list[Saying]:
        """Return the messages about what happened to the file since the last call."""
        notices, own = self._journal.storage.notices, self.news
        told, self.news = [*notices, *([own] if own else [])], None
        notices.clear()
        return told

    def _found(self) -> bool:
        with self._journal.storage.reading() as base:
            return self._there(base) is not None

    def _there(self, base: sqlite3.Connection) -> int | None:
        """Return how many entries are in the file; None if the page is gone or another's."""
        if self.sitting is None:
            return None
        query = "select coalesce(max(number) + 1, 0) from entries where sitting = ?"
        (count,) = base.execute(query, (self.sitting,)).fetchone()
        if self._times == self._journal.storage.times and count == self._written:
            return self._written
        return self._compared(base, self.sitting)

    def _compared(self, base: sqlite3.Connection, number: int) -> int | None:
        """Return how many entries are in the file, after comparing the page with the one in memory.

        Needed where another process may have written to the file.
        """
        pages = base.execute(f"{PAGES} where id = ?", (number,)).fetchall()
        entries = base.execute(ENTRIES, (number,)).fetchall()
        same = pages == [(*msgspec.structs.astuple(self._page), self._start)]
        return len(entries) if same and entries == self._entries[: len(entries)] else None

    def _begin(self, base: sqlite3.Connection) -> int:
        query = (
            "insert into sittings (game, opened, seed, deck, players, agreed)"
            " values (?, ?, ?, ?, ?, ?)"
        )
        number = int(base.execute(query, msgspec.structs.astuple(self._page)).lastrowid or 0)
        base.execute("insert into starts values (?, ?)", (number, self._start))
        return number

    def _add(self, base: sqlite3.Connection, number: int, entries: Sequence[Entry]) -> None:
        first = len(self._entries) - len(entries)
        rows = [(number, place, *entry) for place, entry in enumerate(entries, first)]
        base.executemany("insert into entries values (?, ?, ?, ?)", rows)
        moves = sum(
            line[:1].isdigit() for _, line in standing_entries(self._entries)
        )  # without CHANCE
        base.execute("update sittings set moves = ? where id = ?", (moves, number))
        if self._ended is not None:
            base.execute("update sittings set ended = ? where id = ?", (self._ended, number))


class JournalWriter:
    """Writes a record during play; after a failure `trouble` says why, and play continues."""

    def __init__(self, record: SittingRecord | None = None) -> None:
        self.trouble = ""
        self._record = record
        self._next = -inf  # s, time of the next attempt

    def keep(self, played: Sequence[Played]) -> None:
        self._try(lambda record: record.keep(played))

    def take_back(self, moves: Sequence[Move], instead: Sequence[Played] = ()) -> None:
        self._try(lambda record: record.take_back(moves, instead))

    def end(self, how: str) -> None:
        self._try(lambda record: record.end(how))

    def catch_up(self, at: float) -> list[Saying]:
        """Write what is missing, at most once every AGAIN seconds; return what befell the file."""
        if self._record is None:
            return []
        if at >= self._next:
            self._next = at + RETRY_INTERVAL
            if self._record.owed:
                self._try(lambda record: record.write())
        return self._record.notices()

    def _try(self, writing: Callable[[SittingRecord], None]) -> None:
        if self._record is None:
            return
        try:
            writing(self._record)
            self.trouble = ""
        except JournalTrouble as trouble:
            self.trouble = str(trouble)


PAGES = (
    "select game, opened, seed, deck, players, agreed, start"
    " from sittings join starts on sitting = id"
)
ENTRIES = "select kind, line from entries where sitting = ? order by number"
UNFINISHED = "select id, game, opened from sittings where ended = ''"
LIST = "select id, game, opened, seed, deck, players, agreed, ended, moves from sittings"


class Journal:
    """All sittings in one file, which is opened when first used."""

    def __init__(self, path: Path, *, copied: bool = False) -> None:
        self.storage = Storage(path, copied=copied)
        self._claims = Claims(path.with_name(path.name + "-open"))

    @classmethod
    def open(cls, path: Path, *, copied: bool = False) -> Self:
        """Return the journal in this file, creating it if needed; JournalTrouble if impossible."""
        journal = cls(path, copied=copied)
        with journal.storage.reading():
            return journal

    @property
    def path(self) -> Path:
        return self.storage.path

    def close(self) -> None:
        self._claims.close()
        self.storage.close()

    def record(
        self,
        game: Game,
        start: Position[Any],
        *,
        opened: str,
        seed: Seed,
        deck: str,
        players: str,
        agreed: Iterable[str] = (),
    ) -> SittingRecord:
        """Return the record of a new sitting, without writing it."""
        page = Page(game.name, opened, str(seed), deck, players, " ".join(agreed))
        return SittingRecord(self, page, msgspec.json.encode(start))

    def begin(self, game: Game, start: Position[Any], **terms: Any) -> SittingRecord:
        """Return the record of a new sitting, after writing it."""
        record = self.record(game, start, **terms)
        record.write()
        return record

    def reopen(self, number: int) -> SittingRecord:
        """Return the record of an old sitting, to continue it; JournalTrouble if in use."""
        sitting, start, entries = self.sitting(number), self.start(number), self.entries(number)
        if not self.claim(sitting.id):
            raise JournalTrouble("journal.elsewhere", number=number)
        page = msgspec.convert(msgspec.to_builtins(sitting)[1:7], Page)
        return SittingRecord(self, page, start, sitting=sitting.id, entries=entries)

    def claim(self, number: int) -> bool:
        """Claim this sitting for this process; False if another process has claimed it."""
        return self._claims.take(number)

    def count(self) -> int:
        """Return the number of sittings."""
        return int(self._rows("select count(*) from sittings")[0][0])

    def sittings(self, most: int = -1, *, unfinished: bool = False) -> list[Sitting]:
        """Return the sittings, oldest first: at most the last `most`, or only unfinished ones."""
        where = " where ended = ''" if unfinished else ""
        rows = self._rows(f"{LIST}{where} order by id desc limit ?", most)[::-1]
        try:
            return msgspec.convert(rows, list[Sitting])
        except msgspec.ValidationError:
            return [row for row in map(sitting_from_row, rows) if row]

    def unfinished(self) -> dict[SittingKey, int]:
        """Return the numbers of the unfinished sittings, by each of their keys."""
        rows = self._rows(UNFINISHED)
        return {mark: number for number, *begun in rows for mark in (number, tuple(begun))}

    def sitting(self, number: int) -> Sitting:
        """Return one sitting; raise JournalTrouble if there is none, or it is unreadable."""
        rows = self._rows(f"{LIST} where id = ?", number) if 0 <= number <= MAX_INTEGER else []
        if not rows:
            raise JournalTrouble("journal.no_game", number=number, path=self.path)
        return sitting_from_row(rows[0]) or self._unreadable(number)

    def start(self, number: int) -> bytes:
        """Return the encoded position with which this sitting began."""
        rows = self._rows("select start from starts where sitting = ?", number)
        start = rows[0][0] if rows else None
        return start if isinstance(start, bytes) else self._unreadable(number)

    def entries(self, number: int) -> list[Entry]:
        """Return all entries of a sitting, takebacks included."""
        rows = self._rows(ENTRIES, number)
        if all(kind in ENTRY_KINDS and isinstance(line, str) for kind, line in rows):
            return rows
        return self._unreadable(number)

    def lines(self, number: int) -> list[str]:
        """Return the moves of a sitting that were not taken back."""
        return [line for _, line in standing_entries(self.entries(number))]

    def passed(self, number: int) -> frozenset[int]:
        """Return the numbers of moves after which the hand went on without stopping."""
        entries = standing_entries(self.entries(number))
        return frozenset(after for after, (kind, _) in enumerate(entries, 1) if kind == PASSED)

    def _rows(self, query: str, *values: int) -> list[tuple[Any, ...]]:
        return self.storage.asked(lambda: self._fetched(query, values))

    def _fetched(self, query: str, values: Sequence[int]) -> list[tuple[Any, ...]]:
        with self.storage.reading() as base:
            return base.execute(query, values).fetchall()

    def _unreadable(self, number: int) -> NoReturn:
        raise JournalTrouble("journal.unreadable", number=number, path=self.path)


def sitting_from_row(row: tuple[Any, ...]) -> Sitting | None:
    """Return the sitting in this row; None if the row is not in our format."""
    try:
        return msgspec.convert(row, Sitting)
    except msgspec.ValidationError:
        return None


def standing_entries(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries that were not taken back."""
    stand: list[Entry] = []
    for kind, line in entries:
        if kind != BACK:
            stand.append((kind, line))
        elif stand:
            stand.pop()
    return stand


def replay_moves(
    game: Game, start: Position[Any], lines: Iterable[str]
) -> Iterator[tuple[Move, Position[Any]]]:
    """Yield each move with the position after it; raise JournalTrouble for an unlawful move."""
    position = start
    for line in lines:
        move = game.parse(line)
        if refusal := position.refusal(move):
            raise JournalTrouble("journal.forbidden", line=line, rule=refusal.rule)
        position = position.after(move)
        yield move, position
