"""A serial port without a wire: what has come waits there until it is read."""

from __future__ import annotations

import serial
from serial.serialutil import SerialBase


class Port(SerialBase):
    """What every simulated line shares; whoever derives from it says where the bytes come from."""

    def open(self) -> None:
        self._ready = bytearray()
        self.is_open = True

    def close(self) -> None:
        self.is_open = False

    def _reconfigure_port(self) -> None:
        """A simulated line has no speed."""

    @property
    def in_waiting(self) -> int:
        return len(self._ready)

    def read(self, size: int = 1) -> bytes:
        self._await(self.timeout or 0.0)
        taken = bytes(self._ready[:size])
        del self._ready[:size]
        return taken

    def _await(self, seconds: float) -> None:
        """Until something has come, or so long."""
        raise NotImplementedError


def answers(package: str) -> None:
    """Let pyserial look in this package too for who answers behind a URL."""
    if package not in serial.protocol_handler_packages:
        serial.protocol_handler_packages.append(package)
