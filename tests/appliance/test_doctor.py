"""The doctor finds what is wrong, and says what mends it."""

from __future__ import annotations

import os

import pytest

from controller.__main__ import main
from controller.app.appliance import installing
from controller.app.appliance.doctor import find_troubles, self_test
from controller.app.appliance.machine import Machine, Ran
from controller.app.appliance.units import Options
from controller.words import say
from drivers.workshop.payload import firmware_version, spelt_version
from tests.appliance.test_install import slim
from tests.appliance.test_waiting import Waiting
from tests.panels import PANELS


@pytest.fixture
def machine(tmp_path):
    machine = Machine(tmp_path, lambda words: Ran(0, ""))
    installing.install(machine, Options(), slim)
    return machine


def told(machine) -> str:
    return "\n".join(say(saying) for saying in find_troubles(machine, machine.data))


def test_a_table_that_was_just_installed_is_well(machine):
    assert told(machine) == ""


def test_each_file_that_is_missing_is_told_with_the_command_that_brings_it_back(machine):
    for path in [*installing.files(Options(), ""), *installing.WANTED]:
        (machine.root / path).unlink()
        if machine.unit.exists():
            assert f"/{path} is missing: sudo stardeck install" in told(machine)
            installing.install(machine, Options(), slim)
            assert told(machine) == ""
        else:
            installing.install(machine, Options(), slim)


def test_a_program_that_cannot_be_run_any_more_is_told(machine):
    gone = Machine(machine.root, lambda words: Ran(127, "no python"))
    assert "sudo stardeck update" in told(gone)
    os.unlink(machine.environments.folder / "current")
    assert "sudo stardeck update" in told(machine)


@pytest.mark.parametrize(
    ("said", "word"),
    [
        ("ActiveState=active\nNRestarts=0", ""),
        ("ActiveState=activating\nNRestarts=0", ""),
        ("ActiveState=failed\nNRestarts=0", "systemctl restart stardeck"),
        ("ActiveState=active\nNRestarts=4", "started anew 4 times"),
        ("", "systemctl restart stardeck"),
    ],
)
def test_what_systemd_knows_is_told(machine, said, word):
    from controller.app.appliance.doctor import service_faults

    asked = Machine(machine.root, lambda words: Ran(0, said))
    sentences = "\n".join(say(saying) for saying in service_faults(asked))
    assert (word in sentences) if word else not sentences


def test_a_damaged_journal_is_told_and_left_alone(machine):
    journal = machine.data / "journal.db"
    journal.write_bytes(b"SQLite format 3\0" + b"x" * 4000)
    assert "damaged" in told(machine)
    assert journal.read_bytes().endswith(b"x")


def test_the_firmware_of_the_board_that_was_last_here_is_told(machine, capsys):
    """The table has the board, so the doctor goes by what the table has noted."""
    waiting = Waiting(machine.data)
    pico = waiting.plug_in("astron")
    waiting.sit(PANELS["astron"])
    for number, mended in (
        (0x0100, False),
        (firmware_version() ^ 1, False),
        (firmware_version(), True),
    ):
        pico.panel.version = number
        waiting.host.running.board.link.greet()
        waiting.wait(1.0)
        assert ("stardeck flash --board sim://later" in told(machine)) is not mended
        assert main(["doctor", "--root", str(machine.root)]) == (0 if mended else 1)
        versions = f"firmware {spelt_version(number)} when it was last used. This program has"
        assert versions in capsys.readouterr().out


@pytest.mark.parametrize("spoilt", [b"", b"{", b"[]", b'{"version": "x"}', b"\xff", b"7" * 9999])
def test_a_note_of_the_firmware_that_cannot_be_read_is_none(machine, spoilt):
    (machine.data / "firmware.json").write_bytes(spoilt)
    assert told(machine) == ""


def test_its_word_and_its_exit_code(machine, capsys):
    root = ["--root", str(machine.root)]
    assert main(["doctor", *root]) == 0
    assert capsys.readouterr().out == "Nothing is wrong.\n"
    (machine.root / "etc/udev/rules.d/70-stardeck.rules").unlink()
    assert main(["doctor", *root]) == 1


def test_the_self_test_plays_every_game_and_reads_what_was_played(machine):
    assert list(self_test(machine.data)) == []
