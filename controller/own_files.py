"""Files that are their owner's alone: nobody else on this machine may read them."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

OWNER = 0o600  # read and write for the owner, nothing for others


def owner_only(path: Path) -> None:
    """Make this file, or shut one that is there; OSError when it cannot be made.

    What is no plain file, like /dev/null, is left as it is, and so is what belongs to another.
    """
    os.close(os.open(path, os.O_RDONLY | os.O_CREAT, OWNER))
    if path.is_file():
        with suppress(PermissionError):
            path.chmod(OWNER)


def save(path: Path, content: bytes) -> None:
    """All of it or nothing, and for nobody else's eyes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.part")
    owner_only(part)
    with part.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    os.replace(part, path)
