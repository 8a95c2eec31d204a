"""The machine that a table is installed on, or a folder that shall become one."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct

from controller.app.appliance.environments import Environments
from controller.errors import Misuse

PATIENCE = 900  # s; pip on a small Pi


class Ran(Struct, frozen=True):
    """How a command ended, and what it said."""

    status: int
    said: str


Run = Callable[[Sequence[str]], Ran]


def run(words: Sequence[str]) -> Ran:
    """As a shell would; a command that is not there ends with 127."""
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, check=False)
    except FileNotFoundError:
        return Ran(127, words[0])
    except subprocess.TimeoutExpired:
        return Ran(124, " ".join(words))
    return Ran(done.returncode, (done.stdout + done.stderr).strip())


class Machine(Struct, frozen=True):
    """`root` is / on the machine itself: then its services are started and stopped, too."""

    root: Path = Path("/")
    run: Run = run

    @property
    def live(self) -> bool:
        return self.root == Path("/")

    @property
    def environments(self) -> Environments:
        return Environments(self.root / "opt/stardeck")

    @property
    def data(self) -> Path:
        """What has to be kept."""
        return self.root / "var/lib/stardeck"

    @property
    def unit(self) -> Path:
        return self.root / "etc/systemd/system/stardeck.service"

    @property
    def command(self) -> Path:
        return self.root / "usr/local/bin/stardeck"

    def do(self, *words: str) -> None:
        """On the machine itself; Misuse with what was said, when it fails."""
        if self.live:
            ran = self.run(words)
            if ran.status:
                told = ran.said.splitlines()[-1:] or [str(ran.status)]
                raise Misuse("install.failed", command=" ".join(words), why=told[0])

    def attempt(self, *words: str) -> None:
        """On the machine itself, where it can be done: a container has no udev."""
        if self.live:
            self.run(words)

    def groups(self, wanted: Sequence[str]) -> tuple[str, ...]:
        """Those of these that there are: one that is not would keep the service from starting."""
        try:
            lines = (self.root / "etc/group").read_text(encoding="utf-8").splitlines()
        except OSError:
            lines = []
        known = {line.partition(":")[0] for line in lines}
        return tuple(group for group in wanted if group in known) or tuple(wanted[:1])

    @property
    def extra(self) -> str:
        """What this model wants besides, as pip takes it: '' where there are no pins."""
        try:
            model = (self.root / "proc/device-tree/model").read_text(encoding="utf-8")
        except OSError:
            return ""
        if not model.startswith("Raspberry Pi"):
            return ""
        return "[pi5]" if model.startswith("Raspberry Pi 5") else "[pi]"

    def systemd(self) -> int:
        """Its version; 0 where there is none."""
        words = self.run(["systemctl", "--version"]).said.split()
        return int(words[1]) if len(words) > 1 and words[1].isdigit() else 0

    def writable(self) -> None:
        """Misuse before anything was touched."""
        if not os.access(self.root, os.W_OK):
            raise Misuse("install.root")
