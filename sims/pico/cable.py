"""The USB cable between an emulated Pico and this machine: a pty that comes and goes with it."""

from __future__ import annotations

import os
import pty
import tty
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rp2040py.usb.cdc import USBCDC

AT_ONCE = 4096
IN_FLIGHT = 256  # bytes handed to the Pico before it has taken the first


class Cable:
    """Bytes both ways. Its `path` is the port's name while the Pico is there, else ''."""

    def __init__(self, usb: USBCDC) -> None:
        self.path = ""
        self._usb = usb
        self._master = self._slave = -1
        self._down = bytearray()
        self._up = bytearray()
        usb.on_device_connected = self.appear
        usb.on_serial_data = self._said

    def appear(self) -> None:
        """The Pico has told the host what it is, and gets a port."""
        self.vanish()
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.path = os.ttyname(self._slave)

    def vanish(self) -> None:
        """The port is gone, as when a plug is pulled; who has it open gets errors."""
        for end in (self._master, self._slave):
            if end >= 0:
                os.close(end)
        self._master = self._slave = -1
        self.path = ""
        self._down.clear()
        self._up.clear()

    def pump(self) -> None:
        """Carry what waits at either end."""
        if self._master < 0:
            return
        self._fetch()
        room = IN_FLIGHT - self._usb.tx_fifo.item_count
        for byte in self._down[:room]:
            self._usb.send_serial_byte(byte)
        del self._down[:room]
        if self._up:
            self._deliver()

    def _said(self, data: bytes | bytearray) -> None:
        if self._master >= 0:
            self._up += data

    def _fetch(self) -> None:
        try:
            self._down += os.read(self._master, AT_ONCE)
        except BlockingIOError:
            return

    def _deliver(self) -> None:
        try:
            del self._up[: os.write(self._master, self._up)]
        except BlockingIOError:
            return
