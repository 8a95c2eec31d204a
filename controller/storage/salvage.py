"""What can still be read of a damaged journal, copied page by page into a new one."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from itertools import count
from pathlib import Path
from typing import Any

NEW = ".new"
UNREADABLE = (sqlite3.Error, UnicodeDecodeError)  # what SQLite complains of may be no text either
Row = dict[str, Any]
COLUMNS = ("id", "game", "opened", "seed", "deck", "players", "agreed", "ended")


def renewed(path: Path, connect: Callable[[Path], sqlite3.Connection]) -> tuple[Path, int]:
    """A new journal with what the old one still tells, and the old one under a name of its own.

    The new one is whole before the old one loses its name; `finished` is for whoever comes after a
    power cut between the two. How many sittings could be read comes back too.
    """
    new = path.with_name(path.name + NEW)
    for part in parts(new):
        part.unlink(missing_ok=True)
    with closing(connect(new)) as base:
        base.execute("begin immediate")
        count = salvaged(path, base)
        base.execute("commit")
    aside = set_aside(path)
    finished(path)
    return aside, count


def set_aside(path: Path) -> Path:
    """Where the file went, with its log; where it was there is nothing."""
    names = (path.with_name(f"{path.stem}.damaged-{number}{path.suffix}") for number in count(1))
    aside = next(name for name in names if not name.exists())
    for old, new in zip(parts(path), parts(aside), strict=True):
        with suppress(FileNotFoundError):
            old.rename(new)
    return aside


def finished(path: Path) -> None:
    """What was to take this name does so."""
    new = path.with_name(path.name + NEW)
    if new.exists() and not path.exists():
        new.rename(path)


def parts(path: Path) -> tuple[Path, ...]:
    """The file, its log, and the log's index."""
    return path, path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")


def salvaged(source: Path, target: sqlite3.Connection) -> int:
    """Copy every sitting that can be read, as far as it can be; how many."""
    done = 0
    with closing(sqlite3.connect(source, isolation_level=None)) as base:
        base.text_factory = lambda text: text.decode(errors="replace")
        base.row_factory = named
        for sitting in sittings(base):
            with suppress(*UNREADABLE, KeyError):
                copy(base, sitting, target)
                done += 1
    return done


def named(cursor: sqlite3.Cursor, row: tuple[Any, ...]) -> Row:
    return {column[0]: value for column, value in zip(cursor.description, row, strict=True)}


def sittings(base: sqlite3.Connection) -> Iterator[Row]:
    """From both ends as far as they can be read, then one by one what lies between."""
    found = {row["id"]: row for way in ("asc", "desc") for row in readable(base, way)}
    for number in range(min(found, default=0), max(found, default=0)):
        if number not in found:
            query = "select * from sittings where id = ?"
            found |= {row["id"]: row for row in rows(base, query, number)}
    return (found[number] for number in sorted(found))


def readable(base: sqlite3.Connection, way: str) -> Iterator[Row]:
    return rows(base, f"select * from sittings order by id {way}")


def rows(base: sqlite3.Connection, query: str, *values: int) -> Iterator[Row]:
    """Until there are no more, or none that can be read."""
    with suppress(*UNREADABLE):
        yield from base.execute(query, values)


def copy(base: sqlite3.Connection, sitting: Row, target: sqlite3.Connection) -> None:
    """One sitting whole, or, where its entries break off, up to there."""
    number = sitting["id"]
    begun = sitting.get("start") or first(base, number)
    lines = list(entries(base, number))
    standing = sum(-1 if kind == "back" else 1 for kind, _ in lines)
    values = [sitting[column] for column in COLUMNS]
    marks = ", ".join("?" * (len(COLUMNS) + 1))
    target.execute("savepoint sitting")
    try:
        target.execute(
            f"insert into sittings ({', '.join(COLUMNS)}, moves) values ({marks})",
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


def first(base: sqlite3.Connection, number: int) -> Any:
    return next(rows(base, "select start from starts where sitting = ?", number), {}).get("start")


def entries(base: sqlite3.Connection, number: int) -> Iterator[tuple[str, str]]:
    """As long as none is missing: what came after a gap cannot be played again."""
    query = "select * from entries where sitting = ? order by number"
    for place, row in enumerate(rows(base, query, number)):
        if row["number"] != place:
            return
        yield row["kind"], row["line"]
