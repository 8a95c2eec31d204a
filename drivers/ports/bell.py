"""A bell: wakes a waiting thread from any other thread."""

from __future__ import annotations

import select
import socket
from contextlib import suppress

A_LOT = 4096  # rings that count as one


class Bell:
    """A pair of sockets: every system can wait for one together with a port."""

    def __init__(self) -> None:
        self._ear, self._clapper = socket.socketpair()
        self._ear.setblocking(False)
        self._clapper.setblocking(False)

    def __del__(self) -> None:
        self._ear.close()
        self._clapper.close()

    def ring(self) -> None:
        with suppress(BlockingIOError):  # it is ringing already
            self._clapper.send(b"!")

    def wait(self, seconds: float, *files: int) -> bool:
        """Wait until it rings, a file has data, or the time is over; return True if it rang."""
        ear = self._ear.fileno()
        ready, _, _ = select.select([ear, *files], (), (), max(0.0, seconds))
        rung = ear in ready
        if rung:
            self._ear.recv(A_LOT)
        return rung
