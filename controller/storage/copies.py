"""Copies of a journal that another process may be writing, and checks of foreign files."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from controller.errors import JournalTrouble
from controller.storage.salvage import journal_files

JOURNAL_TABLES = {"sittings", "starts", "entries"}
INDEXES = {"unfinished"}
SQLITE_PREFIX = "sqlite_"  # prefix of the names of SQLite's own tables and indexes


def copy_journal(source: Path, target: Path) -> None:
    """Write a consistent copy of the journal to `target`, as a single file."""
    with closing(sqlite3.connect(target)) as out:
        copy_into(out, source)
        out.execute("pragma journal_mode = delete")


def copy_into(out: sqlite3.Connection, source: Path) -> None:
    """Copy the journal into this connection, even from a read-only folder."""
    try:
        try:
            fill(out, source)
        except sqlite3.OperationalError:
            fill_by_files(out, source)
    except (sqlite3.Error, OSError) as trouble:
        raise JournalTrouble("journal.unusable", path=source, why=trouble) from None


def fill(out: sqlite3.Connection, source: Path) -> None:
    """Copy the journal into this connection by SQLite's backup."""
    with closing(
        connect_existing(source, "mode=rw")
    ) as base:  # SQLite falls back to read-only by itself
        base.backup(out)


def fill_by_files(out: sqlite3.Connection, source: Path) -> None:
    """Copy the journal by its files, since in a read-only folder SQLite cannot index the log."""
    with TemporaryDirectory() as folder:
        copy = Path(folder) / source.name
        for old, new in list(zip(journal_files(source), journal_files(copy), strict=True))[:2]:
            if old.exists():
                shutil.copyfile(old, new)
        with closing(sqlite3.connect(copy)) as base:
            base.backup(out)


def connect_existing(path: Path, mode: str) -> sqlite3.Connection:
    """Return a connection to an existing file; none is created."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?{mode}", uri=True)


def check_foreign(path: Path) -> tuple[str, int, list[str]]:
    """Return the result of SQLite's check ("ok" if sound), the version, and foreign objects.

    The file must not be in use. Nothing in it is run or trusted.
    """
    with closing(connect_existing(path, "mode=ro&immutable=1")) as base:
        base.execute("pragma trusted_schema = off")
        foreign = foreign_objects(base)
        (version,) = base.execute("pragma user_version").fetchone()
        (found,) = base.execute("pragma quick_check(1)").fetchone()
    return found, version, foreign


def foreign_objects(base: sqlite3.Connection) -> list[str]:
    """Return the triggers, views, tables, indexes and computed columns not made by Stardeck."""
    rows = base.execute("select type, name, coalesce(sql, '') from sqlite_master").fetchall()
    foreign = [name for kind, name, sql in rows if not own_object(kind, name, sql)]
    return foreign or [
        f"{table}.{column[1]}"
        for table in sorted(JOURNAL_TABLES)
        for column in base.execute(f"pragma table_xinfo({table})")
        if column[6]  # hidden: computed, or of a virtual table
    ]


def own_object(kind: str, name: str, sql: str) -> bool:
    """True if Stardeck or SQLite itself makes such a table or index."""
    match kind:
        case "table":
            return name in JOURNAL_TABLES and not sql.lower().startswith("create virtual")
        case "index":
            return name in INDEXES or (name.startswith(SQLITE_PREFIX) and not sql)
    return False
