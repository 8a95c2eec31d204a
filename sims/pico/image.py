"""The content of a Pico's flash: MicroPython, and a file system with our files."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from controller.errors import StardeckError

REPOSITORY = Path(__file__).resolve().parents[2]
SHARED = REPOSITORY.parent / "shared" / "micropython" / "micropython-RPI_PICO.uf2"

VERSION = "1.25.0"
DISK = 0xA0000  # bytes into the flash of a Pico with 2 MB
BLOCK, BLOCKS = 4096, 352


class NoPico(StardeckError):
    """Raised when there is no MicroPython to emulate a Pico with."""


def uf2() -> Path:
    """Return the MicroPython image: STARDECK_UF2, the one beside the repository, or a download."""
    if given := os.environ.get("STARDECK_UF2"):
        if Path(given).is_file():
            return Path(given)
        raise NoPico("pico.no_file", path=given)
    return SHARED if SHARED.is_file() else fetch_image()


def fetch_image() -> Path:
    """Return the official image, downloaded; raise NoPico if that fails."""
    from rp2040py.utils.firmware_retrieve import MICROPYTHON, retrieve

    found = retrieve(MICROPYTHON, VERSION, "pico")
    if found is None:
        raise NoPico("pico.no_image", version=VERSION)
    return found


def disk(content: Mapping[str, bytes]) -> bytes:
    """Return a littlefs with these files, as MicroPython makes it."""
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
