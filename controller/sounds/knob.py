"""The volume of a table, which is stored when it is changed."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from controller.own_files import write_private
from controller.sounds.sound import LOUDEST, Loudness, Note, Sound

VOLUME_FILE = "volume.json"

log = logging.getLogger(__name__)


class Turned(Struct, frozen=True):
    """A change of volume; it holds only if the table is started with the same volume `was`."""

    was: int
    volume: int


class Knob:
    """The present volume; without a folder, changes last until the program ends."""

    def __init__(self, loudness: Loudness | None = None, folder: Path | None = None) -> None:
        self._loudness = loudness or Loudness()
        self._first = self._loudness.volume
        self._path = folder and folder / VOLUME_FILE
        self._recall()

    @property
    def volume(self) -> int:
        return self._loudness.volume

    def tune(self, sounds: Iterable[Sound]) -> tuple[Note, ...]:
        return self._loudness.tune(sounds)

    def at(self, volume: int | None) -> Loudness:
        """Return the loudness, at this volume if one is given."""
        loud = self._loudness
        return loud if volume is None else replace(loud, volume=volume)

    def turn(self, volume: int) -> None:
        """Set the volume; it takes effect even if it cannot be stored."""
        self._loudness = replace(self._loudness, volume=volume)
        try:
            if self._path:
                write_private(self._path, msgspec.json.encode(Turned(self._first, volume)))
        except OSError as trouble:
            log.warning("%s", trouble)

    def _recall(self) -> None:
        try:
            kept = self._path and self._path.read_bytes()
            turned = msgspec.json.decode(kept, type=Turned) if kept else None
        except (OSError, msgspec.MsgspecError):
            return
        if turned and turned.was == self._first and 0 <= turned.volume <= LOUDEST:
            self._loudness = replace(self._loudness, volume=turned.volume)
