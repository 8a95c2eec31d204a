"""Nothing is lost: what was lit as made is on paper."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.errors import JournalTrouble
from controller.game import Setting
from controller.games import SHELF
from controller.games.astron.moves import parse
from controller.sitting.journal import Journal, Played, replay_moves
from controller.sitting.keys import BACK
from controller.values import Site
from sims.bench.rig import Rig
from tests.astron_at import astron

GAME = SHELF["astron"]


@pytest.fixture
def journal(tmp_path):
    journal = Journal.open(tmp_path / "deep" / "journal.db")
    yield journal
    journal.close()


def begin(journal, start=None, **terms):
    usual = {"opened": "2026-11-15 20:00", "seed": 7, "deck": "virtual", "players": "human,human"}
    return journal.begin(GAME, start or GAME.start(Setting(2)), **{**usual, **terms})


def test_every_move_is_durable_before_it_is_lit(journal, wiring, request):
    """Whenever lights are sent, another reader of the file finds every move they speak of."""
    record = begin(journal, start := astron("e5", "b1"))
    rig = Rig(start, wiring, virtual=False, record=record)
    other = Journal.open(journal.path)
    request.addfinalizer(other.close)
    show = rig.board.show
    checked = []

    def show_after_reading(frame):
        checked.append(other.lines(record.sitting) == [str(move) for move in rig.table.history])
        show(frame)

    rig.board.show = show_after_reading
    rig.settle()
    rig.hand.tap(Site("card"), "F2.1")
    rig.hand.lift(Site("e5"))
    rig.hand.put(Site("e7"))
    rig.wait(0.5)
    assert len(rig.table.history) == 2
    assert all(checked)


def test_a_takeback_is_an_entry_and_the_rest_stands(journal, wiring):
    record = begin(journal, start := astron("e5", "b1"))
    rig = Rig(start, wiring, virtual=False, record=record)
    rig.settle()
    rig.hand.tap(Site("card"), "F2.1")
    rig.hand.lift(Site("e5"))
    rig.hand.put(Site("e7"))
    rig.wait(0.2)
    rig.hand.press(BACK)
    assert journal.entries(record.sitting)[-1] == ("back", "1 flies e5-e7")
    assert journal.lines(record.sitting) == ["1 lays F2.1"]


def test_a_slide_that_went_on_is_struck_and_rewritten_in_one_transaction(journal, wiring):
    record = begin(journal, start := astron("e5", "b1"))
    rig = Rig(start, wiring, virtual=False, record=record)
    rig.settle()
    rig.hand.tap(Site("card"), "S2.1")
    rig.hand.lift(Site("e5"))
    rig.hand.put(Site("c5"))
    rig.hand.lift(Site("c5"))
    rig.hand.put(Site("g5"))
    rig.wait(0.2)
    assert journal.lines(record.sitting) == ["1 lays S2.1", "1 flies e5-g5"]


def test_an_interrupted_game_goes_on_where_it_was(journal, wiring):
    record = begin(journal, start := GAME.start(Setting(3)))
    rig = Rig(start, wiring, seed=7, record=record)
    rig.settle()
    for _ in range(9):
        rig.play(next(iter(rig.table.position.moves())))
        rig.wait(1.0)
    stood = rig.table.position
    played = list(replay_moves(GAME, start, journal.lines(record.sitting)))
    again = Rig(start, wiring, seed=7, record=journal.reopen(record.sitting), played=played)
    assert again.table.position == stood
    again.replug("again")
    again.wait(1.0)
    if again.table.asks().key == "table.locate":
        again.hand.press(Site("key.yes"))
    again.settle()
    again.play(next(iter(again.table.position.moves())))
    again.wait(1.0)
    assert len(journal.lines(record.sitting)) > len(played)


def test_resume_leads_the_pieces_back(wiring):
    start = astron("e5", "b1")
    rig = Rig(start, wiring, played=[], standing=False, virtual=False)
    rig.bench.stand({**start.layout(), Site("e5"): (), Site("h8"): start.layout()[Site("e5")]})
    rig.wait(0.5)
    for _ in range(4):
        rig.hand.follow(rig.lights(), rig.table.position.layout())
        rig.wait(0.6)
    rig.settle()
    assert set(rig.bench.stacks) == {"e5", "b1"}


def test_a_record_that_breaks_a_rule_is_not_replayed(journal):
    record = begin(journal, start := astron("e5", "b1"))
    record.keep([Played(parse("2 lays B1.1"))])
    with pytest.raises(JournalTrouble, match="A3"):
        list(replay_moves(GAME, start, journal.lines(record.sitting)))


def test_a_write_that_breaks_off_leaves_nothing_and_the_next_one_counts(journal):
    record, other = begin(journal), Journal.open(journal.path)
    with pytest.raises(JournalTrouble, match="UNIQUE"), journal.storage.writing() as base:
        for _ in range(2):
            base.execute("insert into entries values (?, 0, 'move', 'half')", (record.sitting,))
    record.keep([Played(parse("1 lays F2.1"))])
    assert other.lines(record.sitting) == ["1 lays F2.1"]


class Surprise(Exception):
    """A mistake of ours in the middle of a write."""


def test_a_mistake_of_ours_in_mid_write_comes_out_and_leaves_nothing(journal):
    record = begin(journal)
    with pytest.raises(Surprise), journal.storage.writing() as base:
        base.execute("insert into entries values (?, 0, 'move', 'half')", (record.sitting,))
        raise Surprise
    assert not journal.entries(record.sitting)
    record.keep([Played(parse("1 lays F2.1"))])
    assert journal.lines(record.sitting) == ["1 lays F2.1"]


def test_a_wrong_use_of_the_storage_is_no_trouble_with_the_disk(journal):
    record = begin(journal)
    with pytest.raises(sqlite3.ProgrammingError), journal.storage.writing() as base:
        base.execute("insert into entries values (?, ?, ?, ?)", (record.sitting,))
    assert not journal.entries(record.sitting)


OLDER = """
drop index unfinished;
update sittings set agreed = agreed != '';
alter table sittings rename column agreed to free;
alter table sittings add column start blob;
update sittings set start = (select start from starts where sitting = id);
drop table starts;
alter table sittings drop column seed;
alter table sittings add column seed integer;
update sittings set seed = 7;
alter table sittings drop column moves;
pragma user_version = 2;
"""  # a journal as version 2 left it


def test_a_journal_of_two_versions_before_is_gone_on_with(journal):
    free = begin(journal, astron("e5", "b1"), agreed=["free_takeback"])
    plain = begin(journal, astron("e5", "b1"))
    free.keep([Played(parse("1 lays F2.1"))])
    journal.close()
    with closing(sqlite3.connect(journal.path)) as base, base:
        base.executescript(OLDER)
    with closing(Journal.open(journal.path)) as again:
        assert again.sitting(free.sitting).agreed == "free_takeback"
        assert again.sitting(plain.sitting).agreed == ""
        assert again.lines(free.sitting) == ["1 lays F2.1"]
        assert [(one.seed, one.moves) for one in again.sittings()] == [(7, 1), (7, 0)]
        assert again.start(free.sitting) == msgspec.json.encode(astron("e5", "b1"))
        again.reopen(plain.sitting).keep([Played(parse("1 lays F2.1"))])


MOVES_020 = {"astron": 66, "space_walk": 40, "situation7": 40, "zylatron": 45, "astroplane": 40}


def test_games_that_0_2_0_kept_are_replayed_to_their_last_move(tmp_path):
    """One of each kind: neither names nor rules have changed what was written."""
    path = tmp_path / "journal.db"
    with closing(sqlite3.connect(path)) as base, base:
        base.executescript((Path(__file__).parent / "journals/0.2.0.sql").read_text())
    with closing(Journal.open(path)) as journal:
        replayed = {}
        for one in journal.sittings():
            game = SHELF[one.game]
            start = game.thaw(journal.start(one.id))
            replayed[one.game] = len(list(replay_moves(game, start, journal.lines(one.id))))
        assert replayed == MOVES_020


def test_what_was_passed_over_in_one_gesture_is_kept_and_struck_with_it(journal):
    record = begin(journal, astron("e5", "b1"))
    one, other = parse("1 lays F2.1"), parse("1 flies e5-e7")
    record.keep([Played(one, passed=True), Played(other)])
    assert journal.lines(record.sitting) == [str(one), str(other)]
    assert journal.passed(record.sitting) == {1}
    record.take_back([other, one])
    assert journal.lines(record.sitting) == [] and journal.passed(record.sitting) == frozenset()


def test_a_journal_of_another_version_is_told_so(tmp_path):
    path = tmp_path / "journal.db"
    base = sqlite3.connect(path)
    base.execute("pragma user_version = 99")
    base.close()
    with pytest.raises(JournalTrouble, match="another version"):
        Journal.open(path)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written_is_told_so(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(JournalTrouble):
        Journal.open(tmp_path / "sub" / "journal.db")


def test_a_folder_in_the_way_is_told_so(tmp_path):
    with pytest.raises(JournalTrouble):
        Journal.open(tmp_path)


def test_an_uncommitted_move_is_gone_and_the_others_stand(tmp_path):
    """What a power cut leaves in mid-transaction: the write-ahead log without its commit."""
    path = tmp_path / "journal.db"
    journal = Journal.open(path)
    record = begin(journal)
    record.keep([Played(parse("1 lays F2.1"))])
    copy = tmp_path / "after.db"
    with pytest.raises(Surprise), journal.storage.writing() as base:
        base.execute("insert into entries values (?, 1, 'move', 'half')", (record.sitting,))
        copy.write_bytes(path.read_bytes())
        wal = path.with_name("journal.db-wal")
        copy.with_name("after.db-wal").write_bytes(wal.read_bytes())
        raise Surprise
    journal.close()
    with closing(Journal.open(copy)) as found:
        assert found.lines(record.sitting) == ["1 lays F2.1"]


@given(st.lists(st.tuples(st.booleans(), st.integers(1, 6)), max_size=40))
def test_what_stands_is_what_was_played_and_not_taken_back(tmp_path_factory, steps):
    journal = Journal.open(tmp_path_factory.mktemp("kept") / "journal.db")
    record = begin(journal)
    standing = []
    for forward, seat in steps:
        move = parse(f"{seat} turns +1")
        if forward or not standing:
            record.keep([Played(move)])
            standing.append(str(move))
        else:
            record.take_back([parse(standing.pop())])
    assert journal.lines(record.sitting) == standing
    journal.close()
