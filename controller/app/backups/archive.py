"""The backup file: a zip archive of the data folder, written and read in small pieces."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import BinaryIO

import msgspec
from msgspec import Struct

from controller.app.computer.ending import FILE
from controller.errors import Misuse, StardeckError
from controller.own_files import replacing
from controller.storage.copies import copy_journal

JOURNAL, CONTENTS = "journal.db", "contents.json"
STAGED, COMMITTED = ".restore", ".restoring"  # folders of a restore that is under way
ARCHIVE_FORMAT = 1
MAX_UNPACKED = 1 << 30  # bytes unpacked: no table has more
SMALL = 16 << 20  # bytes that any archive may unpack to ...
TIGHTEST = 64  # ... and how many times its own size a larger one may
MAX_FILES = 10_000  # files
MAX_NAME = 200  # characters of a name
HEADING = 4 << 20  # bytes of the list of contents
PIECE = 1 << 16  # bytes in memory at a time
LEFT_OUT = ("recordings", FILE, STAGED, COMMITTED)  # a ring; the running table; restores
BESIDE = ("-wal", "-shm", "-journal", "-open", ".part")  # beside a file in use
PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # other methods unpack without a limit


class Contents(Struct, frozen=True, forbid_unknown_fields=True):
    """The archive's list of contents: each file's name and the SHA-256 of its bytes."""

    format: int
    written: str
    files: Mapping[str, str]


# ----------------------------------------------------------------------------------------- writing


def back_up(data: Path, target: Path, today: str) -> int:
    """Write all that must be kept into one archive, also during a game; return how many files."""
    files = dict(kept_files(data))
    if not files:
        raise Misuse("backup.nothing", path=data)
    with TemporaryDirectory() as folder:
        if JOURNAL in files:
            files[JOURNAL] = Path(folder) / JOURNAL
            copy_journal(data / JOURNAL, files[JOURNAL])
        for packing in reversed(PACKINGS):
            with replacing(target.absolute()) as file:
                unpacked = write_archive(files, file, today, packing)
            if unpacked <= most_unpacked(target.stat().st_size):
                break
    return len(files)


def kept_files(data: Path) -> Iterator[tuple[str, Path]]:
    """Yield the name in a backup and the path of each file that must be kept."""
    for path in sorted(data.rglob("*")) if data.is_dir() else ():
        name = path.relative_to(data)
        hidden = name.parts[0] in LEFT_OUT or path.name.endswith(BESIDE)
        if path.is_file() and not path.is_symlink() and not hidden:
            yield name.as_posix(), path


def write_archive(files: Mapping[str, Path], file: BinaryIO, today: str, packing: int) -> int:
    """Write an archive of these files; return how many bytes it unpacks to."""
    sums: dict[str, str] = {}
    with zipfile.ZipFile(file, "w", packing) as archive:
        for name, path in files.items():
            sums[name] = pack_file(archive, name, path)
        archive.writestr(CONTENTS, msgspec.json.encode(Contents(ARCHIVE_FORMAT, today, sums)))
        return sum(entry.file_size for entry in archive.infolist())


def pack_file(archive: zipfile.ZipFile, name: str, path: Path) -> str:
    """Put one file into the archive; return the SHA-256 of the bytes put in."""
    found = sha256()
    with path.open("rb") as source, archive.open(name, "w") as entry:
        while piece := source.read(PIECE):
            found.update(piece)
            entry.write(piece)
    return found.hexdigest()


def most_unpacked(packed: int) -> int:
    """Return how many bytes an archive of this size may unpack to; more suggests a zip bomb."""
    return min(MAX_UNPACKED, max(SMALL, TIGHTEST * packed))


# ----------------------------------------------------------------------------------------- reading


class Backup:
    """An open backup; names and sizes are checked before anything is unpacked."""

    def __init__(self, source: Path, archive: zipfile.ZipFile) -> None:
        self.source, self._archive = source, archive
        with self._telling():
            self._check_entries()
            self._sums = self._contents().files
            listed = {entry.filename for entry in archive.infolist()}
            if listed != {*self._sums, CONTENTS} or not all_plain(self._sums):
                raise Misuse("backup.damaged", path=source)

    @property
    def names(self) -> list[str]:
        return sorted(self._sums)

    @property
    def sizes(self) -> list[int]:
        """Unpacked bytes of each file, in the order of `names`."""
        return [self._archive.getinfo(name).file_size for name in self.names]

    def pieces(self, name: str) -> Iterator[bytes]:
        """Yield the bytes of one file; raise Misuse at the end if its SHA-256 is wrong."""
        found = sha256()
        with self._telling(), self._archive.open(name) as entry:
            while piece := entry.read(PIECE):
                found.update(piece)
                yield piece
        if found.hexdigest() != self._sums[name]:
            raise Misuse("backup.damaged", path=self.source)

    def _check_entries(self) -> None:
        """Raise Misuse for too many entries or unpacked bytes, duplicates or other packings."""
        entries = self._archive.infolist()
        size = sum(entry.file_size for entry in entries)
        if len(entries) > MAX_FILES or size > most_unpacked(self.source.stat().st_size):
            raise Misuse("backup.too_large", path=self.source)
        names = {entry.filename for entry in entries}
        if len(names) < len(entries) or any(e.compress_type not in PACKINGS for e in entries):
            raise Misuse("backup.damaged", path=self.source)

    def _contents(self) -> Contents:
        if self._archive.getinfo(CONTENTS).file_size > HEADING:
            raise Misuse("backup.too_large", path=self.source)
        contents = msgspec.json.decode(self._archive.read(CONTENTS), type=Contents)
        if contents.format > ARCHIVE_FORMAT:
            raise Misuse("backup.newer", path=self.source)
        return contents

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """Raise Misuse in place of any exception that a damaged archive causes."""
        try:
            yield
        except StardeckError:
            raise
        except Exception:
            raise Misuse("backup.damaged", path=self.source) from None


@contextmanager
def open_backup(source: Path) -> Iterator[Backup]:
    """Yield the backup in this file; Misuse if it is missing or no backup."""
    try:
        archive = zipfile.ZipFile(source)
    except FileNotFoundError:
        raise Misuse("backup.absent", path=source) from None
    except Exception:  # as in `Backup`
        raise Misuse("backup.damaged", path=source) from None
    with archive:
        yield Backup(source, archive)


def all_plain(names: Iterable[str]) -> bool:
    """True if every name is plain, and none is a folder of another."""
    files = {PurePosixPath(name) for name in names}
    within = any(parent in files for file in files for parent in file.parents)
    return not within and all(map(is_inside, names))


def is_inside(name: str) -> bool:
    """True if the name leads to a file inside the folder that a backup may hold.

    Files that only a running table may write are excluded.
    """
    path = PurePosixPath(name)
    inside = bool(path.parts) and not path.is_absolute() and ".." not in path.parts
    written = str(path) == name and name.isprintable() and not {*name} & {*"\\:"}
    ours = inside and path.parts[0] not in LEFT_OUT and not name.endswith(BESIDE)
    return ours and written and len(name) <= MAX_NAME
