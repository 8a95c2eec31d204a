"""Repair of a damaged journal: what can still be read is copied into a new file."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from itertools import count
from pathlib import Path
from typing import Any

NEW = ".new"
UNREADABLE = (sqlite3.Error, UnicodeDecodeError)  # SQLite's message may itself be invalid UTF-8
Row = dict[str, Any]
SITTING_COLUMNS = ("id", "game", "opened", "seed", "deck", "players", "agreed", "ended")


def repair(path: Path, connect: Callable[[Path], sqlite3.Connection]) -> tuple[Path, int]:
    """Replace the journal by a repaired copy; return the old file's new name and a count.

    The count is the number of sittings that could be read. The copy is complete before the old file
    is renamed; if the power fails between the two steps, `finished` completes the second.
    """
    new = path.with_name(path.name + NEW)
    for part in journal_files(new):
        part.unlink(missing_ok=True)
    with closing(connect(new)) as base:
        base.execute("begin immediate")
        count = copy_readable(path, base)
        base.execute("commit")
    aside = set_aside(path)
    complete_repair(path)
    return aside, count


def set_aside(path: Path) -> Path:
    """Rename the file and its log to an unused name, and return that name."""
    names = (path.with_name(f"{path.stem}.damaged-{number}{path.suffix}") for number in count(1))
    aside = next(name for name in names if not name.exists())
    for old, new in zip(journal_files(path), journal_files(aside), strict=True):
        with suppress(FileNotFoundError):
            old.rename(new)
    return aside


def complete_repair(path: Path) -> None:
    """Complete an interrupted repair: give the new file the journal's name."""
    new = path.with_name(path.name + NEW)
    if new.exists() and not path.exists():
        new.rename(path)


def journal_files(path: Path) -> tuple[Path, ...]:
    """Return the file, its log, and the log's index."""
    return path, path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")


def copy_readable(source: Path, target: sqlite3.Connection) -> int:
    """Copy every sitting as far as it can be read; return how many."""
    done = 0
    with closing(sqlite3.connect(source, isolation_level=None)) as base:
        base.text_factory = lambda text: text.decode(errors="replace")
        base.row_factory = row_by_column
        for sitting in sittings(base):
            with suppress(*UNREADABLE, KeyError):
                copy(base, sitting, target)
                done += 1
    return done


def row_by_column(cursor: sqlite3.Cursor, row: tuple[Any, ...]) -> Row:
    """Return a row as a dictionary by column name."""
    return {column[0]: value for column, value in zip(cursor.description, row, strict=True)}


def sittings(base: sqlite3.Connection) -> Iterator[Row]:
    """Return the readable sittings: from both ends, then one by one those in between."""
    found = {row["id"]: row for way in ("asc", "desc") for row in readable_sittings(base, way)}
    for number in range(min(found, default=0), max(found, default=0)):
        if number not in found:
            query = "select * from sittings where id = ?"
            found |= {row["id"]: row for row in readable_rows(base, query, number)}
    return (found[number] for number in sorted(found))


def readable_sittings(base: sqlite3.Connection, way: str) -> Iterator[Row]:
    """Return the sittings in this order, up to the first that cannot be read."""
    return readable_rows(base, f"select * from sittings order by id {way}")


def readable_rows(base: sqlite3.Connection, query: str, *values: int) -> Iterator[Row]:
    """Yield the rows up to the first that cannot be read."""
    with suppress(*UNREADABLE):
        yield from base.execute(query, values)


def copy(base: sqlite3.Connection, sitting: Row, target: sqlite3.Connection) -> None:
    """Copy one sitting, up to the first unreadable entry."""
    number = sitting["id"]
    begun = sitting.get("start") or first_position(base, number)
    lines = list(entries(base, number))
    standing = sum(-1 if kind == "back" else 1 for kind, _ in lines)
    values = [sitting[column] for column in SITTING_COLUMNS]
    marks = ", ".join("?" * (len(SITTING_COLUMNS) + 1))
    target.execute("savepoint sitting")
    try:
        target.execute(
            f"insert into sittings ({', '.join(SITTING_COLUMNS)}, moves) values ({marks})",
            [*values, standing],
        )
        target.execute("insert into starts values (?, ?)", (number, begun))
        numbered = [(number, place, *line) for place, line in enumerate(lines)]
        target.executemany("insert into entries values (?, ?, ?, ?)", numbered)
    except sqlite3.Error:
        target.execute("rollback to sitting")
        raise
    finally:
        target.execute("release sitting")


def first_position(base: sqlite3.Connection, number: int) -> Any:
    """Return the start position from the `starts` table; None if it cannot be read."""
    return next(readable_rows(base, "select start from starts where sitting = ?", number), {}).get(
        "start"
    )


def entries(base: sqlite3.Connection, number: int) -> Iterator[tuple[str, str]]:
    """Yield the entries up to the first gap, after which they cannot be replayed."""
    query = "select * from entries where sitting = ? order by number"
    for place, row in enumerate(readable_rows(base, query, number)):
        if row["number"] != place:
            return
        yield row["kind"], row["line"]
