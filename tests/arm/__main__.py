"""`python -m tests.arm [FOLDER [BOOT...]]`: Stardeck installed and run on emulated arm64.

A Debian for arm64 is made once and kept in FOLDER; in it three boots of QEMU look at everything,
and after each the power is cut. Boots that are named are done alone, on the disk as it was left.
The status is 1 when something was wrong, 2 when this machine lacks something.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.arm import root as roots
from tests.arm.emulated import Emulated, booted
from tests.arm.host import Lacking, fresh, missing, run
from tests.arm.wheels import gathered, unpacked

ROOT = Path(__file__).parents[2]
USUAL = ROOT / "build/appliance"
MADE = "made"  # a file that says: the root was set up
FIRST, LOOKING = 1800.0, 3600.0  # s at most for a boot
FRESH = "installed"  # what is looked at in a root in which nothing was done yet
# Modules of guest/, boot after boot.
BOOTS = (FRESH, "after_the_cut", "after_the_update,pins,pins_of_the_service,taken_away")
END = "end"  # of a boot, as it says itself
NOT_RUN = "could not run: "  # begins the last line where this machine lacks something
CARRIED = (
    "tests/__init__.py",
    "tests/panels.py",
    "tests/walls.py",
    "tests/appliance/__init__.py",
    "tests/appliance/pty_board.py",
    "tests/arm/__init__.py",
    "tests/arm/guest",
)


def made(folder: Path) -> None:
    """Kernel and root, set up by its own first boot."""
    say("A Debian for arm64 is made, once.")
    image, modules = roots.kernel(folder)
    root = roots.unpacked(folder)
    shutil.copy(image, folder / "kernel.img")
    roots.initramfs(root, modules, folder / "initrd")
    roots.furnished(root, modules)
    base = roots.disk(root, folder / "base.img", roots.SIZE)
    with booted(folder, base, word="first=/opt/first.sh") as machine:
        lines = list(machine.lines(FIRST))
    if lines != ["set up"]:
        raise Lacking(f"The root could not be set up: see {folder / 'console.log'}.")
    for name in ("apt-root", "apt-kernel", "kernel", "root"):
        shutil.rmtree(folder / name)
    (folder / MADE).touch()


def brought(folder: Path) -> Path:
    """A second disk: wheels, and what looks at the table."""
    files = fresh(folder / "brought")
    gathered(ROOT, files / "wheels")
    unpacked(files / "wheels", files / "own")
    for name in CARRIED:
        to = files / name
        to.parent.mkdir(parents=True, exist_ok=True)
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, to)
    shutil.copy(ROOT / "tests/arm/guest/checks.sh", files / "checks.sh")
    return roots.disk(files, folder / "brought.img", "200M")


def looked(folder: Path, boots: Sequence[str]) -> list[list[str]]:
    """Each look as state, name and what was seen; at the end of each boot the power is cut."""
    disk, more = folder / "root.img", brought(folder)
    if FRESH in boots:
        run("cp", "--sparse=always", folder / "base.img", disk)
    found: list[list[str]] = []
    for looks in boots:
        with booted(folder, disk, more, word=f"looks={looks}") as machine:
            found += told(machine)
    return found


def told(machine: Emulated, patience: float = LOOKING) -> Iterator[list[str]]:
    """The looks of one boot, to its last word; one more is wrong when that is never said."""
    begun = time.monotonic()
    try:
        for line in machine.lines(patience):
            say(f"{time.monotonic() - begun:5.0f} s  {line}")
            if line == END:
                return
            yield parted(line)
        yield ["WRONG", "the machine", "it switched itself off"]
    except Lacking as late:
        yield ["WRONG", "the machine", str(late)]


def parted(line: str) -> list[str]:
    """State, name and what was seen; a line that is none of ours is wrong."""
    parts = [part.strip() for part in line.split("|", 2)]
    return parts if len(parts) == 3 else ["WRONG", "a line that nobody knows", line]


def table(found: list[list[str]]) -> str:
    wide = max(len(name) for _, name, _ in found)
    return "\n".join(f"{state:5}  {name:{wide}}  {seen}" for state, name, seen in found)


def say(line: str) -> None:
    print(line, flush=True)  # noqa: T201


def main(words: list[str]) -> int:
    folder = Path(words[0]) if words else USUAL
    try:
        if lacking := missing():
            raise Lacking(f"Missing here: {', '.join(lacking)} (apt-get install them).")
        if os.getuid():
            raise Lacking("A root's files belong to root: run this as root, in a machine for it.")
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "console.log").unlink(missing_ok=True)
        if not (folder / MADE).exists():
            made(folder)
        found = looked(folder, words[1:] or BOOTS)
    except Lacking as sentence:
        say(f"{NOT_RUN}{sentence}")
        return 2
    wrong = sum(state != "ok" for state, _, _ in found)
    say(f"\n{table(found)}\n\n{len(found)} looks, {wrong} wrong; {folder / 'console.log'}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
