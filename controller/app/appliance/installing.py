"""A table installed: files written, its environment built, its service started; and undone."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from controller.app.appliance.environments import Build
from controller.app.appliance.machine import Machine
from controller.app.appliance.units import Options, files
from controller.errors import Misuse

Commands = tuple[tuple[str, ...], ...]

PACKAGE = "stardeck-table"  # `stardeck` is somebody else's where packages come from
PROGRAM = "/opt/stardeck/current/bin/stardeck"
WANTED = {  # as `systemctl enable` links them
    "etc/systemd/system/multi-user.target.wants/stardeck.service": "stardeck.service",
    "etc/systemd/system/sockets.target.wants/stardeck.socket": "stardeck.socket",
}
NAMES: Commands = (  # of boards that are plugged in already; others are named as they come
    ("udevadm", "control", "--reload"),
    ("udevadm", "trigger", "--subsystem-match=tty"),
)
START: Commands = (
    ("systemd-sysusers", "stardeck.conf"),
    ("systemctl", "daemon-reload"),
    ("systemctl", "restart", "stardeck.socket", "stardeck.service"),
)
STOP = ("systemctl", "disable", "--now", "stardeck.service", "stardeck.socket")
RESTART = ("systemctl", "restart", "stardeck.service")
SETTLE = ("sync",)  # on the disk, before anything leads to it: who installs may pull the plug


def install(machine: Machine, options: Options, build: Build) -> None:
    """All of it; again over an older one is as good."""
    machine.writable()
    machine.environments.add(build, lambda fresh: tried(machine, fresh))
    for path, text in files(options, PROGRAM).items():
        write(machine.root / path, text)
    for path, unit in WANTED.items():
        link(machine.root / path, f"/etc/systemd/system/{unit}")
    if not machine.command.exists() or machine.command.is_symlink():
        link(machine.command, PROGRAM)
    machine.data.mkdir(parents=True, exist_ok=True)
    machine.do(*SETTLE)
    for words in NAMES:
        machine.attempt(*words)
    for words in START:
        machine.do(*words)
    machine.do("chown", "-R", "stardeck:stardeck", str(machine.data))


def planned(options: Options) -> Iterator[tuple[str, str]]:
    """What `install` would write, and what it would do: a path or a command, and the text."""
    yield from ((f"/{path}", text) for path, text in files(options, PROGRAM).items())
    yield from ((f"/{path}", f"-> {unit}") for path, unit in WANTED.items())
    yield from ((" ".join(words), "") for words in (SETTLE, *NAMES, *START))


def update(machine: Machine, build: Build) -> Path:
    """A new environment beside the old; the service goes on in it, or in the old one."""
    installed(machine)
    fresh = machine.environments.add(build, lambda fresh: tried(machine, fresh))
    try:
        machine.do(*RESTART)
    except Misuse:
        machine.environments.back()
        machine.do(*RESTART)
        raise
    return fresh


def back(machine: Machine) -> Path:
    installed(machine)
    before = machine.environments.back()
    machine.do(*RESTART)
    return before


def uninstall(machine: Machine) -> None:
    """Everything but what was played."""
    machine.writable()
    if machine.unit.exists():
        machine.do(*STOP)
    for path in [*files(Options(), PROGRAM), *WANTED]:
        (machine.root / path).unlink(missing_ok=True)
    if machine.command.is_symlink() and os.readlink(machine.command) == PROGRAM:
        machine.command.unlink()
    machine.environments.clear()
    machine.do("systemctl", "daemon-reload")


def installed(machine: Machine) -> None:
    machine.writable()
    if not machine.unit.exists():
        raise Misuse("install.none")


def tried(machine: Machine, fresh: Path) -> None:
    """It knows its games, plays one, and reads what was played before."""
    words = [str(fresh / "bin/stardeck"), "doctor", "--self-test", "--data", str(machine.data)]
    ran = machine.run(words)
    if ran.status:
        raise Misuse("update.unfit", why=(ran.said.splitlines() or ["?"])[-1])
    machine.do(*SETTLE)


def builder(machine: Machine, source: str) -> Build:
    """An environment of its own, with this in it: a version, a wheel, a folder."""

    def build(folder: Path) -> None:
        for words in (
            [sys.executable, "-m", "venv", str(folder)],
            [str(folder / "bin/pip"), "install", "--quiet", "--disable-pip-version-check", source],
        ):
            ran = machine.run(words)
            if ran.status:
                told = ran.said.splitlines()[-1:] or [str(ran.status)]
                raise Misuse("install.failed", command=" ".join(words), why=told[0])

    return build


def own_source(extra: str = "", *, newest: bool = False) -> str:
    """What we are ourselves, as pip takes it."""
    try:
        own = distribution(PACKAGE)
    except PackageNotFoundError:
        return f"{PACKAGE}{extra}"
    told = json.loads(own.read_text("direct_url.json") or "{}").get("url", "")
    if told:
        return f"{PACKAGE}{extra} @ {told}"
    return f"{PACKAGE}{extra}" if newest else f"{PACKAGE}{extra}=={own.version}"


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.part")
    part.write_text(text, encoding="utf-8")
    part.chmod(0o644)
    os.replace(part, path)


def link(path: Path, to: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    path.symlink_to(to)
