"""The firmware put on an emulated Pico as it is put on a real one.

That no moment is a bad one to pull the cable, `tests/test_flash.py` shows for every write.
"""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from controller.errors import BoardAbsent, BoardTrouble
from controller.words import say
from drivers.clock import Clock
from drivers.workshop.flash import ask, flash, greeted, tell_panel
from drivers.workshop.payload import FOLDERS, MAIN, firmware_files, firmware_version, launcher
from firmware import wire
from firmware.settings import SETTINGS_FILE
from tests.pico_disk import BLOCK, OLD_MAIN, Disk

pytestmark = pytest.mark.pico

NAMED = b"smallest"  # the board's id, by which the firmware below is known
GREETING = wire.encode(
    wire.HELLO, 0, wire.pack(wire.HELLO, wire.PROTOCOL, 9, NAMED, 0, 0, 0, 0, 0, 0, 4, b"")
)
SERVE = f"""
import sys
def begin(*_):
    heard = b""
    while heard != {wire.encode(wire.REBOOT, 1, bytes([wire.TO_REPL]))!r}:
        heard = b"" if heard.endswith(b"\\0") else heard
        heard += sys.stdin.buffer.read(1)
        if heard.endswith(b"\\0"):
            sys.stdout.buffer.write({GREETING!r})
"""


def smallest(folder):
    """A firmware that says who it is and knows the way to the REPL: it is written in a moment."""
    return {
        f"{folder}/firmware/__init__.py": b"",
        f"{folder}/firmware/more.mpy": bytes(3000),
        f"{folder}/firmware/pico/__init__.py": b"",
        f"{folder}/firmware/pico/serve.py": SERVE.encode(),
        MAIN: launcher(folder),
    }


class Scissors(Clock):
    """The Pico's clock, and a cable that is pulled at its time."""

    def __init__(self, pico, after):
        self._pico, self._after, self._at = pico, after, None
        self.told = []

    def now(self):
        if self._at and self._pico.now() >= self._at:
            self._pico.bench.unplug()
        return self._pico.now()

    def sleep(self, seconds):
        self._pico.clock.sleep(seconds)

    def tell(self, saying):
        """20 ms after so many files have been written, the next is under way."""
        self.told.append(say(saying))
        if self.told.count(f"  {self._after}"):
            self._at = self._pico.now() + 0.02


class Plugged(SimpleNamespace):
    """A virtual Pico, the way to it, and what is on its disk."""

    def flash(self, files, *, new=False):
        told = []
        hello = flash(self.url, files, self.pico.clock, new=new, tell=told.append)
        return hello, [say(saying).strip() for saying in told]

    def pulled(self, files, after):
        """Pull the cable while this is written, and put it back."""
        scissors = Scissors(self.pico, after)
        with pytest.raises(BoardAbsent, match="the same command again"):
            flash(self.url, files, scissors, new=False, tell=scissors.tell)
        self.pico.bench.plug()
        return self.greeting

    @property
    def greeting(self):
        self.pico.await_port(3.0)
        return greeted(self.url, self.pico.clock)

    @property
    def disk(self):
        from sims.pico import image

        size = image.BLOCK * image.BLOCKS
        return Disk(self.pico.chip.flash[image.DISK : image.DISK + size])


@pytest.fixture(scope="module")
def plugged(request, wiring):
    """A Pico with MicroPython and these files: plugged(name, files)."""
    request.getfixturevalue("chip")  # skips where there can be none
    from sims.pico.pico import VirtualPico
    from sims.pico.protocol_pico import PICOS, install

    def made(name, content):
        install()
        pico = PICOS[name] = VirtualPico(wiring, files=content)
        pico.await_port(3.0)
        return Plugged(pico=pico, url=f"pico://{name}")

    return made


@pytest.fixture(scope="module")
def fresh(plugged):
    """With nothing but MicroPython on it."""
    return plugged("fresh", {})


@pytest.fixture(scope="module")
def older(plugged):
    """With our firmware as 0.2.0 laid it, and little room beside it."""
    laid = {
        name.removeprefix(f"{FOLDERS[0]}/"): content for name, content in firmware_files().items()
    }
    long = bytes(260 * BLOCK)
    return plugged("older", laid | {MAIN: OLD_MAIN, "boot.py": b"", "long.bin": long})


def test_a_new_pico_gets_the_firmware_when_we_are_told_to_and_says_who_it_is(fresh, wiring):
    with pytest.raises(BoardTrouble, match="--new"):
        fresh.flash(firmware_files)
    assert fresh.disk.files() == {}
    hello, told = fresh.flash(firmware_files, new=True)
    assert (hello.protocol, hello.firmware) == (wire.PROTOCOL, firmware_version())
    assert not hello.knows_panel
    assert fresh.disk.files() == firmware_files() and set(told) == firmware_files().keys()
    hello = tell_panel(fresh.url, wiring, fresh.pico.clock)
    assert (hello.protocol, hello.panel) == (wire.PROTOCOL, 1)


@pytest.mark.hil
def test_one_of_ours_is_flashed_again_without_being_told(plugged, wiring):
    """And it still knows its panel."""
    from sims.pico.pico import flashed

    ours = plugged("ours", flashed(wiring))
    hello, told = ours.flash(firmware_files)
    assert told[0].startswith(f"Firmware {firmware_version():04x} on board ")
    assert hello.pixels == 136
    assert (
        set(told[1:])
        == firmware_files(FOLDERS[1]).keys()
        == ours.disk.files().keys() - {SETTINGS_FILE}
    )


def test_an_older_pico_goes_on_with_what_it_has_until_an_update_is_whole(older):
    before = older.disk.files()
    with pytest.raises(BoardTrouble, match=r"does not fit on the Pico: it needs \d+ KB"):
        older.flash(firmware_files)
    assert older.greeting.board != NAMED and older.disk.files() == before
    assert older.pulled(smallest, f"{FOLDERS[0]}/firmware/__init__.py").board != NAMED
    assert older.pulled(smallest, MAIN).board == NAMED, "only what was old had yet to go"
    assert "long.bin" in older.disk.files()
    # A Pico with power of its own stays at the prompt when its cable is pulled: main.py tells whose
    # it is.
    ask(older.url, older.pico.clock, wire.REBOOT, wire.TO_REPL)
    assert older.greeting is None
    hello, told = older.flash(smallest)
    assert hello.board == NAMED and set(told) == smallest(FOLDERS[1]).keys()
    assert older.disk.files().keys() == {"long.bin", *told}
