"""`pi://` for pyserial: starts the board's process; its end of a socket is the port."""

from __future__ import annotations

import socket
import subprocess
import sys
from typing import Any, ClassVar

from serial.serialutil import SerialBase

from controller.errors import BoardAbsent
from controller.values import Saying
from drivers.pi.serve import NO_LIBRARIES, PINS_OPEN

BEGINNING = 30.0  # s for a small and busy Pi to open its pins; a failure is reported at once
BOARD_PROCESS = ("-m", "drivers.pi.serve")


class Serial(SerialBase):
    """The port of a Pi board; closing it ends the board's process."""

    program: ClassVar[tuple[str, ...]] = BOARD_PROCESS

    def open(self) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, *self.program, str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
            )
        ours.settimeout(BEGINNING)
        self._line, self.is_open = ours, True
        if not self._begun():
            self._refuse()

    def fileno(self) -> int:
        return self._line.fileno()

    @property
    def in_waiting(self) -> int:
        """Always 0: the link waits for the socket's file descriptor instead."""
        return 0

    def read(self, size: int = 1) -> bytes:
        return self._line.recv(size)

    def write(self, data: Any) -> int:
        self._line.sendall(data)
        return len(data)

    def close(self) -> None:
        if self.is_open:
            self.is_open = False
            self._line.close()
            self._process.communicate()

    def _reconfigure_port(self) -> None:
        """Do nothing: a socket has no speed."""

    def _begun(self) -> bool:
        try:
            return self._line.recv(1) == PINS_OPEN
        except OSError:
            return False

    def _refuse(self) -> None:
        """End the process and raise BoardAbsent with its last line of output."""
        self.is_open = False
        self._line.close()
        self._process.terminate()
        _, told = self._process.communicate()
        last = (told.decode(errors="replace").strip().splitlines() or ["?"])[-1]
        missing = self._process.returncode == NO_LIBRARIES
        key = "board.pi_libraries" if missing else "board.pi_pins"
        raise BoardAbsent("board.absent", url=self.port, why=Saying(key, {"why": last}))
