"""What is in a Pico's flash: the MicroPython of its makers, and our files on its little disk."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from controller.errors import StardeckError

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared" / "micropython" / "micropython-RPI_PICO.uf2"

VERSION = "1.25.0"
DISK = 0xA0000  # bytes into the flash of a Pico with 2 MB
BLOCK, BLOCKS = 4096, 352


class NoPico(StardeckError):
    """There is nothing to emulate a Pico with."""


def uf2() -> Path:
    """The interpreter to load: STARDECK_UF2, else the one beside the repository, else fetched."""
    if given := os.environ.get("STARDECK_UF2"):
        if Path(given).is_file():
            return Path(given)
        raise NoPico("pico.no_file", path=given)
    return SHARED if SHARED.is_file() else fetched()


def fetched() -> Path:
    """The official image, where there is internet."""
    from rp2040py.utils.firmware_retrieve import MICROPYTHON, retrieve

    found = retrieve(MICROPYTHON, VERSION, "pico")
    if found is None:
        raise NoPico("pico.no_image", version=VERSION)
    return found


def disk(content: Mapping[str, bytes]) -> bytes:
    """A littlefs as MicroPython makes it, with these files."""
    from littlefs import LittleFS

    made = LittleFS(
        block_size=BLOCK,
        block_count=BLOCKS,
        prog_size=256,
        read_size=32,
        lookahead_size=32,
        disk_version=0x00020000,
    )
    for name, data in content.items():
        made.makedirs(str(Path(name).parent), exist_ok=True)
        with made.open(name, "wb") as file:
            file.write(data)
    return bytes(made.context.buffer)
