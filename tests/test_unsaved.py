"""What befalls the journal while somebody plays: it is said, lit, and made good."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from multiprocessing import get_context
from pathlib import Path
from random import Random

import pytest

from controller.app.setup.start_game import Environment, resumable_games
from controller.errors import JournalTrouble
from controller.game import Setting
from controller.games import SHELF
from controller.scene import AMBER, Light
from controller.sitting.journal import Journal, Played
from controller.sitting.keys import OWN_KEYS
from controller.storage import storage
from sims.bench.rig import Rig
from tests.cuts.disk import Disk
from tests.panels import load_panel
from tests.test_cli import stardeck  # noqa: F401
from tests.test_journal import begin, parse

PANELS = sorted(SHELF.panels)
NOT_SAVED = Light(AMBER)

Trouble = Callable[[Path, Disk], Iterator[None]]


# ------------------------------------------------------------------------------ what may befall it


def full_disk(path: Path, disk: Disk) -> Iterator[None]:
    disk.full = True
    yield
    disk.full = False


def locked(path: Path, disk: Disk) -> Iterator[None]:
    """Somebody looks into it with another program, and leaves it open."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("begin immediate")
        yield


def folder_in_the_way(path: Path, disk: Disk) -> Iterator[None]:
    os.rename(path, path.with_name("elsewhere"))
    path.mkdir()
    yield
    path.rmdir()


def deleted(path: Path, disk: Disk) -> Iterator[None]:
    path.unlink()
    yield


def folder_deleted(path: Path, disk: Disk) -> Iterator[None]:
    shutil.rmtree(path.parent)
    yield


def log_deleted(path: Path, disk: Disk) -> Iterator[None]:
    path.with_name(path.name + "-wal").unlink()
    yield


def replaced(path: Path, disk: Disk) -> Iterator[None]:
    """Another journal, in which the same number is another game."""
    other = path.with_name("other.db")
    with closing(Journal.open(other)) as journal:
        begin(journal).keep([Played(parse("2 turns +1"))])
    os.replace(other, path)
    yield


def taken_away_and_brought_back(path: Path, disk: Disk) -> Iterator[None]:
    os.rename(path, path.with_name("elsewhere"))
    yield
    os.replace(path.with_name("elsewhere"), path)


def written_over(path: Path, disk: Disk) -> Iterator[None]:
    path.write_bytes(b"this is no database at all, but it is long enough " * 400)
    yield


def written_over_in_part(path: Path, disk: Disk) -> Iterator[None]:
    with path.open("r+b") as file:
        file.seek(100)
        file.write(os.urandom(3000))
    yield


def cut_short(path: Path, disk: Disk) -> Iterator[None]:
    os.truncate(path, 5000)
    yield


LASTING = (full_disk, locked, folder_in_the_way)
PASSING = (
    *(deleted, folder_deleted, log_deleted, replaced, taken_away_and_brought_back),
    *(written_over, written_over_in_part, cut_short),
)


def play(rig: Rig, luck: Random, moves: int) -> None:
    for _ in range(moves):
        if open_moves := list(rig.table.position.moves()):
            rig.play(luck.choice(open_moves))
            rig.settle(60.0)


@pytest.mark.parametrize("trouble", [*LASTING, *PASSING], ids=lambda one: one.__name__)
def test_whatever_befalls_it_the_game_is_in_it_whole_afterwards(trouble, tmp_path, wiring):
    luck, path = Random(trouble.__name__), tmp_path / "deep" / "journal.db"
    with Disk().under() as disk, closing(Journal(path)) as journal:
        start = SHELF["astron"].start(Setting(2))
        terms = {"opened": "today", "seed": 3, "deck": "virtual", "players": "human,human"}
        record = journal.record(SHELF["astron"], start, **terms)
        rig = Rig(start, wiring, seed=3, record=record)
        rig.settle()
        play(rig, luck, 3)
        with contextmanager(trouble)(path, disk):
            play(rig, luck, 2)
            rig.wait(2.5)
            assert bool(rig.table.unsaved) == (trouble in LASTING)
            assert shown_unsaved(rig) == (trouble in LASTING)
        rig.wait(2.5)
        assert not rig.table.unsaved and not shown_unsaved(rig)
        play(rig, luck, 1)
        with closing(Journal.open(path)) as other:
            assert other.lines(record.sitting) == [str(move) for move in rig.table.history]
            assert len(other.sittings()) == len({one.id for one in other.sittings()})


def shown_unsaved(rig: Rig) -> bool:
    """The table's own keys are amber, as far as they are not asked for."""
    return NOT_SAVED in [rig.loop.scene.get(key) for key in OWN_KEYS]


