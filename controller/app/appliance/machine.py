"""The machine on which a table is installed, or a folder that holds another machine's files."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct

from controller.app.appliance.environments import Environments
from controller.errors import Misuse

COMMAND_TIMEOUT = 900  # s; pip is slow on a small Pi


class Ran(Struct, frozen=True):
    """A command's exit status and output."""

    status: int
    said: str


Run = Callable[[Sequence[str]], Ran]


def run_command(words: Sequence[str]) -> Ran:
    """Run a command; status 127 if it does not exist, 124 if it exceeds the timeout."""
    try:
        done = subprocess.run(
            words, capture_output=True, text=True, timeout=COMMAND_TIMEOUT, check=False
        )
    except FileNotFoundError:
        return Ran(127, words[0])
    except subprocess.TimeoutExpired:
        return Ran(124, " ".join(words))
    return Ran(done.returncode, (done.stdout + done.stderr).strip())


class Machine(Struct, frozen=True):
    """Paths and commands of a machine; services are only touched if `root` is / itself."""

    root: Path = Path("/")
    run: Run = run_command

    @property
    def live(self) -> bool:
        """True if this is the running machine."""
        return self.root == Path("/")

    @property
    def environments(self) -> Environments:
        """The Python environments that the table runs from."""
        return Environments(self.root / "opt/stardeck")

    @property
    def data(self) -> Path:
        """The folder with all that must be kept."""
        return self.root / "var/lib/stardeck"

    @property
    def unit(self) -> Path:
        """The path of the service's unit, which exists if a table is installed."""
        return self.root / "etc/systemd/system/stardeck.service"

    @property
    def command(self) -> Path:
        """The path of the command `stardeck` for all users."""
        return self.root / "usr/local/bin/stardeck"

    def do(self, *words: str) -> None:
        """Run a command on the running machine; Misuse with its last line if it fails."""
        if self.live:
            ran = self.run(words)
            if ran.status:
                told = ran.said.splitlines()[-1:] or [str(ran.status)]
                raise Misuse("install.failed", command=" ".join(words), why=told[0])

    def attempt(self, *words: str) -> None:
        """Run a command on the running machine and ignore failure: a container has no udev."""
        if self.live:
            self.run(words)

    def groups(self, wanted: Sequence[str]) -> tuple[str, ...]:
        """Return the groups that exist, or the first: an unknown one would stop the service."""
        try:
            lines = (self.root / "etc/group").read_text(encoding="utf-8").splitlines()
        except OSError:
            lines = []
        known = {line.partition(":")[0] for line in lines}
        return tuple(group for group in wanted if group in known) or tuple(wanted[:1])

    @property
    def extra(self) -> str:
        """The extra that pip needs for this model of Pi, or "" on other machines."""
        try:
            model = (self.root / "proc/device-tree/model").read_text(encoding="utf-8")
        except OSError:
            return ""
        if not model.startswith("Raspberry Pi"):
            return ""
        return "[pi5]" if model.startswith("Raspberry Pi 5") else "[pi]"

    def systemd(self) -> int:
        """Return the version of systemd; 0 if there is none."""
        words = self.run(["systemctl", "--version"]).said.split()
        return int(words[1]) if len(words) > 1 and words[1].isdigit() else 0

    def writable(self) -> None:
        """Raise Misuse if the root is not writable, before anything is changed."""
        if not os.access(self.root, os.W_OK):
            raise Misuse("install.root")
