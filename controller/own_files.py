"""Files that are their owner's alone: nobody else on this machine may read them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

OWNER = 0o600  # read and write for the owner, nothing for others


def owner_only(path: Path) -> None:
    """Make this file, or shut one that is there; OSError when it cannot be made.

    What is no plain file, like /dev/null, is left as it is, and so is what belongs to another.
    """
    os.close(os.open(path, os.O_RDONLY | os.O_CREAT, OWNER))
    if path.is_file():
        with suppress(PermissionError):
            path.chmod(OWNER)


def new_file(path: Path) -> BinaryIO:
    """A file that was not there before, its owner's alone; a link in its place is not followed."""
    careful = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | careful, OWNER), "wb")


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A new file that takes this name when it is whole; else nothing is left of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)  # of somebody who was killed, or a link that was planted
    try:
        with new_file(part) as file:
            yield file
            sync(file)
        os.replace(part, path)
    except BaseException:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise


def sync(file: BinaryIO) -> None:
    """Return when the storage has the bytes."""
    file.flush()
    os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Return when the storage has the folder's names, where a system can be asked for that."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def save(path: Path, content: bytes) -> None:
    """All of it or nothing, and for nobody else's eyes."""
    with replacing(path) as file:
        file.write(content)
