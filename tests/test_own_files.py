"""What the table keeps is its owner's alone."""

from __future__ import annotations

import os
import stat
from contextlib import closing
from pathlib import Path

import pytest

from controller.__main__ import main
from controller.own_files import owner_only
from controller.sitting.journal import Journal
from controller.web.devices import Devices
from tests.test_recording import hosted

pytestmark = pytest.mark.skipif(os.name != "posix", reason="modes are a Unix's")


@pytest.fixture(autouse=True)
def careless():
    """Somebody whose files all may read, unless a program says otherwise."""
    before = os.umask(0)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def shut(folder: Path) -> dict[str, bool]:
    return {path.name: mode(path) == 0o600 for path in folder.rglob("*") if path.is_file()}


def test_the_journal_and_what_lies_beside_it(tmp_path):
    with closing(Journal.open(tmp_path / "journal.db")):
        beside = ("journal.db", "journal.db-shm", "journal.db-wal")
        assert shut(tmp_path) == dict.fromkeys(beside, True)


def test_a_journal_that_all_could_read_is_shut_when_it_is_opened(tmp_path):
    path = tmp_path / "journal.db"
    Journal.open(path).close()
    path.chmod(0o644)
    with closing(Journal.open(path)):
        assert all(shut(tmp_path).values())


def test_recordings(tmp_path):
    host = hosted(tmp_path, "Ada", "Bob", record=True)
    host.turn()
    assert shut(tmp_path) == {"000001.rec": True}
    host.close()


def test_devices(tmp_path):
    Devices(tmp_path / "devices.json", lambda: "x" * 22, str).admit("", "table", "Linux")
    assert shut(tmp_path) == {"devices.json": True}


def test_the_log(tmp_path, monkeypatch):
    log = tmp_path / "log"
    log.touch(0o644)
    monkeypatch.setenv("STARDECK_LOG", str(log))
    assert main(["games", "--journal", str(tmp_path / "journal.db")]) == 0
    assert shut(tmp_path)["log"]


def test_a_log_that_cannot_be_written_is_said(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("STARDECK_LOG", str(tmp_path / "no" / "log"))
    assert main(["games"]) == 2
    assert "STARDECK_LOG" in capsys.readouterr().err


def test_what_is_no_plain_file_is_left_as_it_is():
    before = mode(Path(os.devnull))
    owner_only(Path(os.devnull))
    assert mode(Path(os.devnull)) == before != 0o600
