"""A backup is put back: either all of it is there afterwards, or everything is as it was.

All new files are written into a folder of their own, checked and synced. One rename of that folder
decides. After it the files are moved to their places; a restore that was cut off by then is
finished by the next command, and one that was cut off before is cleared away.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from controller.app.backups.archive import COMMITTED, JOURNAL, STAGED, Backup, opened
from controller.errors import Misuse
from controller.own_files import new_file, sync, sync_folder
from controller.storage.copies import check_foreign
from controller.storage.storage import VERSION

NEW, OLD = "new", "old"  # in the folder of a restore: what comes, and what it takes the place of
LOGS = ("-wal", "-shm", "-journal")  # what SQLite keeps beside a journal
BLOCK = 4096  # bytes that a file takes at least
SPARE = 1 << 20  # bytes that are left free


def restore(source: Path, data: Path) -> int:
    """Put a backup back; how many files. Whatever goes wrong, the folder is as it was."""
    finish_restore(data)
    with opened(source) as backup:
        check_places(data, backup.names)
        check_room(data, backup)
        with made(data), only_one(data):
            stage(backup, data)
            move_or_undo(data)
        return len(backup.names)


def finish_restore(data: Path) -> None:
    """Finish a restore that was cut off after all was written; clear away one cut off before."""
    if not any(os.path.lexists(data / name) for name in (STAGED, COMMITTED)):
        return
    with only_one(data):
        if is_folder(data / COMMITTED):
            clear_up(data, move_in(data, Moves()))
        with suppress(OSError):
            remove(data / STAGED)


# --------------------------------------------------------------------------------- looked at first


def check_places(data: Path, names: list[str]) -> None:
    """Misuse when something else than a plain file or folder is where a file has to go."""
    for name in names:
        for folder in list(Path(name).parents)[:-1]:
            check_place(data / folder, stat.S_ISDIR)
        check_place(data / name, stat.S_ISREG)


def check_place(path: Path, is_right: Callable[[int], bool]) -> None:
    """Misuse when something of another kind is there; a link is, whatever it leads to."""
    with suppress(FileNotFoundError, NotADirectoryError):
        if not is_right(path.lstat().st_mode):
            raise Misuse("backup.in_the_way", path=path)


def free_bytes(folder: Path) -> int:
    """What the disk that this folder is on has left for us."""
    return shutil.disk_usage(folder).free


def check_room(data: Path, backup: Backup, free_at: Callable[[Path], int] = free_bytes) -> None:
    """Misuse when the disk has too little room for all files beside those that are there."""
    there = next(folder for folder in (data, *data.absolute().parents) if folder.exists())
    needed = sum(-(-size // BLOCK) * BLOCK + BLOCK for size in backup.sizes) + SPARE
    if needed > (free := free_at(there)):
        raise Misuse("backup.no_room", path=there, needed=(needed >> 20) + 1, free=free >> 20)


def check_journal(source: Path, journal: Path) -> None:
    """Misuse unless it can be read from end to end, by us, and holds nothing but games."""
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
    """Write every file beside the old ones, then decide by one rename; else leave nothing."""
    staged = data / STAGED
    remove(staged)
    remove(data / COMMITTED)  # a link: a folder of that name has been moved in by now
    try:
        for folder in (staged, staged / NEW, staged / OLD):
            make_folder(folder)
        for name in backup.names:
            write(backup, name, staged)
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


def write(backup: Backup, name: str, staged: Path) -> None:
    """One file, synced; and the folder that what it replaces will be moved to."""
    for half in (NEW, OLD):
        for folder in reversed(list((staged / half / name).parents)):
            if folder.is_relative_to(staged) and not folder.exists():
                make_folder(folder)
    path = staged / NEW / name
    with new_file(path) as file:
        for piece in backup.pieces(name):
            file.write(piece)
        sync(file)
    give_away(path)


def make_folder(path: Path) -> None:
    path.mkdir(mode=0o700)
    give_away(path)


def give_away(path: Path) -> None:
    """Root restores for somebody else: what is made belongs to the owner of the folder it is in."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        owner = path.parent.lstat()
        os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)


# ---------------------------------------------------------------------------------------- moved in


def move_or_undo(data: Path) -> None:
    """Move every staged file to its place; when one cannot be, move all of them back."""
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
    """Move every staged file to its place; where the old journal is now, if there was one.

    Whoever was cut off in the middle of it begins anew: what was moved is not staged any more.
    """
    for name in staged_names(data / COMMITTED / NEW):
        take_place(name, data, moves)
    aside = keep_journal(data, moves)
    for folder in {data, *(path.parent for path in moves.targets)}:
        sync_folder(folder)
    return aside


def clear_up(data: Path, aside: Path | None) -> None:
    """Remove what was replaced; make one file of the old journal and its log, if that can be."""
    with suppress(OSError):
        remove(data / COMMITTED)
    if aside:
        with suppress(sqlite3.Error), closing(sqlite3.connect(aside)) as base:
            base.execute("pragma journal_mode = delete")


class Moves:
    """What was renamed and made so far, so that it can be undone."""

    def __init__(self) -> None:
        self._done: list[tuple[Path | None, Path]] = []  # from where, to where; None: it was made

    @property
    def targets(self) -> list[Path]:
        return [new for _, new in self._done]

    def rename(self, old: Path, new: Path) -> None:
        self._done.append((old, new))
        os.replace(old, new)

    def make(self, folder: Path) -> None:
        self._done.append((None, folder))
        make_folder(folder)

    def undo(self) -> None:
        """The last first; what was not done yet when it failed is passed over."""
        for old, new in reversed(self._done):
            if old is None:
                with suppress(FileNotFoundError):
                    new.rmdir()
            elif not os.path.lexists(old):
                os.replace(new, old)


def staged_names(new: Path) -> list[str]:
    """The files that still have to be moved; a link among them is left out."""
    every = [Path(folder) / name for folder, _, names in os.walk(new) for name in names]
    return sorted(str(path.relative_to(new)) for path in every if not path.is_symlink())


def take_place(name: str, data: Path, moves: Moves) -> None:
    """One file comes, after what is there under its name has gone."""
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
    """Give the old journal a name beside the new one: what was played since is not lost."""
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
def made(data: Path) -> Iterator[None]:
    """The folder is there; when nothing comes into it, it goes again."""
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
def only_one(data: Path) -> Iterator[None]:
    """Nobody else restores into this folder meanwhile; the claim ends with the program."""
    try:
        import fcntl
    except ImportError:  # Windows: nothing to claim a folder by
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


def is_folder(path: Path) -> bool:
    """A folder itself, and no link to one."""
    return path.is_dir() and not path.is_symlink()


def remove(path: Path) -> None:
    """Nothing is left of it; what a link leads to stays."""
    if is_folder(path):
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
