"""Puts the firmware on a Pico, over its own serial port, and tells it which panel it sits under.

A Pico that runs our firmware is asked to come up in its REPL; one with MicroPython's prompt is
taken only when we are told to. Files travel through the raw REPL, as mpremote sends them, under
another name until they are whole.
"""

from __future__ import annotations

from binascii import crc32
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from controller.errors import BoardAbsent, BoardTrouble, WrongFirmware
from controller.values import Saying
from drivers.clock import Clock
from drivers.fit import fitted
from drivers.greeting import Hello
from drivers.link import lost_port, open_port
from drivers.wiring import Wiring
from firmware import wire

PATIENCE = 0.6  # s for an answer
COMING_BACK = 8.0  # s for a port to be there again after a reset
CHUNK = 256  # bytes of a file in one go; the Pico's line holds 256
INTERRUPT, RAW, RUN, SOFT = b"\r\x03\x03", b"\r\x01", b"\x04", b"\r\x02"
MACHINE = "RP2040"

FOLDERS = ("firmware", "firmware/pico")

START = f"import os\nfor d in {FOLDERS}:\n try: os.mkdir(d)\n except OSError: pass"
WHOLE = """
import binascii
f=open(%r,'rb')
c=0
while 1:
 b=f.read(512)
 if not b: break
 c=binascii.crc32(b,c)
f.close()
print(c)
"""
TIDY = """
import os
for d in %r:
 for n, kind, *_ in os.ilistdir(d):
  if kind == 0x8000 and d+'/'+n not in %r: os.remove(d+'/'+n)
"""


class Repl:
    """MicroPython's raw REPL: a program in, what it printed out."""

    def __init__(self, port: Any, clock: Clock) -> None:
        self._port, self._clock = port, clock

    def enter(self) -> bool:
        """False when nobody there understands."""
        self._port.write(INTERRUPT)
        self._until(b">>> ", PATIENCE)
        self._port.write(RAW)
        return self._until(b"raw REPL; CTRL-B to exit\r\n>", PATIENCE).endswith(b">")

    def run(self, program: str) -> str:
        """What the program printed; BoardTrouble when it failed."""
        for first in range(0, len(program), CHUNK):
            self._port.write(program[first : first + CHUNK].encode())
            self._rest(0.01)
        self._port.write(RUN)
        answer = self._until(b"\x04>", 10.0)
        said, _, complaint = answer.removeprefix(b"OK").partition(b"\x04")
        complaint = complaint.removesuffix(b"\x04>")
        if complaint or not answer.startswith(b"OK"):
            raise BoardTrouble("flash.failed", why=last_line(complaint or answer))
        return said.decode(errors="replace").strip()

    def reset(self) -> None:
        """Let go of it; it starts afresh."""
        self._port.write(b"import machine\nmachine.reset()\n" + RUN)

    def _until(self, end: bytes, seconds: float) -> bytes:
        heard, until = b"", self._clock.now() + seconds
        while not heard.endswith(end) and self._clock.now() < until:
            heard += self._port.read(max(1, self._port.in_waiting))
        return heard

    def _rest(self, seconds: float) -> None:
        until = self._clock.now() + seconds
        while self._clock.now() < until:
            if not self._port.in_waiting:
                self._clock.sleep(min(0.002, until - self._clock.now()))
            else:
                return


def flash(
    url: str, files: Mapping[str, bytes], clock: Clock, *, new: bool, tell: Callable[[Saying], None]
) -> Hello:
    """Put these files on the Pico behind this URL; who it is afterwards."""
    before = greeted(url, clock)
    if before:
        tell(Saying("flash.before", {"version": before.version, "board": before.board.hex()}))
        ask(url, clock, wire.REBOOT, wire.TO_REPL)
    port = reopened(url, clock)
    try:
        repl = Repl(port, clock)
        check(repl, url, new or before is not None)
        for name in written(repl, files):
            tell(Saying("flash.file", {"name": name}))
        repl.reset()
    finally:
        close(port)
    return welcomed(url, clock)


def tell_panel(url: str, wiring: Wiring, clock: Clock) -> Hello:
    """The Pico once it knows that it sits under this panel, whatever it was told before."""
    fit = fitted(wiring).packed()
    ask(url, clock, wire.FIT, fit)
    hello = welcomed(url, clock)
    if hello.fit != fit:
        raise BoardTrouble("flash.forgets_panel", url=url, name=wiring.file.name)
    return hello


def check(repl: Repl, url: str, ours: bool) -> None:
    """Only a Pico of ours, or one we are told to take."""
    if not repl.enter():
        raise BoardAbsent("flash.no_pico", url=url)
    machine = repl.run("import os\nprint(os.uname().machine)")
    if MACHINE not in machine:
        raise BoardTrouble("flash.other_machine", url=url, machine=machine)
    if not ours:
        raise BoardTrouble("flash.not_ours", url=url)


def written(repl: Repl, files: Mapping[str, bytes]) -> Iterator[str]:
    """Each file whole or not at all; then what is not ours any more goes."""
    repl.run(START)
    for name, content in files.items():
        repl.run(f"f=open('{name}.new','wb')")
        for first in range(0, len(content), CHUNK):
            repl.run(f"f.write({content[first : first + CHUNK]!r})")
        repl.run("f.close()")
        if int(repl.run(WHOLE % f"{name}.new")) != crc32(content):
            raise BoardTrouble("flash.torn", name=name)
        repl.run(f"import os\nos.rename('{name}.new','{name}')")
        yield name
    repl.run(TIDY % (FOLDERS, tuple(files)))


def welcomed(url: str, clock: Clock) -> Hello:
    """The Pico after its reset, speaking our protocol."""
    until = clock.now() + COMING_BACK
    while clock.now() < until:
        hello = greeted(url, clock, wait=True)
        if hello and hello.protocol == wire.PROTOCOL:
            return hello
    raise WrongFirmware("flash.silent", url=url)


def greeted(url: str, clock: Clock, *, wait: bool = False) -> Hello | None:
    """Who is there, if it speaks our language."""
    port = reopened(url, clock) if wait else open_port(url)
    try:
        return next(answers(port, clock, wire.GREET, wire.PROTOCOL), None)
    except lost_port():
        return None
    finally:
        close(port)


def ask(url: str, clock: Clock, kind: int, *fields: int | bytes) -> None:
    port = open_port(url)
    try:
        list(answers(port, clock, kind, *fields))
    except lost_port():
        pass  # it has gone to do as it was told
    finally:
        close(port)


def answers(port: Any, clock: Clock, kind: int, *fields: int | bytes) -> Iterator[Hello]:
    port.write(wire.encode(kind, 1, wire.pack(kind, *fields)))
    decoder, until = wire.Decoder(), clock.now() + PATIENCE
    while clock.now() < until:
        for heard, _, payload in decoder.feed(port.read(max(1, port.in_waiting))):
            if heard == wire.HELLO:
                yield Hello(*wire.unpack(heard, payload))


def reopened(url: str, clock: Clock) -> Any:
    """The port once it is there again: a Pico that restarts is gone for a second."""
    until = clock.now() + COMING_BACK
    while True:
        clock.sleep(0.25)
        try:
            return open_port(url)
        except BoardAbsent:
            if clock.now() > until:
                raise


def close(port: Any) -> None:
    try:
        port.close()
    except lost_port():
        pass


def last_line(complaint: bytes) -> str | Saying:
    lines = complaint.decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else Saying("flash.said_nothing")
