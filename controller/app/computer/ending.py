"""How the table's last run ended: closed, broken off, or by a power cut."""

from __future__ import annotations

import logging
import os
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from controller.own_files import write_private
from controller.values import Saying

FILE = "running.json"
BOOT = Path("/proc/sys/kernel/random/boot_id")  # changes at every start of the machine

log = logging.getLogger(__name__)


class RunningProcess(Struct, frozen=True):
    """The process that runs the table, and the start of the machine in which it does."""

    pid: int
    boot: str


class Ending:
    """A file that exists while the table runs, from which the next run learns how it ended."""

    def __init__(self, folder: Path, own: RunningProcess) -> None:
        self._path, self._own = folder / FILE, own
        self._key = self._found()
        self._written = self._key is not None and self._note()

    def befell(self, moves: int) -> Saying | None:
        """Return what interrupted the game that is resumed after so many moves; only once."""
        key, self._key = self._key, ""
        return Saying(key, {"move": moves}) if key else None

    def fail(self) -> None:
        """Note that the power is failing, so that the next run reports it in any case."""
        self._own = replace(self._own, boot="")
        self._written = self._written and not self._note()

    def close(self) -> None:
        """Remove the file: the table was closed properly."""
        if self._written:
            self._path.unlink(missing_ok=True)

    def _found(self) -> str | None:
        """Return the key of how the last run ended, "" if well; None while another table runs."""
        try:
            before = msgspec.json.decode(self._path.read_bytes(), type=RunningProcess)
        except (OSError, ValueError, RecursionError):
            return ""
        if before.boot != self._own.boot:
            return "trouble.power_failed"
        if before.pid != self._own.pid and alive(before.pid):
            return None
        return "trouble.broken_off"

    def _note(self) -> bool:
        try:
            write_private(self._path, msgspec.json.encode(self._own))
            return True
        except OSError as trouble:
            log.warning("%s", trouble)
            return False


def alive(pid: int) -> bool:
    """True if a process with this number runs."""
    try:
        os.kill(pid, 0)
    except PermissionError:
        return True
    except (OSError, OverflowError):
        return False
    return True


def ourselves() -> RunningProcess:
    """Return this process, with the machine's boot id where Linux tells it."""
    boot = ""
    with suppress(OSError):
        boot = BOOT.read_text(encoding="ascii").strip()
    return RunningProcess(os.getpid(), boot)
