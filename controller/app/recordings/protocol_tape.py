"""`tape://NAME` for pyserial: a port at which a recorded board sends its bytes again."""

from __future__ import annotations

from typing import Any

from serial.serialutil import SerialException

from controller.app.recordings.tape import Tape
from drivers.ports.memory_port import Port

TAPES: dict[str, Tape] = {}  # tapes that can be opened, by the name after tape://


class Serial(Port):
    """The port that pyserial opens for tape://; bytes to the board are dropped."""

    def open(self) -> None:
        name = str(self.port).split("://", 1)[1]
        if name not in TAPES:
            raise SerialException(f"no tape is called {name!r}")
        self._tape = TAPES[name]
        self._tape.open()
        super().open()

    def _await(self, seconds: float) -> None:
        if not self._ready:
            self._ready += self._tape.read(self._tape.clock.now() + seconds)

    def write(self, data: Any) -> int:
        return len(data)
