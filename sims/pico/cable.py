"""The USB cable between an emulated Pico and a host.

Both ends live in the chip's time: bytes arrive at once, however busy this machine is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from firmware import wire

if TYPE_CHECKING:
    from rp2040py.usb.cdc import USBCDC

IN_FLIGHT = 256  # bytes handed to the Pico before it has taken the first
# Messages of the host that change no light.
LIGHTS_STAY = frozenset(
    {wire.PING, wire.REQUEST_SNAPSHOT, wire.REQUEST_HEARTBEAT, wire.TONES, wire.ACK}
)


class Cable:
    """Bytes in both directions while the Pico is `there`; each appearance is another life."""

    def __init__(self, usb: USBCDC, now: Callable[[], float]) -> None:
        self.there = False
        self.lives = 0
        self.repainted = 0.0  # s; when the Pico last received, or lost, a change of its lights
        self._now = now
        self._frames = wire.Decoder()
        self._painting = False  # a change of lights is still in transit
        self._usb = usb
        self._down = bytearray()
        self._up = bytearray()
        usb.on_device_connected = self.appear
        usb.on_serial_data = self._said

    def appear(self) -> None:
        """Give the Pico a port: it has enumerated on USB."""
        self.vanish()
        self.there = True
        self.lives += 1

    def vanish(self) -> None:
        """Remove the port, as when the plug is pulled."""
        self.there = self._painting = False
        self.repainted = self._now()
        self._down.clear()
        self._up.clear()

    def send(self, data: bytes) -> None:
        self._painting |= any(kind not in LIGHTS_STAY for kind, _, _ in self._frames.feed(data))
        self._down += data
        self.pump()

    def take(self) -> bytes:
        """Return what the Pico has sent since the last call."""
        said = bytes(self._up)
        self._up.clear()
        return said

    def pump(self) -> None:
        """Pass on as many bytes as the Pico has room for."""
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