@pytest.mark.parametrize("panel", PANELS)
def test_every_panel_has_lights_to_say_it_with(panel):
    wiring = load_panel(panel)
    assert wiring.chain.keys() >= OWN_KEYS


def test_a_game_that_could_not_be_kept_from_its_beginning_is_written_when_it_can(tmp_path, wiring):
    path = tmp_path / "journal.db"
    path.mkdir()
    with closing(Journal(path)) as journal:
        start = SHELF["astron"].start(Setting(2))
        terms = {"opened": "", "seed": 3, "deck": "virtual", "players": "human,human"}
        record = journal.record(SHELF["astron"], start, **terms)
        rig = Rig(start, wiring, seed=3, record=record)
        rig.settle()
        assert rig.table.unsaved and rig.table.history
        path.rmdir()
        rig.wait(2.5)
        assert journal.lines(record.sitting) == [str(move) for move in rig.table.history]


# ------------------------------------------------------------------------------------ damaged ones


def spoilt(data: bytes, luck: Random) -> bytes:
    """Bytes changed here and there, a stretch of it gone, or the end of it."""
    found = bytearray(data)
    match luck.randrange(3):
        case 0:
            for _ in range(luck.randint(1, 40)):
                found[luck.randrange(len(found))] = luck.randrange(256)
        case 1:
            first = luck.randrange(len(found))
            last = min(len(found), first + luck.randint(1, 9000))
            found[first:last] = luck.randbytes(last - first)
        case _:
            del found[luck.randrange(len(found)) :]
    return bytes(found)


@pytest.fixture(scope="module")
def shelved_journal(tmp_path_factory) -> tuple[bytes, dict[int, list[str]]]:
    """Thirty sittings of some moves each."""
    path, luck = tmp_path_factory.mktemp("shelved") / "journal.db", Random(4)
    with closing(Journal.open(path)) as journal:
        for _ in range(30):
            record = begin(journal)
            record.keep(
                [Played(parse(f"1 turns +{n % 9 + 1}")) for n in range(luck.randint(0, 90))]
            )
        told = {one.id: journal.lines(one.id) for one in journal.sittings()}
    return path.read_bytes(), told


@pytest.mark.parametrize("seed", range(40))
def test_a_damaged_journal_blocks_no_new_game_and_tells_what_it_can(
    seed, shelved_journal, tmp_path
):
    data, told = shelved_journal
    path = tmp_path / "journal.db"
    wrong = spoilt(data, Random(seed))
    path.write_bytes(wrong)
    with closing(Journal(path)) as journal:
        record = begin(journal, seed=10**30)
        record.keep([Played(parse("1 lays F2.1"))])
        assert journal.lines(record.sitting) == ["1 lays F2.1"]
        for sitting in journal.sittings():
            if sitting.id != record.sitting and sitting.ended == "" and sitting.id in told:
                try_to_read(journal, sitting.id)
    asides = sorted(tmp_path.glob("journal.damaged-*.db"))
    assert not asides or asides[0].stat().st_size


def try_to_read(journal: Journal, number: int) -> None:
    """Only sentences; what changed inside a text cannot be told from what was written."""
    try:
        assert all(isinstance(line, str) for line in journal.lines(number))
    except JournalTrouble as trouble:
        assert str(number) in str(trouble) or "journal" in str(trouble)


def test_what_was_set_aside_is_named_and_the_rest_of_it_stands(shelved_journal, tmp_path):
    data, told = shelved_journal
    path = tmp_path / "journal.db"
    leaf = data.rindex(b"1 turns +3") // 4096 * 4096
    path.write_bytes(data[:leaf] + bytes(4096) + data[leaf + 4096 :])
    with closing(Journal.open(path)) as journal:
        for number in told:
            journal.entries(number)
        found = {one.id: journal.lines(one.id) for one in journal.sittings()}
        (notice,) = journal.storage.notices
    assert sum(found.get(number) == lines for number, lines in told.items()) >= 20
    assert all(lines == told[number][: len(lines)] for number, lines in found.items())
    assert str(tmp_path / "journal.damaged-1.db") in str(notice.fields)


def test_a_power_cut_while_it_is_set_aside_loses_nothing_of_what_was_read(
    shelved_journal, tmp_path
):
    data, told = shelved_journal
    (tmp_path / "journal.db.new").write_bytes(data)
    with closing(Journal.open(tmp_path / "journal.db")) as journal:
        assert {one.id: journal.lines(one.id) for one in journal.sittings()} == told


def test_another_persons_file_is_left_alone(tmp_path):
    path = tmp_path / "thesis"
    path.write_bytes(b"in the beginning there was a table " * 200)
    with closing(Journal(path)) as journal, pytest.raises(JournalTrouble, match="not a database"):
        begin(journal)
    assert path.read_bytes().startswith(b"in the beginning") and len([*tmp_path.iterdir()]) == 1


