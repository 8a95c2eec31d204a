"""The firmware of the board that was last plugged in, stored beside the journal.

A board in use cannot be asked by another process, so the process that uses it leaves this note.
"""

from __future__ import annotations

import logging
from pathlib import Path

import msgspec

from controller.own_files import write_private

log = logging.getLogger(__name__)

FIRMWARE_FILE = "firmware.json"


class SeenFirmware(msgspec.Struct, frozen=True):
    """The firmware version of a board, and where it was plugged in."""

    version: int
    url: str


class FirmwareNote:
    """The file of the note; without a folder, nothing is stored."""

    def __init__(self, folder: Path | None) -> None:
        self._path = folder / FIRMWARE_FILE if folder else None

    def read(self) -> SeenFirmware | None:
        """Return the last note; None if there is none, or it cannot be read."""
        if self._path is None or not self._path.exists():
            return None
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=SeenFirmware)
        except (OSError, ValueError) as trouble:
            log.warning("%s: %s", self._path, trouble)
            return None

    def write(self, version: int, url: str) -> None:
        """Store this note, unless it is stored already."""
        seen = SeenFirmware(version, url)
        try:
            if self._path and self.read() != seen:
                write_private(self._path, msgspec.json.encode(seen))
        except OSError as trouble:
            log.warning("%s: %s", self._path, trouble)
