"""The environments that a table runs from: a new one beside the old, tried, then switched to."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

from controller.errors import Misuse

Build = Callable[[Path], None]
"""Fill this folder with an environment, bin/stardeck in it; it may refuse in a sentence."""

Try = Callable[[Path], None]
"""Misuse when the table of this environment does not do what it should."""


class Environments:
    """In one folder: numbered ones, `current` and `previous`, which are links."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def current(self) -> Path | None:
        return self._led("current")

    @property
    def previous(self) -> Path | None:
        return self._led("previous")

    def add(self, build: Build, attempt: Try) -> Path:
        """Build, try, switch. Whatever fails, the old one is still the one that runs."""
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
        """The one before, which is then the one that can be gone back from."""
        before, now = self.previous, self.current
        if before is None or now is None:
            raise Misuse("update.no_way_back")
        self._lead("current", before)
        self._lead("previous", now)
        return before

    def clear(self) -> None:
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
        """All at once: whoever looks meanwhile finds the old one or the new one."""
        part = self.folder / f".{name}"
        part.unlink(missing_ok=True)
        part.symlink_to(to.name)
        os.replace(part, self.folder / name)

    def _tidy(self) -> None:
        """One way back is kept, no more."""
        kept = {self.current, self.previous}
        for number in self._numbers():
            if self.folder / str(number) not in kept:
                shutil.rmtree(self.folder / str(number), ignore_errors=True)
