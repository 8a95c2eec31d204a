"""Install, update and remove a table: its files, its environment and its service."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from fnmatch import fnmatch
from functools import partial
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit
from urllib.request import url2pathname

from controller.app.appliance.environments import Build
from controller.app.appliance.machine import Machine
from controller.app.appliance.units import Options, files
from controller.errors import Misuse

Commands = tuple[tuple[str, ...], ...]

PACKAGE = "stardeck-table"  # `stardeck` is another project's name on PyPI
PROGRAM = "/opt/stardeck/current/bin/stardeck"
WANTED = {  # as `systemctl enable` links them
    "etc/systemd/system/multi-user.target.wants/stardeck.service": "stardeck.service",
    "etc/systemd/system/sockets.target.wants/stardeck.socket": "stardeck.socket",
}
NAME_BOARDS: Commands = (  # names boards that are already plugged in
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
BUILT = ("build", "dist", "*.egg-info", "node_modules")  # left in a source folder by builds
SETTLE = ("sync",)  # before anything leads to the new files: the power may be cut afterwards


def install(machine: Machine, options: Options, build: Build) -> None:
    """Install everything; it may be repeated over an older installation."""
    machine.writable()
    machine.environments.add(build, lambda fresh: self_test_environment(machine, fresh))
    for path, text in files(options, PROGRAM).items():
        write_atomically(machine.root / path, text)
    for path, unit in WANTED.items():
        link(machine.root / path, f"/etc/systemd/system/{unit}")
    if not machine.command.exists() or machine.command.is_symlink():
        link(machine.command, PROGRAM)
    machine.data.mkdir(parents=True, exist_ok=True)
    machine.do(*SETTLE)
    for words in NAME_BOARDS:
        machine.attempt(*words)
    for words in START:
        machine.do(*words)
    machine.do("chown", "-R", "stardeck:stardeck", str(machine.data))


def planned_changes(options: Options) -> Iterator[tuple[str, str]]:
    """Yield what `install` would write or do: a path or a command, and the text."""
    yield from ((f"/{path}", text) for path, text in files(options, PROGRAM).items())
    yield from ((f"/{path}", f"-> {unit}") for path, unit in WANTED.items())
    yield from ((" ".join(words), "") for words in (SETTLE, *NAME_BOARDS, *START))


def update(machine: Machine, build: Build) -> Path:
    """Switch the service to a new environment; switch back if the service cannot be restarted."""
    check_installed(machine)
    fresh = machine.environments.add(build, lambda fresh: self_test_environment(machine, fresh))
    try:
        machine.do(*RESTART)
    except Misuse:
        machine.environments.back()
        machine.do(*RESTART)
        raise
    return fresh


def back(machine: Machine) -> Path:
    """Switch the service to the previous environment; return its folder."""
    check_installed(machine)
    before = machine.environments.back()
    machine.do(*RESTART)
    return before


def uninstall(machine: Machine) -> None:
    """Remove everything except what was played and set."""
    machine.writable()
    if machine.unit.exists():
        machine.do(*STOP)
    for path in [*files(Options(), PROGRAM), *WANTED]:
        (machine.root / path).unlink(missing_ok=True)
    if machine.command.is_symlink() and os.readlink(machine.command) == PROGRAM:
        machine.command.unlink()
    machine.environments.clear()
    machine.do("systemctl", "daemon-reload")


def check_installed(machine: Machine) -> None:
    """Raise Misuse if no table is installed, or the root is not writable."""
    machine.writable()
    if not machine.unit.exists():
        raise Misuse("install.none")


def self_test_environment(machine: Machine, fresh: Path) -> None:
    """Raise Misuse unless the new environment plays every game and reads the old ones."""
    words = [str(fresh / "bin/stardeck"), "doctor", "--self-test", "--data", str(machine.data)]
    ran = machine.run(words)
    if ran.status:
        raise Misuse("update.unfit", why=(ran.said.splitlines() or ["?"])[-1])
    machine.do(*SETTLE)


def builder(machine: Machine, source: str) -> Build:
    """Return what builds an environment with this installed: a version, a wheel or a folder."""

    def build(folder: Path) -> None:
        create = [sys.executable, "-m", "venv", str(folder)]
        install = [str(folder / "bin/pip"), "install", "--quiet", "--disable-pip-version-check"]
        with clean_source(source) as clean:
            for words in (create, [*install, clean]):
                ran = machine.run(words)
                if ran.status:
                    told = ran.said.splitlines()[-1:] or [str(ran.status)]
                    raise Misuse("install.failed", command=" ".join(words), why=told[0])
        if origin := source_folder(source):
            note_origin(folder, origin)

    return build


@contextmanager
def clean_source(source: str) -> Iterator[str]:
    """Yield what pip is to install: for a folder, a copy without the output of earlier builds.

    pip builds inside the folder, and setuptools packs all files in its build/lib, also those that
    have been deleted since.
    """
    folder = source_folder(source)
    if folder is None:
        yield source
        return
    with TemporaryDirectory() as fresh:
        copy = Path(fresh) / "source"
        shutil.copytree(folder, copy, ignore=partial(leave_out, folder))
        where = source.rpartition(" @ ")[2]
        extra = where[where.rindex("[") :] if where.endswith("]") else ""
        name = source.removesuffix(where)
        yield f"{name}{copy.as_uri()}" if name else f"{copy}{extra}"


def source_folder(source: str) -> Path | None:
    """Return the folder that pip is to install from; None for a version, a wheel or an address."""
    where = source.rpartition(" @ ")[2]
    if where.startswith("file:"):
        where = url2pathname(urlsplit(where).path)
    plain = where if Path(where).is_dir() else re.sub(r"\[[^\[\]]*\]$", "", where)
    return Path(plain).resolve() if Path(plain).is_dir() else None


def leave_out(top: Path, folder: str, names: list[str]) -> set[str]:
    """Return the names in this folder that are not source: hidden files, and builds at the top."""
    built = BUILT if Path(folder) == top else ()
    return {name for name in names for kind in (".*", "__pycache__", *built) if fnmatch(name, kind)}


def note_origin(environment: Path, origin: Path) -> None:
    """Record the folder itself as the source of the next update: pip has recorded the copy."""
    told = json.dumps({"url": origin.as_uri(), "dir_info": {}})
    for info in environment.glob(f"lib/*/site-packages/{PACKAGE.replace('-', '_')}-*.dist-info"):
        (info / "direct_url.json").write_text(told, encoding="utf-8")


def own_source(extra: str = "", *, newest: bool = False) -> str:
    """Return what this program was installed from, in pip's notation."""
    try:
        own = distribution(PACKAGE)
    except PackageNotFoundError:
        return f"{PACKAGE}{extra}"
    told = json.loads(own.read_text("direct_url.json") or "{}").get("url", "")
    if told:
        return f"{PACKAGE}{extra} @ {told}"
    return f"{PACKAGE}{extra}" if newest else f"{PACKAGE}{extra}=={own.version}"


def write_atomically(path: Path, text: str) -> None:
    """Write a file atomically, readable for all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.part")
    part.write_text(text, encoding="utf-8")
    part.chmod(0o644)
    os.replace(part, path)


def link(path: Path, to: str) -> None:
    """Make a symbolic link; replace a file that is there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    path.symlink_to(to)
