"""Writes the firmware to a Pico over its serial port, and sends it its panel.

A Pico with our firmware is asked to restart into its REPL; one at MicroPython's prompt is taken
only if the caller allows it. The new firmware is written beside the old one, and takes effect when
main.py is replaced: if the update breaks off, the Pico starts the old or the new one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from pathlib import PurePosixPath
from typing import Any, TypeAlias

from controller.errors import BoardAbsent, BoardTrouble, WrongFirmware
from controller.values import Saying
from drivers.clock import Clock
from drivers.fit import fit_of
from drivers.greeting import Hello
from drivers.link import lost_port, open_port
from drivers.wiring import Wiring
from drivers.workshop.payload import FOLDERS, LAUNCH, MAIN
from drivers.workshop.raw_repl import PROMPT_TIMEOUT, PicoDisk, Repl
from firmware import wire

COMING_BACK = 8.0  # s for a port to reappear after a reset
MACHINE = "RP2040"

NEW_MAIN = f"{MAIN}.new"
OLDER = ("firmware", "boot.py")  # files of firmware up to 0.2.0, whose main.py names no folder
FOLDER_BLOCKS = 2  # a folder of littlefs is a pair of blocks
SPARE_BLOCKS = 8  # for blocks that littlefs copies before it frees the old ones

Files: TypeAlias = Callable[[str], Mapping[str, bytes]]
"""Returns every file of the firmware by path, with the modules in this folder."""


def flash(
    url: str, files: Files, clock: Clock, *, new: bool, tell: Callable[[Saying], None]
) -> Hello:
    """Write this firmware to the Pico at this URL; return its greeting afterwards."""
    before = greeted(url, clock)
    if before:
        tell(Saying("flash.before", {"version": before.version, "board": before.board.hex()}))
        ask(url, clock, wire.REBOOT, wire.TO_REPL)
    port = reopened(url, clock)
    try:
        replace_firmware(Repl(port, clock), url, files, new or before is not None, tell)
    except lost_port():
        raise BoardAbsent("flash.broke_off", url=url) from None
    finally:
        close(port)
    return welcomed(url, clock)


def replace_firmware(
    repl: Repl, url: str, files: Files, ours: bool, tell: Callable[[Saying], None]
) -> None:
    """Check that the Pico may be written to, and write it; it is reset in any case."""
    if not repl.enter():
        raise BoardAbsent("flash.no_pico", url=url)
    try:
        check_machine(repl, url)
        disk = PicoDisk(repl)
        main = disk.beginning(MAIN)
        if not (ours or LAUNCH in main):
            raise BoardTrouble("flash.not_ours", url=url)
        for name in install(disk, main, files):
            tell(Saying("flash.file", {"name": name}))
    finally:
        with suppress(*lost_port()):
            repl.reset()


def check_machine(repl: Repl, url: str) -> None:
    """Raise BoardTrouble unless it is a Pico."""
    machine = repl.run("import os\nprint(os.uname().machine)")
    if MACHINE not in machine:
        raise BoardTrouble("flash.other_machine", url=url, machine=machine)


def install(disk: PicoDisk, main: str, files: Files) -> Iterator[str]:
    """Write this firmware beside the running one and switch to it; yield each file written.

    Remains of an earlier update are removed first, the old firmware last.
    """
    running = next((folder for folder in FOLDERS if folder in main), "")
    beside = next(folder for folder in FOLDERS if folder != running)
    disk.remove(others(running) if running else FOLDERS)
    content = files(beside)
    check_disk_room(disk, content)
    for folder in folders_of(content):
        disk.make_folder(folder)
    for name in sorted(content.keys() - {MAIN}):
        disk.write(name, content[name])
        yield name
    disk.write(NEW_MAIN, content[MAIN])
    disk.rename(NEW_MAIN, MAIN)
    yield MAIN
    disk.remove(others(beside))


def others(folder: str) -> list[str]:
    """Return all names that our firmware may use at the top of the disk, but for this folder."""
    return [name for name in (*FOLDERS, *OLDER, NEW_MAIN) if name != folder]


def folders_of(names: Collection[str]) -> list[str]:
    """Return every folder of these paths, the outer ones first."""
    return sorted({str(folder) for name in names for folder in PurePosixPath(name).parents} - {"."})


def check_disk_room(disk: PicoDisk, content: Mapping[str, bytes]) -> None:
    """Raise BoardTrouble if the disk has no room for these files."""
    size, free = disk.free()
    # Each block of a long file begins with up to 8 pointers of 4 bytes to blocks before it.
    blocks = sum(len(data) // (size - 32) + 1 for data in content.values())
    needed = blocks + FOLDER_BLOCKS * len(folders_of(content)) + SPARE_BLOCKS
    if needed > free:
        kilobytes = {"needed": needed * size >> 10, "free": free * size >> 10}
        raise BoardTrouble("flash.no_room", **kilobytes)


def tell_panel(url: str, wiring: Wiring, clock: Clock) -> Hello:
    """Send the Pico its panel and return its new greeting; raise BoardTrouble if it forgets."""
    fit = fit_of(wiring).packed()
    ask(url, clock, wire.FIT, fit)
    hello = welcomed(url, clock)
    if hello.fit != fit:
        raise BoardTrouble("flash.forgets_panel", url=url, name=wiring.file.name)
    return hello


def welcomed(url: str, clock: Clock) -> Hello:
    """Return the greeting of the Pico after its reset, in our protocol."""
    until = clock.now() + COMING_BACK
    while clock.now() < until:
        hello = greeted(url, clock, wait=True)
        if hello and hello.protocol == wire.PROTOCOL:
            return hello
    raise WrongFirmware("flash.silent", url=url)


def greeted(url: str, clock: Clock, *, wait: bool = False) -> Hello | None:
    """Return the board's greeting, or None if it does not speak our protocol."""
    port = reopened(url, clock) if wait else open_port(url)
    try:
        return next(greetings_after(port, clock, wire.GREET, wire.PROTOCOL), None)
    except lost_port():
        return None
    finally:
        close(port)


def ask(url: str, clock: Clock, kind: int, *fields: int | bytes) -> None:
    """Send a message and wait for the board's answers; it may disconnect."""
    port = open_port(url)
    try:
        list(greetings_after(port, clock, kind, *fields))
    except lost_port():
        pass  # it is restarting, as asked
    finally:
        close(port)


def greetings_after(port: Any, clock: Clock, kind: int, *fields: int | bytes) -> Iterator[Hello]:
    """Send a message and yield the greetings that follow."""
    port.write(wire.encode(kind, 1, wire.pack(kind, *fields)))
    decoder, until = wire.Decoder(), clock.now() + PROMPT_TIMEOUT
    while clock.now() < until:
        for heard, _, payload in decoder.feed(port.read(max(1, port.in_waiting))):
            if heard == wire.HELLO:
                yield Hello(*wire.unpack(heard, payload))


def reopened(url: str, clock: Clock) -> Any:
    """Return the port once it exists again: a restarting Pico is gone for a second."""
    until = clock.now() + COMING_BACK
    while True:
        clock.sleep(0.25)
        try:
            return open_port(url)
        except BoardAbsent:
            if clock.now() > until:
                raise


def close(port: Any) -> None:
    """Close the port, even if the cable is gone."""
    try:
        port.close()
    except lost_port():
        pass
