"""The firmware of the board that was last plugged in, kept beside the journal.

A board that is in use cannot be asked by anybody else; so whoever speaks to it leaves this note.
"""

from __future__ import annotations

import logging
from pathlib import Path

import msgspec

from controller.own_files import save

log = logging.getLogger(__name__)

FILE = "firmware.json"


class SeenFirmware(msgspec.Struct, frozen=True):
    """What a board said of its firmware, and where it was plugged in."""

    version: int
    url: str


class FirmwareNote:
    """The note in this folder; where there is no folder, nothing is kept."""

    def __init__(self, folder: Path | None) -> None:
        self._path = folder / FILE if folder else None

    def read(self) -> SeenFirmware | None:
        """What was noted last; None when nothing was, or it cannot be read."""
        if self._path is None or not self._path.exists():
            return None
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=SeenFirmware)
        except (OSError, ValueError) as trouble:
            log.warning("%s: %s", self._path, trouble)
            return None

    def write(self, version: int, url: str) -> None:
        """Note this, unless it is noted already."""
        seen = SeenFirmware(version, url)
        try:
            if self._path and self.read() != seen:
                save(self._path, msgspec.json.encode(seen))
        except OSError as trouble:
            log.warning("%s: %s", self._path, trouble)
