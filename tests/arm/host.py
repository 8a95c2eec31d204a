"""What the host must have, and how its commands are run."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

NEEDED = {  # a command, and Debian's package that has it
    "apt-get": "apt",
    "dpkg-deb": "dpkg",
    "qemu-system-aarch64": "qemu-system-arm",
    "dtc": "device-tree-compiler",
    "fdtoverlay": "device-tree-compiler",
    "mke2fs": "e2fsprogs",
    "depmod": "kmod",
}
SBIN = "/usr/sbin:/sbin"


class Lacking(Exception):
    """The job cannot be done here; the sentence says what is missing."""


def tool(command: str) -> str:
    """Where it is; an ordinary user's path leaves out what only root is thought to want."""
    return shutil.which(command) or shutil.which(command, path=SBIN) or command


def missing() -> list[str]:
    """The packages that are not here."""
    lacking = {name for command, name in NEEDED.items() if not shutil.which(tool(command))}
    return sorted(lacking)


def run(*words: object, **more: object) -> str:
    """Whatever it printed; Lacking with its last words when it fails."""
    told = [tool(str(words[0])), *map(str, words[1:])]
    done = subprocess.run(told, capture_output=True, text=True, check=False, **more)  # type: ignore[call-overload]
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines()[-3:]
        raise Lacking(f"{told[0]} {told[1] if told[1:] else ''} failed: {' / '.join(said)}")
    out: str = done.stdout
    return out


def mirror() -> str:
    """Where this machine's own apt has Debian from."""
    form = "$(SITE) $(ORIGIN) $(LABEL) $(COMPONENT)"
    for line in run("apt-get", "indextargets", "--format", form).splitlines():
        site, *kind = line.split()
        if kind == ["Debian", "Debian", "main"]:
            return site
    raise Lacking("apt here knows no mirror of Debian: run apt-get update on a Debian.")


def fresh(folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder
