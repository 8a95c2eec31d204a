"""What was played, kept through a power cut: one SQLite file, one transaction a move.

WAL with synchronous=FULL: a commit returns when the storage says it has the bytes, and a torn
write is rolled back on the next open. The record is only ever added to; a takeback is an entry.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, Self

import msgspec
from msgspec import Struct

from controller.errors import JournalTrouble
from controller.game import Game, Move, Position
from controller.own_files import owner_only
from controller.sitting.luck import Seed

TABLES = """
create table if not exists sittings (
    id integer primary key,
    game text not null,
    opened text not null,
    seed integer,
    deck text not null,
    players text not null,
    agreed text not null,
    start blob not null,
    ended text not null default ''
);
create table if not exists entries (
    sitting integer not null references sittings(id),
    number integer not null,
    kind text not null,
    line text not null,
    primary key (sitting, number)
) without rowid;
"""
NEWER = """
alter table sittings rename column free to agreed;
update sittings set agreed = case agreed when 0 then '' else 'free_takeback' end;
"""  # from version 2
VERSION = 3
MOVE, PASSED, BACK = "move", "passed", "back"


class Sitting(Struct, frozen=True):
    """One game as it was begun, and how it ended: '' while it may go on."""

    id: int
    game: str
    opened: str  # wall clock, for people; the order of things never depends on it
    seed: Seed | None
    deck: str
    players: str
    agreed: str  # the options of the table that are on, parted by spaces
    start: bytes
    ended: str


class Played(Struct, frozen=True):
    """A move that was made, and how."""

    move: Move
    passed: bool = False  # the hand went on in the same gesture: it never stopped there
    asked: bool = False  # the table did not know which it was


class Record:
    """The pages of one sitting."""

    def __init__(self, journal: Journal, sitting: int, written: int) -> None:
        self.sitting = sitting
        self._journal = journal
        self._written = written

    def keep(self, played: Sequence[Played]) -> None:
        """Write these moves down; when this returns they survive a power cut."""
        self._add([(PASSED if one.passed else MOVE, str(one.move)) for one in played])

    def take_back(self, moves: Sequence[Move], instead: Move | None = None) -> None:
        """Strike these moves, the last first, and write the one played instead."""
        rows = [(BACK, str(move)) for move in moves]
        self._add(rows if instead is None else [*rows, (MOVE, str(instead))])

    def end(self, how: str) -> None:
        with self._journal.writing() as base:
            base.execute("update sittings set ended = ? where id = ?", (how, self.sitting))

    def _add(self, rows: Sequence[tuple[str, str]]) -> None:
        numbered = [
            (self.sitting, self._written + place, kind, line)
            for place, (kind, line) in enumerate(rows)
        ]
        with self._journal.writing() as base:
            base.executemany("insert into entries values (?, ?, ?, ?)", numbered)
        self._written += len(rows)


class Nowhere:
    """Paper that keeps nothing."""

    def keep(self, played: Sequence[Played]) -> None: ...
    def take_back(self, moves: Sequence[Move], instead: Move | None = None) -> None: ...
    def end(self, how: str) -> None: ...


class Pen:
    """Writes while it can. When the paper is full, play goes on and `trouble` says why."""

    def __init__(self, record: Record | None) -> None:
        self.trouble = ""
        self._paper: Record | Nowhere = record or Nowhere()

    def keep(self, played: Sequence[Played]) -> None:
        with self._writing():
            self._paper.keep(played)

    def take_back(self, moves: Sequence[Move], instead: Move | None = None) -> None:
        with self._writing():
            self._paper.take_back(moves, instead)

    def end(self, how: str) -> None:
        with self._writing():
            self._paper.end(how)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except JournalTrouble as trouble:
            self.trouble = str(trouble)
            self._paper = Nowhere()


class Journal:
    """All sittings ever kept in one file."""

    def __init__(self, base: sqlite3.Connection, path: Path) -> None:
        self._base = base
        self.path = path

    @classmethod
    def open(cls, path: Path) -> Self:
        """The journal in this file, made if there is none; JournalTrouble says why it cannot be."""
        with saying(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            owner_only(path)  # -wal and -shm are made with the same mode
            base = sqlite3.connect(path, isolation_level=None, timeout=2.0)
            try:
                prepare(base, path)
            except BaseException:
                base.close()
                raise
        return cls(base, path)

    def close(self) -> None:
        self._base.close()

    def begin(
        self,
        game: Game,
        start: Position[Any],
        *,
        opened: str,
        seed: Seed,
        deck: str,
        players: str,
        agreed: Iterable[str] = (),
    ) -> Record:
        """A new sitting on a fresh page."""
        rules, first = " ".join(agreed), msgspec.json.encode(start)
        row = (game.name, opened, seed, deck, players, rules, first)
        with self.writing() as base:
            made = base.execute(
                "insert into sittings (game, opened, seed, deck, players, agreed, start)"
                " values (?, ?, ?, ?, ?, ?, ?)",
                row,
            )
        return Record(self, int(made.lastrowid or 0), 0)

    def sittings(self) -> list[Sitting]:
        """Every sitting, the oldest first."""
        return [Sitting(*row) for row in self._rows("select * from sittings order by id")]

    def sitting(self, number: int) -> Sitting:
        rows = list(self._rows("select * from sittings where id = ?", number))
        if not rows:
            raise JournalTrouble("journal.no_game", number=number, path=self.path)
        return Sitting(*rows[0])

    def entries(self, number: int) -> list[tuple[str, str]]:
        """What was written, takebacks included."""
        query = "select kind, line from entries where sitting = ? order by number"
        return [(str(kind), str(line)) for kind, line in self._rows(query, number)]

    def lines(self, number: int) -> list[str]:
        """The moves that stand: what was taken back is gone."""
        return [line for _, line in self._standing(number)]

    def passed(self, number: int) -> frozenset[int]:
        """After how many moves no hand had stopped: it was on its way."""
        return frozenset(
            after for after, (kind, _) in enumerate(self._standing(number), 1) if kind == PASSED
        )

    def _standing(self, number: int) -> list[tuple[str, str]]:
        standing: list[tuple[str, str]] = []
        for kind, line in self.entries(number):
            standing.pop() if kind == BACK else standing.append((kind, line))
        return standing

    def reopen(self, number: int) -> Record:
        """The record of an old sitting, to be written on."""
        return Record(self, self.sitting(number).id, len(self.entries(number)))

    def writing(self) -> AbstractContextManager[sqlite3.Connection]:
        return transaction(self._base, self.path)

    def _rows(self, query: str, *values: int) -> Iterable[tuple[Any, ...]]:
        with saying(self.path):
            return self._base.execute(query, values).fetchall()


def prepare(base: sqlite3.Connection, path: Path) -> None:
    """Every move safe on disk, every table there; a much older or newer journal is left alone."""
    base.execute("pragma journal_mode = wal")
    base.execute("pragma synchronous = full")
    found = base.execute("pragma user_version").fetchone()[0]
    if found not in (0, VERSION - 1, VERSION):
        raise JournalTrouble("journal.other_version", path=path)
    renewed = NEWER if found == VERSION - 1 else ""
    base.executescript(f"begin; {renewed} {TABLES} pragma user_version = {VERSION}; commit;")


def replay(
    game: Game, start: Position[Any], lines: Iterable[str]
) -> Iterator[tuple[Move, Position[Any]]]:
    """Each move of these lines with the position after it; every move is judged again."""
    position = start
    for line in lines:
        move = game.parse(line)
        if refusal := position.refusal(move):
            raise JournalTrouble("journal.forbidden", line=line, rule=refusal.rule)
        position = position.after(move)
        yield move, position


@contextmanager
def transaction(base: sqlite3.Connection, path: Path) -> Iterator[sqlite3.Connection]:
    """All of it or nothing."""
    with saying(path):
        base.execute("begin immediate")
        try:
            yield base
            base.execute("commit")
        except BaseException:
            if base.in_transaction:
                base.execute("rollback")
            raise


@contextmanager
def saying(path: Path) -> Iterator[None]:
    """What the storage complains of, as one sentence; a wrong use of it comes out as it is."""
    try:
        yield
    except (sqlite3.ProgrammingError, sqlite3.InterfaceError):
        raise
    except (sqlite3.Error, OSError) as trouble:
        raise JournalTrouble("journal.unusable", path=path, why=trouble) from trouble
