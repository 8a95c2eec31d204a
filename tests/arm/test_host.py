"""The host's side of `make appliance`: what listens to the emulated machine, and cuts its power."""

from __future__ import annotations

import sys
import time

import pytest

from tests.arm.__main__ import parted, table, told
from tests.arm.emulated import Emulated
from tests.arm.host import Lacking, missing, run
from tests.arm.root import conffiles, entry, ordered

SILENT = "import time; time.sleep(60)"
BABBLING = "while True: print('[    1.0] more of the same', flush=True)"
HALF = "import time; print('@@ ok | half a line', end='', flush=True); time.sleep(60)"
WELL = "print('noise\\n@@ ok | one | 1 | seen\\r\\n[ 2.0] @@ WRONG | two | not\\n@@ end\\n@@ more')"


@pytest.fixture
def playing(tmp_path):
    """playing(CODE) is a machine whose console says what this program prints."""
    machines = []

    def play(code):
        machines.append(Emulated([sys.executable, "-c", code], tmp_path / "console.log"))
        return machines[-1]

    yield play
    for machine in machines:
        machine.cut()


@pytest.mark.parametrize("code", [SILENT, BABBLING, HALF], ids=["silent", "babbling", "half"])
def test_a_guest_that_is_not_done_in_time_is_given_up_whatever_it_says(playing, code):
    begun = time.monotonic()
    with pytest.raises(Lacking, match="not done after 1 s"):
        list(playing(code).lines(1.0))
    assert time.monotonic() - begun < 20


def test_a_silent_guest_is_one_wrong_look(playing):
    ((state, name, seen),) = told(playing(SILENT), 0.5)
    assert (state, name) == ("WRONG", "the machine") and "not done" in seen


def test_looks_are_told_up_to_the_last_word_and_the_console_is_kept(playing, tmp_path):
    found = list(told(playing(WELL), 60.0))
    assert found == [["ok", "one", "1 | seen"], ["WRONG", "two", "not"]]
    assert "noise" in (tmp_path / "console.log").read_text()
    assert table(found).splitlines() == ["ok     one  1 | seen", "WRONG  two  not"]


def test_a_guest_that_ends_too_early_is_wrong(playing):
    found = list(told(playing("print('@@ ok | one | seen')"), 60.0))
    assert [state for state, _, _ in found] == ["ok", "WRONG"]


def test_a_line_that_nobody_knows_is_wrong():
    assert parted("ok | without what was seen")[0] == "WRONG"


def test_a_machine_that_is_cut_says_no_more(playing):
    machine = playing(SILENT)
    machine.cut()
    assert machine._process.returncode < 0


def test_a_command_that_fails_is_lacking_with_its_last_words():
    with pytest.raises(Lacking, match="no such thing"):
        run(sys.executable, "-c", "import sys; sys.exit('no such thing')")


def test_what_is_missing_is_told_as_debian_names_it(monkeypatch):
    monkeypatch.setattr("tests.arm.host.NEEDED", {"no-such-command": "its-package"})
    assert missing() == ["its-package"]


def test_modules_are_loaded_after_what_they_need(tmp_path):
    lines = ("a/virtio_blk.ko.xz: a/virtio.ko.xz", "a/virtio.ko.xz:", "a/ext4.ko.xz: a/jbd2.ko.xz")
    (tmp_path / "modules.dep").write_text("\n".join(lines))
    names = [path.name.partition(".")[0] for path in ordered(tmp_path)]
    assert names == ["virtio", "virtio_blk", "jbd2", "ext4"]


def test_an_archive_of_the_kernels_kind_is_written_in_fours():
    written = entry("init", b"x", 0o100755)
    assert written.startswith(b"070701") and len(written) % 4 == 0
    assert written[110:115] == b"init\0" and written[116:117] == b"x"


def test_files_that_an_owner_may_change_are_told_to_dpkg(tmp_path):
    assert conffiles(tmp_path / "none") == ""
    (tmp_path / "some").write_text("/etc/a\n/etc/b\n")
    assert conffiles(tmp_path / "some") == "Conffiles:\n /etc/a newconffile\n /etc/b newconffile\n"
