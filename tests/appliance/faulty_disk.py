"""Restores a backup again and again, and lets the disk fail at each thing it is asked for.

`python -m tests.appliance.faulty_disk FOLDER`: FOLDER has `old`, a data folder, and `kept.zip`.
Python tells an audit hook of every file that is opened, made, renamed and removed, before it is:
there the process is killed, or the disk says that it is full. Each try runs in a fork of its own,
on a fresh copy. A line is printed for every fault after which the folder is neither as it was nor
as it should be; the last line counts the tries.
"""

from __future__ import annotations

import errno
import os
import resource
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

from controller.app.backups.archive import COMMITTED
from controller.app.backups.restoring import finish_restore, restore
from controller.errors import StardeckError
from controller.sitting.journal import Journal

CHANGING = {"open", "os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.chown"}
FILLING = {"open", "os.mkdir"}
DONE, REFUSED, UNTOUCHED = 0, 1, 2  # how a try ends; UNTOUCHED: the fault was never met

Act = Callable[[Path], object]
Content = dict[str, bytes]


def content(data: Path) -> Content:
    """Every file with its bytes, every folder with none."""
    every = sorted(data.rglob("*")) if data.exists() else []
    return {str(p.relative_to(data)): p.read_bytes() if p.is_file() else b"" for p in every}


def lines(journal: Path, scratch: Path) -> list[str]:
    """The moves in a journal, read from a copy with its log."""
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir()
    for path in journal.parent.glob(f"{journal.name}*"):
        shutil.copy(path, scratch)
    with closing(Journal.open(scratch / journal.name)) as opened:
        return opened.lines(1)


class Faults:
    """Counts what the disk is asked for below one folder, and strikes at the given number."""

    def __init__(self, data: Path, kind: str, at: int) -> None:
        self.data, self.kind, self.at = str(data), kind, at
        self.seen = 0

    def __call__(self, event: str, args: tuple[object, ...]) -> None:
        if event not in CHANGING or not str(args[0]).startswith(self.data):
            return
        if event == "open" and not int(str(args[2])) & (os.O_WRONLY | os.O_RDWR):
            return
        self.seen += 1
        if self.kind == "killed" and self.seen == self.at:
            os.kill(os.getpid(), signal.SIGKILL)
        if self.kind == "failing" and self.seen == self.at:
            raise OSError(errno.EIO, "the disk fails")
        if self.kind == "full" and self.seen >= self.at and event in FILLING:
            raise OSError(errno.ENOSPC, "the disk is full")


def attempt(act: Act, data: Path, kind: str, at: int) -> int:
    """Do it in a process of its own, with this fault; how it ended."""
    if child := os.fork():
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    faults = Faults(data, kind, at)
    try:
        if kind == "short":  # no file may grow beyond so many bytes
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (at, at))
        else:
            sys.addaudithook(faults)
        act(data)
        os._exit(DONE if faults.seen >= at or kind == "short" else UNTOUCHED)
    except (StardeckError, OSError):
        os._exit(REFUSED)


class Law:
    """Whatever fails, the folder is as it was, or as the backup has it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.kept = folder, folder / "kept.zip"
        self.data, self.scratch = folder / "data", folder / "scratch"
        self.old = content(folder / "old")
        self.later = lines(folder / "old" / "journal.db", self.scratch)
        self.tries = 0
        restore(self.kept, self.fresh())
        self.new, self.earlier = content(self.data), lines(self.data / "journal.db", self.scratch)
        assert self.new != self.old and self.earlier != self.later

    def fresh(self) -> Path:
        shutil.rmtree(self.data, ignore_errors=True)
        shutil.copytree(self.folder / "old", self.data)
        return self.data

    def is_old(self) -> bool:
        return content(self.data) == self.old

    def is_new(self) -> bool:
        """The old journal is set aside, whole; whether as one file or two is its own affair."""
        now = content(self.data)
        aside = {name for name in {**now, **self.new} if name.startswith("journal.before-1.db")}
        rest = [{n: b for n, b in each.items() if n not in aside} for each in (now, self.new)]
        kept = self.data / "journal.before-1.db"
        return rest[0] == rest[1] and lines(kept, self.scratch) == self.later

    def broken(self) -> Iterator[str]:
        """Every fault after which it does not hold."""
        for kind in ("failing", "full", "killed"):
            for at in count(1):
                self.fresh()
                ended = attempt(lambda data: restore(self.kept, data), self.data, kind, at)
                self.tries += 1
                if ended == UNTOUCHED:
                    break
                yield from self.judged(f"{kind} {at}", ended)
        for size in range(0, max(map(len, self.new.values())) + 4096, 1777):
            self.fresh()
            ended = attempt(lambda data: restore(self.kept, data), self.data, "short", size)
            self.tries += 1
            yield from self.judged(f"short {size}", ended)

    def judged(self, fault: str, ended: int) -> Iterator[str]:
        if ended == REFUSED:
            if not self.is_old():
                yield f"{fault}: refused, but something has changed"
            return
        if ended < 0 and (self.data / COMMITTED).exists():
            yield from self.cut_again(fault)
        finish_restore(self.data)
        if not (self.is_new() or (ended < 0 and self.is_old())):
            yield f"{fault}: neither old nor new"

    def cut_again(self, fault: str) -> Iterator[str]:
        """Cut the power during the completion of a restore, too; yield what is wrong."""
        left = self.folder / "left"
        shutil.rmtree(left, ignore_errors=True)
        shutil.copytree(self.data, left)
        for at in count(1):
            shutil.rmtree(self.data)
            shutil.copytree(left, self.data)
            ended = attempt(finish_restore, self.data, "killed", at)
            self.tries += 1
            finish_restore(self.data)
            if not (self.is_new() or self.is_old()):
                yield f"{fault}, then killed {at}: neither old nor new"
            if ended == UNTOUCHED:
                return


if __name__ == "__main__":
    law = Law(Path(sys.argv[1]))
    for sentence in law.broken():
        sys.stdout.write(f"{sentence}\n")
    sys.stdout.write(f"{law.tries} tries\n")
