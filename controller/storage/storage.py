"""Access to one SQLite file: it is opened when needed, and again after it was replaced.

WAL with synchronous=FULL: a commit returns when the storage confirms the bytes, and a torn write is
rolled back on the next open.
"""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from msgspec import Struct

from controller.errors import JournalTrouble
from controller.own_files import owner_only
from controller.storage.copies import copy_into
from controller.storage.salvage import complete_repair, repair
from controller.values import Saying
from controller.words import say

BUSY_TIMEOUT = 0.25  # s to wait for another process's write; the board cannot wait longer
OLDEST, VERSION = 2, 5
SCHEMA = """
create table sittings (
    id integer primary key,
    game text not null,
    opened text not null,
    seed text not null,
    deck text not null,
    players text not null,
    agreed text not null,
    ended text not null default '',
    moves integer not null default 0
);
create table starts (
    sitting integer primary key references sittings(id),
    start blob not null
);
create table entries (
    sitting integer not null references sittings(id),
    number integer not null,
    kind text not null,
    line text not null,
    primary key (sitting, number)
) without rowid;
create index unfinished on sittings (id) where ended = '';
"""
NEWER = {
    2: """
alter table sittings rename column free to agreed;
update sittings set agreed = case agreed when 0 then '' else 'free_takeback' end;
""",
    3: """
create table starts (
    sitting integer primary key references sittings(id),
    start blob not null
);
insert into starts select id, start from sittings;
alter table sittings drop column start;
alter table sittings add column dealt text not null default '';
update sittings set dealt = coalesce(cast(seed as text), '');
alter table sittings drop column seed;
alter table sittings rename column dealt to seed;
alter table sittings add column moves integer not null default 0;
update sittings set moves = (
    select coalesce(sum(case kind when 'back' then -1 else 1 end), 0)
    from entries where sitting = sittings.id
);
create index unfinished on sittings (id) where ended = '';
""",
    4: "",  # since then, players are JSON (names and kinds); older lines are read as they are
}  # the statements that update a journal from each version to the next
DAMAGE = {
    *(sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT),
    sqlite3.SQLITE_ERROR,  # an expected table or column is missing
}
SIGN = b"SQLite format 3\0"
EFFECTIVE = os.access in os.supports_effective_ids

T = TypeVar("T")

log = logging.getLogger(__name__)


class FileMark(Struct, frozen=True):
    """Identifies a file and its content: inode, size and time of change."""

    file: tuple[int, int]
    log: tuple[int, int]
    size: int
    touched: int


class Storage:
    """The file; changes by other processes are detected before and after each write."""

    def __init__(self, path: Path, *, copied: bool = False) -> None:
        """Set up access; with `copied`, a copy in memory is read and nothing is written."""
        self.path, self._copied = path, copied
        self.notices: list[Saying] = []  # about damaged files
        self.times = 0  # number of times the file was opened
        self.ruined = False  # the file is damaged
        self._base: sqlite3.Connection | None = None
        self._mark: FileMark | None = None

    @property
    def changed(self) -> bool:
        """True if the file was deleted, replaced or written by another process since opened."""
        return self._base is not None and self._mark != file_mark(self.path)

    def close(self) -> None:
        base, self._base = self._base, None
        if base:
            with suppress(sqlite3.Error):
                base.close()

    def asked(self, act: Callable[[], T]) -> T:
        """Return the result of `act`; if the file turns out damaged, try once with a new file."""
        try:
            return act()
        except JournalTrouble:
            if not self.ruined:
                raise
        return act()

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Yield a connection for reading; raise JournalTrouble if that is impossible."""
        with self._saying():
            yield self._opened()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Yield a connection in a transaction; after the commit it survives a power cut."""
        with self._saying():
            base = self._opened()
            base.execute("begin immediate")
            try:
                yield base
                base.execute("commit")
            except BaseException:
                if base.in_transaction:
                    base.execute("rollback")
                raise
            self._written()

    def look_over(self) -> None:
        """Check every page of the file, and note if it is damaged."""
        with self.reading() as base:
            (found,) = base.execute("pragma quick_check(1)").fetchone()
        self.ruined = found != "ok"

    def _opened(self) -> sqlite3.Connection:
        if self.changed or self.ruined:
            self.close()
        if self._base is None:
            self._base = self._connected()
            self._mark = file_mark(self.path)
            self.times += 1
        return self._base

    def _connected(self) -> sqlite3.Connection:
        if self._copied:
            return in_memory(self.path)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        complete_repair(self.path)
        try:
            if not self.ruined:
                return connected(self.path)
        except (sqlite3.DatabaseError, UnicodeDecodeError) as trouble:
            if not damaged(trouble, self.path):
                raise
        self._set_aside()
        return connected(self.path)

    def _set_aside(self) -> None:
        """Rename a damaged file, and begin a new one with what can be read of it."""
        aside, count = repair(self.path, connected)
        self.ruined = False
        gaps: dict[str, str | int] = {"path": str(self.path), "aside": str(aside), "count": count}
        self.notices.append(Saying("journal.set_aside", gaps))
        log.warning("%s", say(self.notices[-1]))

    def _written(self) -> None:
        """Check that the path still leads to the file just written; else raise JournalTrouble."""
        before, now = self._mark, file_mark(self.path)
        self._mark = now
        if before and now and (before.file, before.log) == (now.file, now.log):
            return
        self.close()
        raise JournalTrouble("journal.replaced", path=self.path)

    @contextmanager
    def _saying(self) -> Iterator[None]:
        """Turn storage errors into JournalTrouble; errors in using SQLite are passed on."""
        try:
            yield
        except (sqlite3.ProgrammingError, sqlite3.InterfaceError):
            raise
        except (sqlite3.Error, UnicodeDecodeError, OSError) as trouble:
            self.close()
            self.ruined = damaged(trouble, self.path)
            raise JournalTrouble("journal.unusable", path=self.path, why=trouble) from trouble