# ------------------------------------------------------------------------------ two at one sitting


def opened_elsewhere(path: Path, number: int) -> str:
    with closing(Journal(path)) as journal:
        try:
            journal.reopen(number)
        except JournalTrouble as trouble:
            return str(trouble)
    return ""


def test_a_sitting_that_is_at_a_table_is_opened_at_no_other(tmp_path):
    path, elsewhere = tmp_path / "journal.db", get_context("spawn").Pool(1)
    with elsewhere as pool:
        with closing(Journal(path)) as journal:
            record = begin(journal)
            assert "another table" in pool.apply(opened_elsewhere, (path, record.sitting))
            assert journal.reopen(record.sitting).sitting == record.sitting, "here it may be"
        assert pool.apply(opened_elsewhere, (path, 1)) == ""


def test_two_that_write_on_one_sitting_after_all_are_both_kept_whole(tmp_path):
    one, other = Journal(tmp_path / "journal.db"), Journal(tmp_path / "journal.db")
    with closing(one), closing(other):
        first = begin(one)
        first.keep([Played(parse("1 turns +1"))])
        second = other.reopen(first.sitting)
        second.keep([Played(parse("1 turns +2"))])
        first.keep([Played(parse("1 turns +3"))])
        second.keep([Played(parse("1 turns +4"))])
        assert one.lines(second.sitting) == ["1 turns +1", "1 turns +2", "1 turns +4"]
        assert one.lines(first.sitting) == ["1 turns +1", "1 turns +3"]
        assert first.news and not second.news


def test_two_tables_keep_their_games_in_one_journal(tmp_path):
    """One tidies the file up while the other plays: nothing is taken for another file's."""
    one, other = Journal(tmp_path / "journal.db"), Journal(tmp_path / "journal.db")
    with closing(one), closing(other):
        records = [begin(one), begin(other)]
        for number in range(1, 10):
            for record in records:
                record.keep([Played(parse(f"1 turns +{number}"))])
            with (one, other)[number % 2].storage.reading() as base:
                base.execute("pragma wal_checkpoint")
        assert [len(one.lines(record.sitting)) for record in records] == [9, 9]
        assert one.count() == 2 and not any(record.news for record in records)


# ---------------------------------------------------------------------------------------- the list


@pytest.fixture(scope="module")
def ten_thousand(tmp_path_factory) -> Path:
    """Ten thousand interrupted games of sixty moves."""
    path = tmp_path_factory.mktemp("long") / "journal.db"
    with closing(Journal.open(path)) as journal:
        begin(journal).keep([Played(parse("1 turns +1")) for _ in range(60)])
        more = "with recursive n(n) as (select 2 union all select n + 1 from n where n < 10000) "
        with journal.storage.writing() as base:
            for table, fields in (
                ("sittings", "n, game, opened, seed, deck, players, agreed, ended, moves"),
                ("starts", "n, start"),
                ("entries", "n, number, kind, line"),
            ):
                base.execute(f"{more} insert into {table} select {fields} from n, {table}")
    return path


class Effort:
    """Hundreds of steps of SQLite's own machine, which are the same on every computer."""

    def __init__(self) -> None:
        self.spent = 0

    def __call__(self) -> int:
        self.spent += 1
        return 0


@pytest.fixture
def effort(monkeypatch) -> Effort:
    """Spent on whatever file is opened from now on."""
    effort, usual = Effort(), storage.connected

    def connected(path: Path) -> sqlite3.Connection:
        base = usual(path)
        base.set_progress_handler(effort, 100)
        return base

    monkeypatch.setattr(storage, "connected", connected)
    return effort


AT_ONCE = 1000  # hundreds of steps; a look at each of 600,000 moves takes fifty times that


def test_ten_thousand_sittings_are_in_the_lobby_at_once(ten_thousand, effort):
    with closing(Journal.open(ten_thousand)) as journal:
        house = Environment("sim://", load_panel, journal, lambda: 1, lambda: "")
        assert [one.number for one in resumable_games(house, None)] == [*range(9951, 10_001)]
    assert 0 < effort.spent < AT_ONCE


def test_ten_thousand_sittings_are_listed_at_once(ten_thousand, stardeck, effort):  # noqa: F811
    status, told, _ = stardeck("games", "--journal", str(ten_thousand))
    assert status == 0 and "9900 older" in told and told.count("\n") == 101
    assert 0 < effort.spent < AT_ONCE
    assert stardeck("games", "--all", "--journal", str(ten_thousand))[1].count("\n") == 10_000
