"""The finished lessons of this table, by game, kept in a file."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path

import msgspec

from controller.lessons.teacher import Teacher
from controller.own_files import owner_only, write_private

log = logging.getLogger(__name__)

LESSONS_FILE = "lessons.json"


class Learnt:
    """The finished lessons, saved beside the journal; without a folder kept in memory only."""

    def __init__(self, folder: Path | None) -> None:
        self._path = folder / LESSONS_FILE if folder else None
        self.all: Mapping[str, tuple[str, ...]] = self._read()

    def of(self, game: str) -> tuple[str, ...]:
        """Return the finished lessons of this game."""
        return self.all.get(game, ())

    def mark(self, teacher: Teacher) -> None:
        """Record the teacher's lesson if it is done."""
        if teacher.done:
            self.finish(teacher.lesson.game.name, teacher.lesson.name)

    def finish(self, game: str, lesson: str) -> None:
        """Record a finished lesson in memory and in the file; a failed write is only logged."""
        if lesson in self.of(game):
            return
        self.all = {**self.all, game: (*self.of(game), lesson)}
        try:
            if self._path:
                write_private(self._path, msgspec.json.encode(self.all))
        except OSError as trouble:
            log.warning("%s: %s", self._path, trouble)

    def _read(self) -> dict[str, tuple[str, ...]]:
        """Return the lessons in the file; none if it cannot be read."""
        if self._path is None or not self._path.exists():
            return {}
        try:
            owner_only(self._path)
            return msgspec.json.decode(self._path.read_bytes(), type=dict[str, tuple[str, ...]])
        except (OSError, ValueError, RecursionError) as trouble:
            log.warning("%s: %s", self._path, trouble)
            return {}