def may_write(path: Path) -> bool:
    """True if a journal in this file can be written to or created."""
    there = next(place for place in (path, *path.absolute().parents) if place.exists())
    both = (there, there if there.is_dir() else there.parent)
    return all(os.access(place, os.W_OK, effective_ids=EFFECTIVE) for place in both)


def in_memory(path: Path) -> sqlite3.Connection:
    """Return a copy of the journal in memory, updated to this version."""
    base = sqlite3.connect(":memory:", isolation_level=None)
    try:
        copy_into(base, path)
        prepare(base, path)
    except BaseException:
        base.close()
        raise
    return base


def connected(path: Path) -> sqlite3.Connection:
    """Return a connection to the journal, updated to this version."""
    owner_only(path)  # -wal and -shm are created with the same mode
    base = sqlite3.connect(path, isolation_level=None, timeout=BUSY_TIMEOUT)
    try:
        prepare(base, path)
    except BaseException:
        base.close()
        raise
    return base


def prepare(base: sqlite3.Connection, path: Path) -> None:
    """Set the durability, and create or update the tables; JournalTrouble for other versions."""
    base.execute("pragma journal_mode = wal")
    base.execute("pragma synchronous = full")
    if journal_version(base) == VERSION:
        return
    base.execute("begin immediate")
    found = journal_version(base)
    if found and not OLDEST <= found <= VERSION:
        raise JournalTrouble("journal.other_version", path=path)
    steps = [NEWER[number] for number in range(found, VERSION)] if found else [SCHEMA]
    for statement in "".join(steps).split(";"):
        base.execute(statement)
    base.execute(f"pragma user_version = {VERSION}")
    base.execute("commit")


def journal_version(base: sqlite3.Connection) -> int:
    """Return the version of the journal."""
    return int(base.execute("pragma user_version").fetchone()[0])


def file_mark(path: Path) -> FileMark | None:
    """Return the mark of a file; None if it is missing."""
    try:
        file, log = path.stat(), path.with_name(path.name + "-wal").stat()
    except OSError:
        return None
    known = (file.st_dev, file.st_ino), (log.st_dev, log.st_ino)
    return FileMark(*known, file.st_size, file.st_mtime_ns)


def damaged(trouble: Exception, path: Path) -> bool:
    """True if the error is in the file's content, and not in the disk, a lock or permissions."""
    if isinstance(trouble, OSError):
        return False
    code = getattr(trouble, "sqlite_errorcode", sqlite3.SQLITE_FORMAT)  # no code: invalid UTF-8
    return code & 0xFF in DAMAGE and is_journal(path)


def is_journal(path: Path) -> bool:
    """True if this is, or was, a journal; other files are never replaced."""
    try:
        with path.open("rb") as file:
            return path.suffix == ".db" or file.read(len(SIGN)) == SIGN
    except OSError:
        return False
