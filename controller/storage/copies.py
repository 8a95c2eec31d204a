"""Copies of a journal that somebody else may be writing to, and what a foreign one may hold."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from controller.errors import JournalTrouble
from controller.storage.salvage import parts

TABLES = {"sittings", "starts", "entries"}
INDEXES = {"unfinished"}
OWN = "sqlite_"  # how the names of SQLite's own tables and indexes begin


def copy_journal(source: Path, target: Path) -> None:
    """Write the journal as it stands at one moment into `target`, with nothing beside it."""
    with closing(sqlite3.connect(target)) as out:
        copy_into(out, source)
        out.execute("pragma journal_mode = delete")


def copy_into(out: sqlite3.Connection, source: Path) -> None:
    """Fill this connection with the journal, also where nothing may be written beside it."""
    try:
        try:
            fill(out, source)
        except sqlite3.OperationalError:
            fill_by_files(out, source)
    except (sqlite3.Error, OSError) as trouble:
        raise JournalTrouble("journal.unusable", path=source, why=trouble) from None


def fill(out: sqlite3.Connection, source: Path) -> None:
    with closing(opened(source, "mode=rw")) as base:  # SQLite falls back to reading by itself
        base.backup(out)


def fill_by_files(out: sqlite3.Connection, source: Path) -> None:
    """A log without its index, in a folder where SQLite can make none: read a copy of both."""
    with TemporaryDirectory() as folder:
        copy = Path(folder) / source.name
        for old, new in list(zip(parts(source), parts(copy), strict=True))[:2]:
            if old.exists():
                shutil.copyfile(old, new)
        with closing(sqlite3.connect(copy)) as base:
            base.backup(out)


def opened(path: Path, mode: str) -> sqlite3.Connection:
    """A connection to a file that is there: none is made."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?{mode}", uri=True)


def check_foreign(path: Path) -> tuple[str, int, list[str]]:
    """What SQLite finds wrong ("ok" for nothing), the version, and foreign objects in a file.

    Nobody else has it open, and nothing in it is run or trusted.
    """
    with closing(opened(path, "mode=ro&immutable=1")) as base:
        base.execute("pragma trusted_schema = off")
        foreign = foreign_objects(base)
        (version,) = base.execute("pragma user_version").fetchone()
        (found,) = base.execute("pragma quick_check(1)").fetchone()
    return found, version, foreign


def foreign_objects(base: sqlite3.Connection) -> list[str]:
    """The triggers, views, tables, indexes and computed columns that no Stardeck has made."""
    rows = base.execute("select type, name, coalesce(sql, '') from sqlite_master").fetchall()
    foreign = [name for kind, name, sql in rows if not own_object(kind, name, sql)]
    return foreign or [
        f"{table}.{column[1]}"
        for table in sorted(TABLES)
        for column in base.execute(f"pragma table_xinfo({table})")
        if column[6]  # hidden: computed, or a virtual table's
    ]


def own_object(kind: str, name: str, sql: str) -> bool:
    match kind:
        case "table":
            return name in TABLES and not sql.lower().startswith("create virtual")
        case "index":
            return name in INDEXES or (name.startswith(OWN) and not sql)
    return False
