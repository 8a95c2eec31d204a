"""A backup holds what has to be kept; a damaged one changes nothing."""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from random import Random
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from controller.__main__ import main
from controller.app.backups.archive import back_up, is_inside, kept_files, open_backup
from controller.app.backups.restoring import check_room, restore
from controller.errors import Misuse, StardeckError
from controller.game import Setting
from controller.games import SHELF
from controller.sitting.journal import Journal, Played
from controller.web.devices import Devices

ROOT = Path(__file__).parents[2]


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
    assert not is_inside(name)


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
    assert not dict(kept_files(tmp_path / "none"))


def test_whatever_the_disk_does_everything_is_old_or_everything_is_new(tmp_path):
    furnished(tmp_path / "backed_up", 1).close()
    (tmp_path / "backed_up" / "wirings" / "new").mkdir()
    (tmp_path / "backed_up" / "wirings" / "new" / "other.toml").write_text("name = 'other'\n")
    back_up(tmp_path / "backed_up", tmp_path / "kept.zip", "today")
    with closing(furnished(tmp_path / "now", 2)):
        (tmp_path / "now" / "wirings" / "mine.toml").write_text("name = 'changed'\n")
        shutil.copytree(tmp_path / "now", tmp_path / "old")  # with a log that is not folded in
    assert (tmp_path / "old" / "journal.db-wal").stat().st_size
    words = [sys.executable, "-m", "tests.appliance.faulty_disk", str(tmp_path)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=600, cwd=ROOT)
    assert not done.stderr
    *broken, last = done.stdout.splitlines()
    assert not broken
    assert int(last.split()[0]) > 100


def archive_of(path, files, listed=None) -> None:
    """A backup with these files, its list of contents right unless another is given."""
    sums = {name: sha256(text).hexdigest() for name, text in files.items()}
    contents = {"format": 1, "written": "today", "files": sums if listed is None else listed}
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        archive.writestr("contents.json", json.dumps(contents))
        for name, text in files.items():
            archive.writestr(name, text)


STRANGE_NAMES = {
    "a file and a folder": ["a", "a/b"],
    "a file and a folder further down": ["x/a/b/c", "x/a"],
    "a log beside the journal": ["journal.db-wal"],
    "a folder of ours": [".restoring/new/x"],
    "two ways to one place": ["x/./y"],
    "a line in a name": ["x\ny"],
    "a way on Windows": ["..\\x"],
    "a long name": ["x" * 300],
}


@pytest.mark.parametrize("names", STRANGE_NAMES.values(), ids=STRANGE_NAMES)
def test_names_that_cannot_all_be_placed_are_refused_before_anything_is_written(tmp_path, names):
    archive_of(tmp_path / "kept.zip", dict.fromkeys(names, b"x"))
    with pytest.raises(Misuse, match="othing was changed"):
        restore(tmp_path / "kept.zip", tmp_path / "data")
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("planted", ["devices.json", "wirings", "devices.json.part", ".restore"])
def test_a_link_in_the_folder_leads_nothing_out_of_it(tmp_path, planted):
    here, there, outside = tmp_path / "here", tmp_path / "there", tmp_path / "outside"
    furnished(here).close()
    back_up(here, tmp_path / "kept.zip", "today")
    there.mkdir()
    outside.mkdir()
    (outside / "mine.toml").write_text("another's")
    (there / planted).symlink_to(outside if planted == "wirings" else outside / "mine.toml")
    before = everything(outside)
    try:
        restore(tmp_path / "kept.zip", there)
    except Misuse as trouble:
        assert planted in str(trouble)
        assert [path.name for path in there.iterdir()] == [planted]
    else:
        assert lines(there) == lines(here)
    assert everything(outside) == before


FOREIGN = {
    "a trigger": "create trigger t after insert on entries begin delete from entries; end",
    "a view": "create view v as select * from sittings",
    "a table": "create table letters (text)",
    "an index": "create index i on sittings (game)",
    "a virtual table": "create virtual table f using fts5(text)",
    "a computed column": "alter table sittings add column sum text as (game || opened)",
}


@pytest.mark.parametrize("sql", FOREIGN.values(), ids=FOREIGN)
def test_a_journal_with_what_no_table_writes_is_refused(tmp_path, sql):
    here, there = tmp_path / "here", tmp_path / "there"
    furnished(here).close()
    with closing(sqlite3.connect(here / "journal.db")) as base:
        base.execute(sql)
        base.commit()
    back_up(here, tmp_path / "kept.zip", "today")
    with pytest.raises(Misuse, match="never writes"):
        restore(tmp_path / "kept.zip", there)
    assert not there.exists()


LIMITED = """
import resource, sys
from pathlib import Path
from controller.app.backups.restoring import restore
from controller.errors import Misuse
resource.setrlimit(resource.RLIMIT_FSIZE, (64 << 20,) * 2)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    restore(Path(sys.argv[1]), Path(sys.argv[2]))
    print("restored")
except Misuse as trouble:
    print(trouble)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) >> 10)
"""


def restored_within_limits(kept, data) -> tuple[str, int]:
    """What is said of it, and how many MB more it took; no file may be larger than 64 MB."""
    words = [sys.executable, "-c", LIMITED, str(kept), str(data)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300, cwd=ROOT)
    said, grown = done.stdout.splitlines()
    return said, int(grown)


def test_a_small_archive_that_unpacks_to_much_takes_neither_memory_nor_disk(tmp_path):
    archive_of(tmp_path / "bomb.zip", {"large": bytes(300 << 20)})
    said, grown = restored_within_limits(tmp_path / "bomb.zip", tmp_path / "data")
    assert "more than any table keeps" in said and grown < 20
    assert not (tmp_path / "data").exists()


def test_a_large_file_is_restored_piece_by_piece(tmp_path):
    archive_of(tmp_path / "large.zip", {"large": Random(1).randbytes(1 << 20) * 48})
    said, grown = restored_within_limits(tmp_path / "large.zip", tmp_path / "data")
    assert said == "restored" and grown < 20
    assert (tmp_path / "data" / "large").stat().st_size == 48 << 20


def test_an_archive_that_lies_about_a_size_is_refused(tmp_path):
    kept = tmp_path / "kept.zip"
    archive_of(kept, {"notes": bytes(1 << 20)})
    told = (1 << 20).to_bytes(4, "little")
    assert told in kept.read_bytes()
    kept.write_bytes(kept.read_bytes().replace(told, (5).to_bytes(4, "little")))
    with pytest.raises(Misuse, match="nothing was changed"):
        restore(kept, tmp_path / "data")
    assert not (tmp_path / "data").exists()


def test_a_backup_of_what_packs_very_well_can_be_restored(tmp_path):
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    (here / "empty").write_bytes(bytes(40 << 20))
    back_up(here, tmp_path / "kept.zip", "today")
    restore(tmp_path / "kept.zip", there)
    assert everything(there) == everything(here)


def test_without_room_nothing_is_begun(tmp_path):
    """The archive declares more than the disk has; its size is what its own size allows."""
    kept, free = tmp_path / "kept.zip", shutil.disk_usage(tmp_path).free
    archive_of(kept, {"notes": b"x"})
    with open_backup(kept) as backup:
        check_room(tmp_path / "data", backup, lambda _: free)
        with pytest.raises(Misuse, match="Make room"):
            check_room(tmp_path / "data", backup, lambda _: 4096)
