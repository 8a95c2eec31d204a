"""One SQLite file: opened when it is wanted, and again when it has become another.

WAL with synchronous=FULL: a commit returns when the storage says it has the bytes, and a torn
write is rolled back on the next open.
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
from controller.storage.salvage import finished, renewed
from controller.values import Saying
from controller.words import say

PATIENCE = 0.25  # s for somebody else's write; the board is not left alone for longer
OLDEST, VERSION = 2, 5
TABLES = """
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
    4: "",  # players are JSON from now on: names and kinds; older lines are read as they are
}  # how a journal of each version becomes one of the next
DAMAGE = {
    *(sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT),
    sqlite3.SQLITE_ERROR,  # a table or column that should be there is not
}
SIGN = b"SQLite format 3\0"
EFFECTIVE = os.access in os.supports_effective_ids

T = TypeVar("T")

log = logging.getLogger(__name__)


class FileMark(Struct, frozen=True):
    """By what a file is known again: what it is, and how much was put into it when."""

    file: tuple[int, int]
    log: tuple[int, int]
    size: int
    touched: int


class Storage:
    """What happens to the file is noticed before it is written to, and after."""

    def __init__(self, path: Path, *, copied: bool = False) -> None:
        """`copied`: a copy in memory is read, and nothing is written where the file is."""
        self.path, self._copied = path, copied
        self.notices: list[Saying] = []  # what became of a damaged one
        self.times = 0  # opened
        self.ruined = False  # it has turned out damaged
        self._base: sqlite3.Connection | None = None
        self._mark: FileMark | None = None

    @property
    def changed(self) -> bool:
        """It was deleted, replaced or written over since it was opened."""
        return self._base is not None and self._mark != mark(self.path)

    def close(self) -> None:
        base, self._base = self._base, None
        if base:
            with suppress(sqlite3.Error):
                base.close()

    def asked(self, act: Callable[[], T]) -> T:
        """What is wanted of the file; when it turns out damaged, of the new one in its place."""
        try:
            return act()
        except JournalTrouble:
            if not self.ruined:
                raise
        return act()

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """The file as it is now; JournalTrouble says why it cannot be read."""
        with self._saying():
            yield self._opened()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """All of it or nothing; when this returns, it survives a power cut."""
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
        """Read every page of it; when it turns out damaged, it is set aside."""
        with self.reading() as base:
            (found,) = base.execute("pragma quick_check(1)").fetchone()
        self.ruined = found != "ok"

    def _opened(self) -> sqlite3.Connection:
        if self.changed or self.ruined:
            self.close()
        if self._base is None:
            self._base = self._connected()
            self._mark = mark(self.path)
            self.times += 1
        return self._base

    def _connected(self) -> sqlite3.Connection:
        if self._copied:
            return in_memory(self.path)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        finished(self.path)
        try:
            if not self.ruined:
                return connected(self.path)
        except (sqlite3.DatabaseError, UnicodeDecodeError) as trouble:
            if not damaged(trouble, self.path):
                raise
        self._set_aside()
        return connected(self.path)

    def _set_aside(self) -> None:
        """What cannot be used as it is bears a name of its own from now on, and a new one begins.

        What can still be read of it is copied.
        """
        aside, count = renewed(self.path, connected)
        self.ruined = False
        gaps: dict[str, str | int] = {"path": str(self.path), "aside": str(aside), "count": count}
        self.notices.append(Saying("journal.set_aside", gaps))
        log.warning("%s", say(self.notices[-1]))

    def _written(self) -> None:
        """The name still leads to what was written to; else it would be gone with the power."""
        before, now = self._mark, mark(self.path)
        self._mark = now
        if before and now and (before.file, before.log) == (now.file, now.log):
            return
        self.close()
        raise JournalTrouble("journal.replaced", path=self.path)

    @contextmanager
    def _saying(self) -> Iterator[None]:
        """What the storage complains of, as one sentence; a wrong use of it comes out as it is."""
        try:
            yield
        except (sqlite3.ProgrammingError, sqlite3.InterfaceError):
            raise
        except (sqlite3.Error, UnicodeDecodeError, OSError) as trouble:
            self.close()
            self.ruined = damaged(trouble, self.path)
            raise JournalTrouble("journal.unusable", path=self.path, why=trouble) from trouble


def may_write(path: Path) -> bool:
    """True if a journal in this file can be written to, or begun there."""
    there = next(place for place in (path, *path.absolute().parents) if place.exists())
    both = (there, there if there.is_dir() else there.parent)
    return all(os.access(place, os.W_OK, effective_ids=EFFECTIVE) for place in both)


def in_memory(path: Path) -> sqlite3.Connection:
    """A copy of the journal, brought up to date by itself."""
    base = sqlite3.connect(":memory:", isolation_level=None)
    try:
        copy_into(base, path)
        prepare(base, path)
    except BaseException:
        base.close()
        raise
    return base


def connected(path: Path) -> sqlite3.Connection:
    owner_only(path)  # -wal and -shm are made with the same mode
    base = sqlite3.connect(path, isolation_level=None, timeout=PATIENCE)
    try:
        prepare(base, path)
    except BaseException:
        base.close()
        raise
    return base


def prepare(base: sqlite3.Connection, path: Path) -> None:
    """Every move safe on disk, every table there; a much older or newer journal is left alone."""
    base.execute("pragma journal_mode = wal")
    base.execute("pragma synchronous = full")
    if version(base) == VERSION:
        return
    base.execute("begin immediate")
    found = version(base)
    if found and not OLDEST <= found <= VERSION:
        raise JournalTrouble("journal.other_version", path=path)
    steps = [NEWER[number] for number in range(found, VERSION)] if found else [TABLES]
    for statement in "".join(steps).split(";"):
        base.execute(statement)
    base.execute(f"pragma user_version = {VERSION}")
    base.execute("commit")


def version(base: sqlite3.Connection) -> int:
    return int(base.execute("pragma user_version").fetchone()[0])


def mark(path: Path) -> FileMark | None:
    """None when it is not there."""
    try:
        file, log = path.stat(), path.with_name(path.name + "-wal").stat()
    except OSError:
        return None
    known = (file.st_dev, file.st_ino), (log.st_dev, log.st_ino)
    return FileMark(*known, file.st_size, file.st_mtime_ns)


def damaged(trouble: Exception, path: Path) -> bool:
    """No disk, lock or right to write is to blame, but what stands in the file."""
    if isinstance(trouble, OSError):
        return False
    code = getattr(trouble, "sqlite_errorcode", sqlite3.SQLITE_FORMAT)  # none: a text is no UTF-8
    return code & 0xFF in DAMAGE and ours(path)


def ours(path: Path) -> bool:
    """It is, or was, a journal: what else somebody names is left alone."""
    try:
        with path.open("rb") as file:
            return path.suffix == ".db" or file.read(len(SIGN)) == SIGN
    except OSError:
        return False
