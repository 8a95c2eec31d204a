"""A serial port in memory: received bytes wait in a buffer until they are read."""

from __future__ import annotations

import serial
from serial.serialutil import SerialBase


class Port(SerialBase):
    """The common part of simulated serial ports; subclasses supply the bytes by `_await`."""

    def open(self) -> None:
        self._ready = bytearray()
        self.is_open = True

    def close(self) -> None:
        self.is_open = False

    def _reconfigure_port(self) -> None:
        """Do nothing: a simulated line has no speed."""

    @property
    def in_waiting(self) -> int:
        return len(self._ready)

    def read(self, size: int = 1) -> bytes:
        self._await(self.timeout or 0.0)
        taken = bytes(self._ready[:size])
        del self._ready[:size]
        return taken

    def _await(self, seconds: float) -> None:
        """Fill `_ready`; return when there are bytes or the time is over."""
        raise NotImplementedError


def register_handlers(package: str) -> None:
    """Register a package in which pyserial looks for handlers of URLs."""
    if package not in serial.protocol_handler_packages:
        serial.protocol_handler_packages.append(package)
