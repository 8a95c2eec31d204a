"""Files that only their owner can read, written completely or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

OWNER = 0o600  # read and write for the owner, nothing for others


def owner_only(path: Path) -> None:
    """Create this file, or make an existing one private; OSError if it cannot be created.

    What is no plain file, like /dev/null, is left unchanged, and so is a file of another user.
    """
    os.close(os.open(path, os.O_RDONLY | os.O_CREAT, OWNER))
    if path.is_file():
        with suppress(PermissionError):
            path.chmod(OWNER)


def new_file(path: Path) -> BinaryIO:
    """Open a new private file; fail if the path exists. A link in its place is not followed."""
    careful = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | careful, OWNER), "wb")


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Yield a new private file that replaces this path when complete; remove it on failure."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)  # left by a process that was killed, or a planted link
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
    """Write the file's bytes to the storage device."""
    file.flush()
    os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Write the folder's entries to the storage device, on systems that can do that."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def write_private(path: Path, content: bytes) -> None:
    """Write a private file atomically."""
    with replacing(path) as file:
        file.write(content)
