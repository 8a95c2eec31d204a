"""Pipelines of programs in their own processes, which run without being waited for."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from typing import IO, Protocol

from drivers.speaker.voices import VoiceCommand


class Running(Protocol):
    """The part of a process's interface that the speaker needs."""

    stdin: IO[bytes] | None

    def poll(self) -> int | None: ...
    def terminate(self) -> None: ...


class Pipeline:
    """Programs joined by pipes; it runs until the last one ends."""

    def __init__(self, commands: Sequence[VoiceCommand]) -> None:
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

    def _begun(self, command: VoiceCommand, *, last: bool) -> subprocess.Popen[bytes]:
        """Start a program; only it keeps the output of the one before, so that it sees its end."""
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
