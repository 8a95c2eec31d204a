"""A disk under SQLite of which every write is known: it fills up, and loses what was not synced.

SQLite asks the system for its files through a table of functions, a VFS. This one writes down what
it is asked for and passes it on, so that the disk can be shown as a power cut at any instant might
have left it. https://sqlite.org/vfs.html, https://sqlite.org/psow.html
"""

from __future__ import annotations

import _sqlite3
import ctypes as c
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct

OK, FULL = 0, 13
WAL, JOURNAL = 0x80000, 0x800  # SQLITE_OPEN_WAL, SQLITE_OPEN_MAIN_JOURNAL
SECTOR = 512  # bytes that a disk writes whole or not at all

P = c.c_void_p
OPEN = c.CFUNCTYPE(c.c_int, P, P, P, c.c_int, c.POINTER(c.c_int))
DELETE = c.CFUNCTYPE(c.c_int, P, c.c_char_p, c.c_int)
WRITE = c.CFUNCTYPE(c.c_int, P, P, c.c_int, c.c_int64)
TRUNCATE = c.CFUNCTYPE(c.c_int, P, c.c_int64)
SYNC = c.CFUNCTYPE(c.c_int, P, c.c_int)


class Vfs(c.Structure):
    """sqlite3_vfs, version 3."""

    _fields_ = [
        *[("version", c.c_int), ("size", c.c_int), ("longest", c.c_int)],
        *[("next", P), ("name", c.c_char_p), ("data", P), ("open", OPEN), ("delete", DELETE)],
        *[(f"rest{number}", P) for number in range(14)],
    ]


class Methods(c.Structure):
    """sqlite3_io_methods, version 3."""

    _fields_ = [
        *[("version", c.c_int), ("close", P), ("read", P), ("write", WRITE)],
        *[("truncate", TRUNCATE), ("sync", SYNC)],
        *[(f"rest{number}", P) for number in range(13)],
    ]


class File(c.Structure):
    _fields_ = [("methods", c.POINTER(Methods))]


class Act(Struct, frozen=True):
    """An operation of SQLite; without a path, a mark set by the test."""

    kind: str  # open, write, truncate, sync, delete or mark
    path: str = ""
    at: int = 0  # of a write its place, of a cut its length
    data: bytes = b""
    synced: bool = False  # the folder too
    mark: Any = None


LIBRARY = c.CDLL(_sqlite3.__file__)
LIBRARY.sqlite3_vfs_find.restype = c.POINTER(Vfs)


