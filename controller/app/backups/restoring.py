"""Restore a backup completely, or leave the folder as it was.

All new files are written into a separate folder, checked and synced. One rename of that folder
commits the restore. After it the files are moved to their places; a restore that was interrupted
after the rename is finished by the next command, and one interrupted before is removed.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from controller.app.backups.archive import COMMITTED, JOURNAL, STAGED, Backup, open_backup
from controller.errors import Misuse
from controller.own_files import new_file, sync, sync_folder
from controller.storage.copies import check_foreign
from controller.storage.storage import VERSION

NEW, OLD = "new", "old"  # subfolders of a restore: new files, and the files they replace
LOGS = ("-wal", "-shm", "-journal")  # what SQLite keeps beside a journal
BLOCK = 4096  # bytes that a file takes at least
KEPT_FREE = 1 << 20  # bytes that are left free


def restore(source: Path, data: Path) -> int:
    """Restore a backup; return the number of files. On any failure the folder is as it was."""
    finish_restore(data)
    with open_backup(source) as backup:
        check_places(data, backup.names)
        check_room(data, backup)
        with existing_folder(data), locked(data):
            stage(backup, data)
            move_or_undo(data)
        return len(backup.names)


def finish_restore(data: Path) -> None:
    """Finish a restore that was interrupted after its commit; remove one interrupted before."""
    if not any(os.path.lexists(data / name) for name in (STAGED, COMMITTED)):
        return
    with locked(data):
        if is_real_folder(data / COMMITTED):
            clear_up(data, move_in(data, Moves()))
        with suppress(OSError):
            remove(data / STAGED)


# --------------------------------------------------------------------------------- looked at first


def check_places(data: Path, names: list[str]) -> None:
    """Raise Misuse if anything but a plain file or folder is where a file has to go."""
    for name in names:
        for folder in list(Path(name).parents)[:-1]:
            check_place(data / folder, stat.S_ISDIR)
        check_place(data / name, stat.S_ISREG)


def check_place(path: Path, is_right: Callable[[int], bool]) -> None:
    """Raise Misuse if something of another kind is there; a link always is."""
    with suppress(FileNotFoundError, NotADirectoryError):
        if not is_right(path.lstat().st_mode):
            raise Misuse("backup.in_the_way", path=path)


def free_bytes(folder: Path) -> int:
    """Return the bytes free for us on this folder's disk."""
    return shutil.disk_usage(folder).free


