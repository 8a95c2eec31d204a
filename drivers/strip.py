"""The lights: pixels on the Pico, of which only changes are sent, or NeoPixels on a Pi's pin."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

from controller.scene import Frame, Pixel
from drivers.link import Link
from firmware import wire
from firmware.lights import Lights

if TYPE_CHECKING:
    from adafruit_pixelbuf import PixelBuf


class Strip(Protocol):
    """What the board needs of its lights; while `lively`, it must call `show` again and again."""

    @property
    def lively(self) -> bool: ...
    def show(self, frame: Frame, at: float) -> None: ...
    def forget(self) -> None: ...
    def shine(self, brightness: int) -> None: ...


class LinkStrip:
    """Pixels on the Pico, which animates them and limits their current; only changes are sent."""

    lively = False

    def __init__(self, link: Link) -> None:
        self._link = link
        self._shown: Frame = []

    def show(self, frame: Frame, at: float) -> None:
        if frame == self._shown:
            return
        records = [struct.pack(wire.RUN_FORMAT, *run) for run in changed_runs(self._shown, frame)]
        for first in range(0, len(records), wire.RUNS):
            self._link.send(wire.LEDS, b"".join(records[first : first + wire.RUNS]))
        self._shown = frame

    def forget(self) -> None:
        """Forget what is shown, so that the next frame is sent whole."""
        self._shown = []

    def shine(self, brightness: int) -> None:
        """Do nothing: the Pico gets the brightness with its other limits."""


class PinStrip:
    """NeoPixels on a Pi's pin, animated and limited in this process."""

    def __init__(self, pixels: PixelBuf, brightness: int, limit_mA: int) -> None:
        self._pixels, self._limit_mA = pixels, limit_mA
        self._lights = Lights(len(pixels))
        self._lights.limit(brightness, limit_mA)
        self._shown: Frame = []

    @property
    def lively(self) -> bool:
        return bool(self._lights.lively)

    def show(self, frame: Frame, at: float) -> None:
        changed = frame != self._shown
        if changed:
            self._lights.take(
                b"".join(struct.pack(wire.RUN_FORMAT, *run) for run in changed_runs([], frame))
            )
            self._shown = frame
        if changed or self.lively:
            grb = self._lights.pixels(int(at * 1000))
            self._pixels[:] = [(grb[i + 1], grb[i], grb[i + 2]) for i in range(0, len(grb), 3)]
            self._pixels.show()

    def forget(self) -> None:
        self._shown = []

    def shine(self, brightness: int) -> None:
        self._lights.limit(brightness, self._limit_mA)
        self.forget()


def changed_runs(old: Frame, new: Frame) -> Iterator[tuple[int, int, int, int, int, int]]:
    """Yield runs of equal pixels that differ from the old frame: first, count, and the pixel."""
    first = 0
    while first < len(new):
        pixel = new[first]
        if first < len(old) and old[first] == pixel:
            first += 1
            continue
        last = first + 1
        while last < len(new) and new[last] == pixel and differs(old, last, pixel):
            last += 1
        yield (first, last - first, *pixel)
        first = last


def differs(old: Frame, place: int, pixel: Pixel) -> bool:
    """True if the old frame has no such pixel at this place."""
    return place >= len(old) or old[place] != pixel


def open_pixels(pin: str, count: int) -> PixelBuf:
    """Open the pixels on this pin, dark; the libraries it imports exist only on a Pi."""
    import board
    import neopixel

    pixels: PixelBuf = neopixel.NeoPixel(getattr(board, pin), count, auto_write=False)
    return pixels
