"""The USB cable between an emulated Pico and whoever holds its other end.

Both ends live in the chip's time: what is said is there at once, however busy this machine is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from firmware import wire

if TYPE_CHECKING:
    from rp2040py.usb.cdc import USBCDC

IN_FLIGHT = 256  # bytes handed to the Pico before it has taken the first
# What the host may say without any light becoming another.
LIGHTS_STAY = frozenset(
    {wire.PING, wire.REQUEST_SNAPSHOT, wire.REQUEST_HEARTBEAT, wire.TONES, wire.ACK}
)


class Cable:
    """Bytes both ways, while the Pico is `there`; each time that it comes is another life."""

    def __init__(self, usb: USBCDC, now: Callable[[], float]) -> None:
        self.there = False
        self.lives = 0
        self.repainted = 0.0  # s; when the Pico last took, or lost, what changes its lights
        self._now = now
        self._frames = wire.Decoder()
        self._painting = False  # some of what changes lights is still on its way
        self._usb = usb
        self._down = bytearray()
        self._up = bytearray()
        usb.on_device_connected = self.appear
        usb.on_serial_data = self._said

    def appear(self) -> None:
        """The Pico has told the host what it is, and gets a port."""
        self.vanish()
        self.there = True
        self.lives += 1

    def vanish(self) -> None:
        """The port is gone, as when a plug is pulled."""
        self.there = self._painting = False
        self.repainted = self._now()
        self._down.clear()
        self._up.clear()

    def send(self, data: bytes) -> None:
        self._painting |= any(kind not in LIGHTS_STAY for kind, _, _ in self._frames.feed(data))
        self._down += data
        self.pump()

    def take(self) -> bytes:
        """What the Pico has said since it was asked last."""
        said = bytes(self._up)
        self._up.clear()
        return said

    def pump(self) -> None:
        """Hand on what the Pico has room for."""
        if not self.there:
            return
        room = IN_FLIGHT - self._usb.tx_fifo.item_count
        for byte in self._down[:room]:
            self._usb.send_serial_byte(byte)
        del self._down[:room]
        if self._painting:
            self.repainted = self._now()
            self._painting = bool(self._down or self._usb.tx_fifo.item_count)

    def _said(self, data: bytes | bytearray) -> None:
        if self.there:
            self._up += data