def check_room(data: Path, backup: Backup, free_at: Callable[[Path], int] = free_bytes) -> None:
    """Raise Misuse if the disk has no room for all files beside those already there."""
    there = next(folder for folder in (data, *data.absolute().parents) if folder.exists())
    needed = sum(-(-size // BLOCK) * BLOCK + BLOCK for size in backup.sizes) + KEPT_FREE
    if needed > (free := free_at(there)):
        raise Misuse("backup.no_room", path=there, needed=(needed >> 20) + 1, free=free >> 20)


def check_journal(source: Path, journal: Path) -> None:
    """Raise Misuse unless this journal is intact, not newer than ours, and holds only games."""
    try:
        found, version, foreign = check_foreign(journal)
    except (sqlite3.Error, UnicodeDecodeError):
        raise Misuse("backup.damaged", path=source) from None
    if version > VERSION:
        raise Misuse("backup.newer", path=source)
    if version <= 0 or found != "ok":
        raise Misuse("backup.damaged", path=source)
    if foreign:
        raise Misuse("backup.foreign", path=source, what=", ".join(foreign[:3]))


# ---------------------------------------------------------------------------------- written beside


def stage(backup: Backup, data: Path) -> None:
    """Write every file into the staging folder, then commit by one rename; on failure remove it."""
    staged = data / STAGED
    remove(staged)
    remove(data / COMMITTED)  # a link: finish_restore has dealt with a folder of that name
    try:
        for folder in (staged, staged / NEW, staged / OLD):
            make_folder(folder)
        for name in backup.names:
            write_synced(backup, name, staged)
        if JOURNAL in backup.names:
            check_journal(backup.source, staged / NEW / JOURNAL)
        for walked, _, _ in os.walk(staged):
            sync_folder(Path(walked))
        os.rename(staged, data / COMMITTED)
    except BaseException:
        with suppress(OSError):
            remove(staged)
        raise
    sync_folder(data)


def write_synced(backup: Backup, name: str, staged: Path) -> None:
    """Write one file and sync it; make the folder to which the file it replaces will be moved."""
    for half in (NEW, OLD):
        for folder in reversed(list((staged / half / name).parents)):
            if folder.is_relative_to(staged) and not folder.exists():
                make_folder(folder)
    path = staged / NEW / name
    with new_file(path) as file:
        for piece in backup.pieces(name):
            file.write(piece)
        sync(file)
    chown_to_folder_owner(path)


def make_folder(path: Path) -> None:
    """Make a folder for its owner alone."""
    path.mkdir(mode=0o700)
    chown_to_folder_owner(path)


def chown_to_folder_owner(path: Path) -> None:
    """If root restores, give this file to the owner of the folder it is in."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        owner = path.parent.lstat()
        os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)


# ---------------------------------------------------------------------------------------- moved in


def move_or_undo(data: Path) -> None:
    """Move every staged file to its place; if one move fails, undo all of them."""
    moves = Moves()
    try:
        aside = move_in(data, moves)
    except BaseException:
        moves.undo()
        with suppress(OSError):
            remove(data / COMMITTED)
        raise
    clear_up(data, aside)


def move_in(data: Path, moves: Moves) -> Path | None:
    """Move every staged file to its place; return where the old journal was put, if there was one.

    Can be repeated after an interruption: what was moved is no longer staged.
    """
    for name in staged_names(data / COMMITTED / NEW):
        take_place(name, data, moves)
    aside = keep_journal(data, moves)
    for folder in {data, *(path.parent for path in moves.targets)}:
        sync_folder(folder)
    return aside


def clear_up(data: Path, aside: Path | None) -> None:
    """Remove what was replaced; merge the old journal with its log if possible."""
    with suppress(OSError):
        remove(data / COMMITTED)
    if aside:
        with suppress(sqlite3.Error), closing(sqlite3.connect(aside)) as base:
            base.execute("pragma journal_mode = delete")


class Moves:
    """A log of the renames and new folders so far, which can be undone."""

    def __init__(self) -> None:
        self._done: list[tuple[Path | None, Path]] = []  # from, to; None: it was made

    @property
    def targets(self) -> list[Path]:
        """The paths that were renamed to or made."""
        return [new for _, new in self._done]

    def rename(self, old: Path, new: Path) -> None:
        self._done.append((old, new))
        os.replace(old, new)

    def make(self, folder: Path) -> None:
        self._done.append((None, folder))
        make_folder(folder)

    def undo(self) -> None:
        """Undo everything, last first; skip what had not happened yet."""
        for old, new in reversed(self._done):
            if old is None:
                with suppress(FileNotFoundError):
                    new.rmdir()
            elif not os.path.lexists(old):
                os.replace(new, old)


def staged_names(new: Path) -> list[str]:
    """Return the names of the files still to be moved, without links."""
    every = [Path(folder) / name for folder, _, names in os.walk(new) for name in names]
    return sorted(str(path.relative_to(new)) for path in every if not path.is_symlink())


def take_place(name: str, data: Path, moves: Moves) -> None:
    """Move the file that is there out of the way, then the staged file into its place."""
    staged = data / COMMITTED
    check_places(data, [name])
    for folder in reversed(list(Path(name).parents)[:-1]):
        if not (data / folder).exists():
            moves.make(data / folder)
    for end in (*(LOGS if name == JOURNAL else ()), ""):
        there, gone = data / f"{name}{end}", staged / OLD / f"{name}{end}"
        if os.path.lexists(there) and not os.path.lexists(gone):
            moves.rename(there, gone)
    moves.rename(staged / NEW / name, data / name)


def keep_journal(data: Path, moves: Moves) -> Path | None:
    """Move the old journal to a new name beside the new one, so that no game is lost."""
    old = data / COMMITTED / OLD / JOURNAL
    if not old.exists():
        return None
    names = (data / f"journal.before-{number}.db" for number in range(1, 10_000))
    aside = next(path for path in names if not path.exists())
    for end in (*LOGS, ""):
        if (part := old.with_name(f"{JOURNAL}{end}")).exists():
            moves.rename(part, aside.with_name(f"{aside.name}{end}"))
    return aside


# ----------------------------------------------------------------------------------------- folders


@contextmanager
def existing_folder(data: Path) -> Iterator[None]:
    """Make sure that the folder exists; remove it again if the block fails."""
    new = [folder for folder in (data, *data.parents) if not folder.exists()]
    try:
        for folder in reversed(new):
            folder.mkdir()
        yield
    except BaseException:
        for folder in new:
            with suppress(OSError):
                folder.rmdir()
        raise


@contextmanager
def locked(data: Path) -> Iterator[None]:
    """Lock this folder against other restores; the lock ends with the process."""
    try:
        import fcntl
    except ImportError:  # Windows: a folder cannot be locked
        yield
        return
    handle = os.open(data, os.O_RDONLY | os.O_DIRECTORY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Misuse("backup.under_way", path=data) from None
        except OSError:  # a file system without locks
            pass
        yield
    finally:
        os.close(handle)


def is_real_folder(path: Path) -> bool:
    """True for a folder itself, not for a link to one."""
    return path.is_dir() and not path.is_symlink()


def remove(path: Path) -> None:
    """Remove this file or folder; a link's target stays."""
    if is_real_folder(path):
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
