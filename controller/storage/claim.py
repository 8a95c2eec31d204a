"""Which sittings are in use: each is a byte of a file, locked by the process that plays it."""

from __future__ import annotations

import sys
from io import FileIO
from pathlib import Path

from controller.own_files import owner_only


class Claims:
    """Locks of sittings, which the system releases when the process ends."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: FileIO | None = None
        self._taken: set[int] = set()

    def take(self, number: int) -> bool:
        """Claim a sitting; False if another process has it. True where files cannot be locked."""
        try:
            self._file = self._file or self._opened()
            if number not in self._taken:
                lock(self._file, number)
        except (BlockingIOError, PermissionError):
            return self._file is None
        except (OSError, ImportError):
            return True
        self._taken.add(number)
        return True

    def _opened(self) -> FileIO:
        owner_only(self._path)
        return FileIO(self._path, "a+")

    def close(self) -> None:
        if self._file:
            self._file.close()
        self._file = None
        self._taken.clear()


def lock(file: FileIO, number: int) -> None:
    """Lock this byte; OSError if another process has it, ImportError if locks are not supported."""
    if sys.platform == "win32":
        import msvcrt

        file.seek(number)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, number)
