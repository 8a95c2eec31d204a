"""Bytes off a port, as soon as they are there."""

from __future__ import annotations

import os
import select
from collections.abc import Callable
from typing import Any, TypeAlias

import serial

from drivers.clock import Clock
from drivers.ports.memory_port import Port

ENOUGH = 4096  # bytes at once; a whole picture of the largest board is less
BLINK = 1 / 30  # s that a port may be waited for which cannot be waited for beside the bell

Hearing: TypeAlias = Callable[[float], bytes]
"""What has come; waits for it so many seconds at most, and less when somebody rings."""


def hearing(port: Any, clock: Clock) -> Hearing:
    """A tty or a socket is waited for beside the bell; any other port in its own way."""
    file = file_of(port)
    if file is not None:
        return lambda seconds: from_file(file, clock, seconds)
    longest = float("inf") if isinstance(port, Port) else BLINK
    return lambda seconds: from_port(port, min(seconds, longest))


def file_of(port: Any) -> int | None:
    """What the system can wait for: no port of Windows, nor a simulated one."""
    try:
        return int(port.fileno()) if os.name == "posix" else None
    except (OSError, AttributeError):  # none of these, or nothing is plugged in
        return None


def from_file(file: int, clock: Clock, seconds: float) -> bytes:
    """Past pyserial, which would look three times whether something is there."""
    if seconds:
        clock.hear(file, seconds)
    if not select.select([file], (), (), 0)[0]:
        return b""
    data = os.read(file, ENOUGH)
    if not data:  # readable and empty: nobody is at the other end
        raise serial.SerialException("the device is gone")
    return data


def from_port(port: Any, seconds: float) -> bytes:
    if port.timeout != seconds:
        port.timeout = seconds
    data: bytes = port.read(1)
    waiting = port.in_waiting
    return data + port.read(waiting) if waiting else data
