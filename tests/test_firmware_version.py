"""The version of a firmware is what it is made of; a Pico with another one is to be flashed."""

from __future__ import annotations

import os
import struct
from shutil import copytree

import pytest

from controller.app.computer.discreet_log import Logbook
from controller.app.hosting.health_report import condition
from controller.app.recordings.recording import Recording
from controller.words import say
from drivers.greeting import Hello
from drivers.workshop.payload import (
    FIRMWARE,
    HASHED,
    compiler_options,
    digest,
    firmware_sources,
    firmware_version,
    recipe,
)
from firmware import wire
from tests.workbench import Workbench

HELLO_020 = "<BBB8sHHHBBHB"  # protocol, major, minor, board ...: as 0.2.0 reads it, and says it
FLASH = "This Pico runs older firmware: {}, and this program has {:04x}. Flash it: stardeck flash"


@pytest.fixture
def copy(tmp_path):
    return copytree(FIRMWARE, tmp_path / "firmware")


def test_the_same_files_have_the_same_version_wherever_and_whenever_they_were_written(copy):
    for path in firmware_sources(copy):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
        os.utime(path, (0, 0))
    assert digest(recipe(copy)) == digest(recipe())
    assert digest(dict(reversed(recipe().items()))) == digest(recipe())


def test_whatever_is_changed_is_another_version(copy):
    found = {digest(recipe(copy))}
    for path in firmware_sources(copy):
        text = path.read_bytes()
        path.write_bytes(text + b"#")
        found.add(digest(recipe(copy)))
        path.write_bytes(text)
        path = path.rename(path.with_stem("renamed"))
        found.add(digest(recipe(copy)))
        path.unlink()
        found.add(digest(recipe(copy)))
    found |= {digest({**recipe(), name: ""}) for name in recipe()}
    changes = 3 * len(firmware_sources()) + len(recipe())
    assert len(found) == 1 + changes
    assert all(" ".join(compiler_options(path)) in recipe().values() for path in firmware_sources())


def test_a_program_of_0_2_0_and_this_one_read_each_others_greetings(wiring):
    desk = Workbench(wiring).desk
    said = []
    desk.probe.link.listener = lambda sign, data: said.append(data) if sign == "<" else None
    desk.probe.link.greet()
    while not (lines := wire.Decoder().feed(b"".join(said))):
        desk.probe.hear()
    hello = next(payload for kind, _, payload in lines if kind == wire.HELLO)
    size = struct.calcsize(HELLO_020)
    protocol, _, _, *rest = struct.unpack(HELLO_020, hello[:size])
    now = Hello(*wire.unpack(wire.HELLO, hello))
    assert (protocol, *rest, hello[size:]) == (
        wire.PROTOCOL,
        *(now.board, now.panel, now.can, now.channels, now.keys, now.readers, now.pixels),
        *(now.cause, now.fit),
    )
    old = struct.pack(HELLO_020, protocol, 0, 1, *rest) + hello[size:]
    then = Hello(*wire.unpack(wire.HELLO, old))
    assert (then.version, then.fit, then.firmware & HASHED) == ("0.1", now.fit, 0)


@pytest.mark.parametrize(("number", "spelt"), [(0x0100, "0.1"), (firmware_version() ^ 1, None)])
def test_a_pico_of_another_version_is_told_at_the_check(wiring, number, spelt):
    bench = Workbench(wiring)
    bench.desk.pico.panel.version = number
    bench.desk.probe.link.greet()
    bench.desk.probe.hello = None
    sentence = FLASH.format(spelt or f"{number:04x}", firmware_version())
    checked = bench.check(quick=True)
    assert not checked.flaws, "it can be played on all the same"
    assert [line for line in map(say, checked.results["link"].told) if line.startswith(sentence)]


def test_the_page_of_the_workshop_tells_the_version_and_what_to_do(rig):
    log, recording = Logbook(), Recording(None, rig.clock)

    def page():
        shown = condition(rig.board, rig.board.observe(), log, recording, {}, covered=False)
        return shown.facts["fact.firmware"], "\n".join(map(say, shown.ailments))

    assert page() == (f"{firmware_version():04x}, protocol 3", "")
    rig.pico.panel.version = 0x0100
    rig.board.link.greet()
    rig.wait(0.5)
    assert page()[0] == "0.1, protocol 3"
    assert page()[1].startswith(FLASH.format("0.1", firmware_version()))


def test_a_board_that_runs_this_programs_own_modules_has_its_version(wiring):
    bench = Workbench(wiring)
    assert bench.desk.probe.hello.firmware == firmware_version() and firmware_version() & HASHED
    told = "\n".join(map(say, bench.check(quick=True).results["link"].told))
    assert f"firmware {firmware_version():04x}" in told and "older" not in told
