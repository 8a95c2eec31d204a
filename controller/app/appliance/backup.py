"""What has to be kept, in one file: the journal, settings, who was let in. And back again."""

from __future__ import annotations

import io
import sqlite3
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import closing
from hashlib import sha256
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

import msgspec
from msgspec import Struct

from controller.app.appliance.ending import FILE
from controller.errors import JournalTrouble, Misuse, StardeckError
from controller.own_files import save
from controller.storage.storage import VERSION

JOURNAL, CONTENTS = "journal.db", "contents.json"
FORMAT = 1
LARGEST = 1 << 30  # bytes unpacked: more is no table's
LEFT_OUT = ("recordings", FILE)  # rings of what passed on the line; who is at the table now
BESIDE = ("-wal", "-shm", "-journal", "-open", ".part")  # of a file that is in use


class Contents(Struct, frozen=True, forbid_unknown_fields=True):
    """What is in it, each file by its name and the SHA-256 of its bytes."""

    format: int
    written: str
    files: Mapping[str, str]


def back_up(data: Path, target: Path, today: str) -> int:
    """All that has to be kept, whole though somebody plays; how many files."""
    kept = dict(content(data))
    if not kept:
        raise Misuse("backup.nothing", path=data)
    sums = {name: sha256(found).hexdigest() for name, found in kept.items()}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(CONTENTS, msgspec.json.encode(Contents(FORMAT, today, sums)))
        for name, found in kept.items():
            archive.writestr(name, found)
    save(target.absolute(), packed.getvalue())
    return len(kept)


def content(data: Path) -> Iterator[tuple[str, bytes]]:
    """Each file in the folder; the journal as it stood at one moment."""
    for path in sorted(data.rglob("*")) if data.is_dir() else ():
        name = path.relative_to(data)
        if not path.is_file() or path.is_symlink() or name.parts[0] in LEFT_OUT:
            continue
        if str(name) == JOURNAL:
            yield JOURNAL, copied(path)
        elif not path.name.endswith(BESIDE):
            yield name.as_posix(), path.read_bytes()


def copied(journal: Path) -> bytes:
    """By SQLite's own way, which waits for nobody and tears nothing."""
    with TemporaryDirectory() as folder:
        copy = Path(folder) / JOURNAL
        try:
            with closing(sqlite3.connect(journal)) as base, closing(sqlite3.connect(copy)) as out:
                base.backup(out)
                out.execute("pragma journal_mode = delete")
        except sqlite3.Error as trouble:
            raise JournalTrouble("journal.unusable", path=journal, why=trouble) from None
        return copy.read_bytes()


def restore(source: Path, data: Path) -> int:
    """Everything is looked at before anything is written; the journal before it is set aside."""
    kept = unpacked(source)
    if JOURNAL in kept:
        sound(source, kept[JOURNAL])
        set_aside(data / JOURNAL)
    for name, found in kept.items():
        save(data / name, found)
    return len(kept)


def unpacked(source: Path) -> dict[str, bytes]:
    """The files in a backup, each as it was put in; Misuse when one is not."""
    try:
        with zipfile.ZipFile(source) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > LARGEST:
                raise Misuse("backup.too_large", path=source)
            contents = msgspec.json.decode(archive.read(CONTENTS), type=Contents)
            kept = {name: archive.read(name) for name in contents.files}
    except StardeckError:
        raise
    except FileNotFoundError:
        raise Misuse("backup.absent", path=source) from None
    except Exception:  # a torn archive raises whatever its bytes lead to
        raise Misuse("backup.damaged", path=source) from None
    if contents.format > FORMAT:
        raise Misuse("backup.newer", path=source)
    for name, found in kept.items():
        if not plain(name) or sha256(found).hexdigest() != contents.files[name]:
            raise Misuse("backup.damaged", path=source)
    return kept


def plain(name: str) -> bool:
    """It leads nowhere but into the folder."""
    path = PurePosixPath(name)
    return bool(path.parts) and not path.is_absolute() and not {"..", ""} & set(path.parts)


def sound(source: Path, journal: bytes) -> None:
    """It can be read from end to end, by us."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / JOURNAL
        path.write_bytes(journal)
        try:
            with closing(sqlite3.connect(path)) as base:
                (found,) = base.execute("pragma quick_check(1)").fetchone()
                (version,) = base.execute("pragma user_version").fetchone()
        except sqlite3.Error:
            raise Misuse("backup.damaged", path=source) from None
    if found != "ok" or not 0 < version <= VERSION:
        raise Misuse("backup.newer" if version > VERSION else "backup.damaged", path=source)


def set_aside(journal: Path) -> None:
    """What was played since is not lost: it bears another name."""
    if not journal.exists():
        return
    taken = (journal.with_name(f"journal.before-{n}.db") for n in range(1, 10_000))
    aside = next(path for path in taken if not path.exists())
    save(aside, copied(journal))
    for name in (JOURNAL, *(f"{JOURNAL}{end}" for end in BESIDE)):
        journal.with_name(name).unlink(missing_ok=True)
