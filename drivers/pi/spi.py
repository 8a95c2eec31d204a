"""SPI on the Pi by the kernel's spidev: bytes out, the same number of bytes in."""

from __future__ import annotations

import ctypes
import errno
import os
from collections.abc import Callable
from typing import Any, Protocol

# linux/spi/spidev.h
WRITE_MODE, WRITE_SPEED, MESSAGE = 0x40016B01, 0x40046B04, 0x40206B00
NO_SELECT = 0x40  # SPI_NO_CS: the devices are selected by other pins


class Spi(Protocol):
    """What chains and readers need of an SPI bus."""

    def transfer(self, out: bytes) -> bytes: ...
    def close(self) -> None: ...


class Transfer(ctypes.Structure):
    """struct spi_ioc_transfer."""

    _fields_ = (
        ("tx_buf", ctypes.c_uint64),
        ("rx_buf", ctypes.c_uint64),
        ("len", ctypes.c_uint32),
        ("speed_hz", ctypes.c_uint32),
        ("delay_usecs", ctypes.c_uint16),
        ("bits_per_word", ctypes.c_uint8),
        ("cs_change", ctypes.c_uint8),
        ("tx_nbits", ctypes.c_uint8),
        ("rx_nbits", ctypes.c_uint8),
        ("word_delay_usecs", ctypes.c_uint8),
        ("pad", ctypes.c_uint8),
    )


def set_mode(file: int, mode: int, ioctl: Callable[[int, int, bytes], Any]) -> None:
    """Set the SPI mode, without a select line if the bus allows; nothing is connected to it."""
    try:
        ioctl(file, WRITE_MODE, bytes((mode | NO_SELECT,)))
    except OSError as trouble:
        if trouble.errno != errno.EINVAL:
            raise
        ioctl(file, WRITE_MODE, bytes((mode,)))


class SpiDevice:
    """/dev/spidevBUS.DEVICE; raises OSError if it is missing or not permitted."""

    def __init__(self, bus: int, device: int, mode: int, hertz: int) -> None:
        import fcntl

        self._ioctl, self._hertz = fcntl.ioctl, hertz
        self._file = os.open(f"/dev/spidev{bus}.{device}", os.O_RDWR)
        set_mode(self._file, mode, fcntl.ioctl)
        self._ioctl(self._file, WRITE_SPEED, hertz.to_bytes(4, "little"))

    def transfer(self, out: bytes) -> bytes:
        """Send bytes in one transfer, highest bit first, and return those received."""
        sent = ctypes.create_string_buffer(out, len(out))
        heard = ctypes.create_string_buffer(len(out))
        asked = Transfer(
            tx_buf=ctypes.addressof(sent),
            rx_buf=ctypes.addressof(heard),
            len=len(out),
            speed_hz=self._hertz,
            bits_per_word=8,
        )
        self._ioctl(self._file, MESSAGE, bytes(asked))
        return heard.raw

    def close(self) -> None:
        os.close(self._file)
