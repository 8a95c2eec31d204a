"""A backup holds what has to be kept; a damaged one changes nothing."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from random import Random
from zipfile import ZipFile

import pytest

from controller.__main__ import main
from controller.app.appliance.backup import back_up, content, plain, restore
from controller.errors import Misuse, StardeckError
from controller.game import Setting
from controller.games import SHELF
from controller.sitting.journal import Journal, Played
from controller.web.devices import Devices


def played(folder, luck, moves=6) -> Journal:
    """A journal with a game in it, still open, as while somebody plays."""
    game = SHELF["space_walk"]
    position = game.start(Setting(2))
    journal = Journal(folder / "journal.db")
    record = journal.record(
        game, position, opened="today", seed=7, deck="virtual", players="human,human", agreed=()
    )
    for _ in range(moves):
        move = luck.choice(list(position.moves()))
        position = position.after(move)
        record.keep([Played(move)])
    record.write()
    return journal


def furnished(folder, seed=1) -> Journal:
    folder.mkdir(parents=True, exist_ok=True)
    secrets = iter("abcdef")
    Devices(folder / "devices.json", lambda: next(secrets), lambda: "today").admit("", "table", "")
    (folder / "wirings").mkdir()
    (folder / "wirings" / "mine.toml").write_text("name = 'mine'\n")
    (folder / "running.json").write_text("{}")
    (folder / "recordings").mkdir()
    (folder / "recordings" / "000001.rec").write_bytes(b"long")
    return played(folder, Random(seed))


def lines(folder) -> list[str]:
    with closing(Journal.open(folder / "journal.db")) as journal:
        return list(journal.lines(1))


def everything(folder) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_all_that_has_to_be_kept_comes_back_though_it_was_taken_in_the_middle_of_a_game(tmp_path):
    here, there = tmp_path / "here", tmp_path / "there"
    journal = furnished(here)
    assert back_up(here, tmp_path / "kept.zip", "today") == 3
    journal.close()
    restore(tmp_path / "kept.zip", there)
    assert lines(there) == lines(here)
    for name in ("devices.json", "wirings/mine.toml"):
        assert (there / name).read_bytes() == (here / name).read_bytes()
    assert not (there / "recordings").exists() and not (there / "running.json").exists()
    assert (there / "journal.db").stat().st_mode & 0o077 == 0


def test_what_was_played_since_is_set_aside(tmp_path):
    old, now = tmp_path / "old", tmp_path / "now"
    furnished(old, 1).close()
    furnished(now, 2).close()
    later = lines(now)
    back_up(old, tmp_path / "kept.zip", "today")
    restore(tmp_path / "kept.zip", now)
    assert lines(now) == lines(old) != later
    with closing(Journal.open(now / "journal.before-1.db")) as aside:
        assert list(aside.lines(1)) == later


@pytest.mark.parametrize("seed", range(30))
def test_a_backup_damaged_by_chance_is_refused_or_as_good_and_changes_nothing(tmp_path, seed):
    here, there, luck = tmp_path / "here", tmp_path / "there", Random(seed)
    furnished(here).close()
    furnished(there, 2).close()
    archive = tmp_path / "kept.zip"
    back_up(here, archive, "today")
    good, before = archive.read_bytes(), everything(there)
    spoilt = bytearray(good)
    if luck.random() < 0.4:
        del spoilt[luck.randrange(len(spoilt)) :]
    else:
        for _ in range(luck.randint(1, 8)):
            spoilt[luck.randrange(len(spoilt))] ^= 1 << luck.randrange(8)
    archive.write_bytes(spoilt)
    try:
        restore(archive, there)
    except StardeckError as trouble:
        assert "nothing was changed" in str(trouble).lower()
        assert everything(there) == before
    else:
        assert lines(there) == lines(here), "the damage was where nothing is read"


def test_an_archive_with_a_journal_that_is_none_is_refused(tmp_path):
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    with closing(sqlite3.connect(here / "journal.db")) as base:
        base.execute("create table letters (text)")
    back_up(here, tmp_path / "kept.zip", "today")
    with pytest.raises(Misuse, match="damaged"):
        restore(tmp_path / "kept.zip", there)
    assert not there.exists()


@pytest.mark.parametrize("name", ["/etc/passwd", "../journal.db", "a/../../b", "", "."])
def test_nothing_leads_out_of_the_folder(name):
    assert not plain(name)


def test_a_stranger_to_zip_and_a_file_that_is_not_there(tmp_path, capsys):
    (tmp_path / "text").write_text("no archive")
    with ZipFile(tmp_path / "empty.zip", "w"):
        pass
    for name, word in (("text", "damaged"), ("empty.zip", "damaged"), ("none", "no file")):
        words = ["restore", str(tmp_path / name), "--data", str(tmp_path / "data")]
        assert main(words) == 2
        assert word in capsys.readouterr().err
    assert not (tmp_path / "data").exists()


def test_an_empty_table_has_nothing_to_back_up(tmp_path, capsys):
    assert main(["backup", str(tmp_path / "x.zip"), "--data", str(tmp_path / "none")]) == 2
    assert "nothing" in capsys.readouterr().err
    assert not dict(content(tmp_path / "none"))
