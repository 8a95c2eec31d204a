"""`tape://NAME` for pyserial: a recording behind a port, as if the board said it all again."""

from __future__ import annotations

from typing import Any

from serial.serialutil import SerialBase, SerialException

from sims.tape import Tape

TAPES: dict[str, Tape] = {}  # what is in the machine, by the name behind tape://


class Serial(SerialBase):
    """The port that pyserial opens for tape://. What is told to the board nobody hears."""

    def open(self) -> None:
        name = str(self.port).split("://", 1)[1]
        if name not in TAPES:
            raise SerialException(f"no tape is called {name!r}")
        self._tape = TAPES[name]
        self._tape.open()
        self._ready = bytearray()
        self.is_open = True

    def close(self) -> None:
        self.is_open = False

    def _reconfigure_port(self) -> None:
        """A tape has no speed."""

    @property
    def in_waiting(self) -> int:
        return len(self._ready)

    def read(self, size: int = 1) -> bytes:
        if not self._ready:
            self._ready += self._tape.read(self._tape.clock.now() + (self.timeout or 0.0))
        taken = bytes(self._ready[:size])
        del self._ready[:size]
        return taken

    def write(self, data: Any) -> int:
        return len(data)
