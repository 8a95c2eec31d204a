"""Reading the bytes of a port as soon as they arrive."""

from __future__ import annotations

import os
import select
from collections.abc import Callable
from typing import Any, TypeAlias

import serial

from drivers.clock import Clock
from drivers.ports.memory_port import Port

READ_BYTES = 4096  # bytes per read; a whole picture of the largest board is less
BLINK = 1 / 30  # s at most to wait for a port that the bell cannot interrupt

Hearing: TypeAlias = Callable[[float], bytes]
"""Returns the bytes that have come, after waiting at most this many seconds or until `ring`."""


def hearing(port: Any, clock: Clock) -> Hearing:
    """Return the reader of a port; a tty or socket is waited for together with the bell."""
    file = descriptor_of(port)
    if file is not None:
        return lambda seconds: from_file(file, clock, seconds)
    longest = float("inf") if isinstance(port, Port) else BLINK
    return lambda seconds: from_port(port, min(seconds, longest))


def descriptor_of(port: Any) -> int | None:
    """Return the port's file descriptor; None on Windows and for simulated ports."""
    try:
        return int(port.fileno()) if os.name == "posix" else None
    except (OSError, AttributeError):  # it has no descriptor, or nothing is plugged in
        return None


def from_file(file: int, clock: Clock, seconds: float) -> bytes:
    """Return the bytes of a file, read directly: pyserial would poll it three times."""
    if seconds:
        clock.hear(file, seconds)
    if not select.select([file], (), (), 0)[0]:
        return b""
    data = os.read(file, READ_BYTES)
    if not data:  # readable but empty: the other end is closed
        raise serial.SerialException("the device is gone")
    return data


def from_port(port: Any, seconds: float) -> bytes:
    """Return the bytes of a port, read by pyserial with a timeout."""
    if port.timeout != seconds:
        port.timeout = seconds
    data: bytes = port.read(1)
    waiting = port.in_waiting
    return data + port.read(waiting) if waiting else data
