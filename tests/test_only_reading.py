"""Commands that only read need no right to write, and write nothing."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random

import pytest

from controller.app.commands import main
from controller.sitting.journal import Journal
from tests.appliance.test_backup import played

NOBODY = 65534
STATES = {
    "put away": (),
    "with a log": ("-wal",),
    "with a log and its index": ("-wal", "-shm"),
}


@pytest.fixture(params=STATES.values(), ids=STATES)
def journal(request, tmp_path) -> Iterator[Path]:
    """A journal that somebody else has left so, in a folder that anybody may look into."""
    place = Path(tempfile.mkdtemp())
    with closing(played(tmp_path, Random(1))):
        for end in ("", *request.param) if request.param else ():
            shutil.copy(tmp_path / f"journal.db{end}", place)
    if not request.param:
        shutil.copy(tmp_path / "journal.db", place)
    yield place / "journal.db"
    place.chmod(0o755)
    shutil.rmtree(place)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Make a folder read-only, also for root, as on a write-protected card."""
    for path in folder.iterdir():
        path.chmod(0o444)
    folder.chmod(0o555)
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


def content(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {p.name: (p.read_bytes(), p.stat().st_mtime_ns) for p in folder.iterdir()}


def test_games_and_show_read_where_nothing_can_be_written(journal, tmp_path, capsys):
    asked = [["games"], ["show", "1"], ["show", "1", "--file"], ["show", "1", "--json"]]
    for words in asked:  # what they import is imported by whoever may
        assert main([*words, "--journal", str(tmp_path / "journal.db")]) == 0
    expected = capsys.readouterr().out
    before = content(journal.parent)
    with locked(journal.parent):
        for words in asked:
            assert main([*words, "--journal", str(journal)]) == 0, capsys.readouterr().err
    assert capsys.readouterr().out == expected
    assert content(journal.parent) == before


def test_a_copy_is_read_and_nothing_is_made(journal, tmp_path):
    before = content(journal.parent)
    with locked(journal.parent), closing(Journal.open(journal, copied=True)) as copy:
        lines = copy.lines(1)
    with closing(Journal.open(tmp_path / "journal.db")) as whole:
        assert lines == whole.lines(1)
    assert content(journal.parent) == before


def test_where_there_is_no_journal_none_is_made(tmp_path, capsys):
    place = Path(tempfile.mkdtemp())
    main(["games", "--journal", str(tmp_path / "none.db")])
    with locked(place):
        assert main(["games", "--journal", str(place / "journal.db")]) == 0
    assert "No game has been kept yet" in capsys.readouterr().out
    place.rmdir()