class Disk:
    """All that was asked of it, in `acts`. While it is `full` nothing more is written."""

    def __init__(self) -> None:
        self.acts: list[Act] = []
        self.full = False
        self._real = LIBRARY.sqlite3_vfs_find(None).contents
        self._files: dict[int, str] = {}  # by address
        self._new: set[str] = set()  # logs whose folder has not been synced yet
        self._methods: dict[int, Methods] = {}
        self._vfs = Vfs.from_buffer_copy(self._real)
        self._vfs.name = b"disk-of-the-tests"
        self._vfs.open, self._vfs.delete = OPEN(self._open), DELETE(self._delete)

    @contextmanager
    def under(self) -> Iterator[Disk]:
        """From here on every database lies on this disk."""
        LIBRARY.sqlite3_vfs_register(c.byref(self._vfs), 1)
        try:
            yield self
        finally:
            LIBRARY.sqlite3_vfs_unregister(c.byref(self._vfs))
            LIBRARY.sqlite3_vfs_register(c.byref(self._real), 1)

    def mark(self, what: Any) -> None:
        self.acts.append(Act("mark", mark=what))

    def _open(self, vfs: int, name: int, file: int, flags: int, out: Any) -> int:
        path = c.string_at(name).decode() if name else ""
        new = not Path(path).exists()
        done = self._real.open(vfs, name, file, flags, out)  # keeps the pointer to its name
        if done == OK and path:
            self._files[file] = path
            if new and flags & (WAL | JOURNAL):
                self._new.add(path)
            self.acts.append(Act("open", path))
            self._watch(c.cast(file, c.POINTER(File)).contents)
        return done

    def _watch(self, file: File) -> None:
        """Its functions are ours, and call the ones it had."""
        real = file.methods.contents
        address = c.addressof(real)
        if address not in self._methods:
            ours = Methods.from_buffer_copy(real)
            ours.write = WRITE(self._writing(real.write))
            ours.truncate = TRUNCATE(self._truncating(real.truncate))
            ours.sync = SYNC(self._syncing(real.sync))
            self._methods[address] = ours
        file.methods = c.pointer(self._methods[address])

    def _writing(self, real: Callable[..., int]) -> Callable[..., int]:
        def write(file: int, data: int, length: int, at: int) -> int:
            if self.full:
                return FULL
            self.acts.append(Act("write", self._files[file], at, c.string_at(data, length)))
            return real(file, data, length, at)

        return write

    def _truncating(self, real: Callable[..., int]) -> Callable[..., int]:
        def truncate(file: int, length: int) -> int:
            self.acts.append(Act("truncate", self._files[file], length))
            return real(file, length)

        return truncate

    def _syncing(self, real: Callable[..., int]) -> Callable[..., int]:
        def sync(file: int, flags: int) -> int:
            path, done = self._files[file], real(file, flags)
            self.acts.append(Act("sync", path, synced=path in self._new))
            self._new.discard(path)
            return done

        return sync

    def _delete(self, vfs: int, name: bytes, synced: int) -> int:
        self.acts.append(Act("delete", name.decode(), synced=bool(synced)))
        return self._real.delete(vfs, name, synced)


class Image:
    """A disk as it would be found after a power cut: what was synced, and some of the rest.

    A name is on the disk once its folder was synced, which SQLite sees to when it first syncs a
    log; a write, once its file was. Of what was not, a power cut leaves any sectors or none.
    """

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._kept = {path: bytearray(data) for path, data in files.items()}
        self._waiting: dict[str, list[Act]] = {}
        self._named = set(files)
        self._struck: set[str] = set()

    def take(self, act: Act) -> None:
        if act.kind == "open":
            self._struck.discard(act.path)
            self._kept.setdefault(act.path, bytearray())
            self._waiting.setdefault(act.path, [])
        elif act.kind == "sync":
            for waiting in self._waiting.pop(act.path, []):
                apply(self._kept[act.path], waiting)
            self._waiting[act.path] = []
            if act.synced:
                self._sync_folder()
        elif act.kind == "delete":
            self._struck.add(act.path)
            if act.synced:
                self._sync_folder()
        elif act.path:
            self._waiting.setdefault(act.path, []).append(act)

    def _sync_folder(self) -> None:
        for path in self._struck:
            self._kept.pop(path, None)
            self._waiting.pop(path, None)
        self._struck = set()
        self._named = set(self._kept)

    def found(self, luck: Random) -> dict[str, bytes]:
        """The files, if the power went now."""
        share = luck.choice((0.0, 0.5, 0.9, 1.0))
        found = {}
        for path, kept in self._kept.items():
            unsure = path in self._struck or path not in self._named
            if unsure and luck.random() > share:
                continue
            data = bytearray(kept)
            for act in self._waiting.get(path, ()):
                for piece in torn(act):
                    if luck.random() < share:
                        apply(data, piece)
            found[path] = bytes(data)
        return found


def torn(act: Act) -> Iterator[Act]:
    """A write sector by sector."""
    if act.kind != "write":
        yield act
        return
    first = 0
    while first < len(act.data):
        last = first + SECTOR - (act.at + first) % SECTOR
        yield Act("write", act.path, act.at + first, act.data[first:last])
        first = last


def apply(data: bytearray, act: Act) -> None:
    if act.kind == "truncate":
        del data[act.at :]
        return
    data.extend(bytes(max(0, act.at - len(data))))
    data[act.at : act.at + len(act.data)] = act.data
