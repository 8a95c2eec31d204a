"""The table's Python environments: a new one is built beside the old, tried, then switched to."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

from controller.errors import Misuse

Build = Callable[[Path], None]
"""Fills a folder with an environment that has bin/stardeck; may raise a StardeckError."""

Try = Callable[[Path], None]
"""Raises Misuse if the table in this environment does not work."""


class Environments:
    """Numbered environments in one folder, with links `current` and `previous`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def current(self) -> Path | None:
        """The environment that the table runs from; None if there is none."""
        return self._led("current")

    @property
    def previous(self) -> Path | None:
        """The environment to go back to; None if there is none."""
        return self._led("previous")

    def add(self, build: Build, attempt: Try) -> Path:
        """Build an environment, try it, switch to it; on any failure the old one stays current."""
        fresh = self.folder / str(self._next())
        try:
            fresh.mkdir(parents=True)
            build(fresh)
            attempt(fresh)
        except BaseException:
            shutil.rmtree(fresh, ignore_errors=True)
            raise
        if before := self.current:
            self._lead("previous", before)
        self._lead("current", fresh)
        self._tidy()
        return fresh

    def back(self) -> Path:
        """Switch to the previous environment, and make the current one the previous."""
        before, now = self.previous, self.current
        if before is None or now is None:
            raise Misuse("update.no_way_back")
        self._lead("current", before)
        self._lead("previous", now)
        return before

    def clear(self) -> None:
        """Remove all environments."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def _numbers(self) -> list[int]:
        found = self.folder.iterdir() if self.folder.is_dir() else ()
        return sorted(int(path.name) for path in found if path.name.isdigit())

    def _next(self) -> int:
        return max(self._numbers(), default=0) + 1

    def _led(self, name: str) -> Path | None:
        link = self.folder / name
        found = self.folder / os.readlink(link) if link.is_symlink() else None
        return found if found and found.is_dir() else None

    def _lead(self, name: str, to: Path) -> None:
        """Set a link atomically: anyone who reads it finds the old or the new target."""
        part = self.folder / f".{name}"
        part.unlink(missing_ok=True)
        part.symlink_to(to.name)
        os.replace(part, self.folder / name)

    def _tidy(self) -> None:
        """Remove all environments except the current and the previous."""
        kept = {self.current, self.previous}
        for number in self._numbers():
            if self.folder / str(number) not in kept:
                shutil.rmtree(self.folder / str(number), ignore_errors=True)
