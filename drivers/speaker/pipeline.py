"""Programs that feed each other, in processes of their own: nobody waits for them."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from typing import IO, Protocol

from drivers.speaker.voices import Command


class Running(Protocol):
    """As much of it as is asked for."""

    stdin: IO[bytes] | None

    def poll(self) -> int | None: ...
    def terminate(self) -> None: ...


class Pipeline:
    """It runs until its last program has ended; cut short, all of them end."""

    def __init__(self, commands: Sequence[Command]) -> None:
        self._parts: list[subprocess.Popen[bytes]] = []
        try:
            for number, command in enumerate(commands, 1):
                self._parts.append(self._begun(command, last=number == len(commands)))
        except OSError:
            self.terminate()
            raise
        self.stdin = self._parts[0].stdin

    def poll(self) -> int | None:
        return [part.poll() for part in self._parts][-1]

    def terminate(self) -> None:
        for part in self._parts:
            if part.poll() is None:
                part.terminate()

    def _begun(self, command: Command, *, last: bool) -> subprocess.Popen[bytes]:
        """What the one before says is the next one's alone, so that its end is noticed."""
        quiet, before = subprocess.DEVNULL, self._parts[-1].stdout if self._parts else None
        begun = subprocess.Popen(
            command,
            stdin=before or subprocess.PIPE,
            stdout=quiet if last else subprocess.PIPE,
            stderr=quiet,
        )
        if before:
            before.close()
        return begun
