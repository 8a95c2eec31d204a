"""The board's own process: `python -m drivers.pi.serve FILE` speaks the wire on that descriptor."""

from __future__ import annotations

import os
import select
import socket
import sys
import warnings
from contextlib import suppress
from pathlib import Path
from typing import Any

from drivers.clock import WallClock
from drivers.pi import pins
from drivers.pi.hal import Hal, Pixels, Rebooted, Wires
from drivers.pi.spi import SpiDevice
from drivers.workshop import payload
from firmware.panel import Panel
from firmware.settings import Keeper

SOONER = -10  # nice: a busy host loses no contact
HERE = b"\0"  # an empty frame: the pins are ours
NO_LIBRARIES, NO_PINS = 3, 4  # how the process ends when it cannot begin
LGPIO = "Falling back from lgpio: "  # as gpiozero warns, and goes on to the next library


class HostLine:
    """A socket to the host; whoever hangs up ends the process."""

    def __init__(self, line: socket.socket) -> None:
        self._line, self._left = line, b""
        line.setblocking(False)

    def read(self) -> bytes:
        try:
            said = self._line.recv(4096)
        except BlockingIOError:
            return b""
        if not said:
            raise SystemExit(0)
        return said

    def write(self, frame: bytes) -> bool:
        """Whole or not at all, as far as the host can tell: what was begun is finished first."""
        self._flush()
        if self._left:
            return False
        self._left = bytes(frame)
        self._flush()
        return True

    def wait(self, seconds: float) -> bool:
        return bool(select.select([self._line], (), (), seconds)[0])

    def _flush(self) -> None:
        with suppress(BlockingIOError):
            while self._left:
                self._left = self._left[self._line.send(self._left) :]


def soldered() -> Wires:
    """The Pi's own pins, by whichever factory gpiozero finds; ImportError, OSError where none."""
    from gpiozero import BadPinFactory, Device

    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        try:
            Device.ensure_pin_factory()
        except BadPinFactory as trouble:
            raise why_not([str(one.message) for one in told], trouble) from None
    return Wires(Device.pin_factory, opened_bus, own_pixels)


def why_not(told: list[str], trouble: ImportError) -> Exception:
    """gpiozero says that none could be loaded; a library that is there has said why before."""
    tried = [words.partition(LGPIO)[2] for words in told if LGPIO in words]
    there = [words for words in tried if words and "No module named" not in words]
    return OSError(there[0]) if there else trouble


def opened_bus(at: tuple[int, int], mode: int, hertz: int) -> SpiDevice:
    return SpiDevice(*at, mode, hertz)


def own_pixels(count: int) -> Pixels:
    from drivers.strip import open_pixels

    model = Path("/proc/device-tree/model")
    told = model.read_text(encoding="utf-8") if model.exists() else ""
    pin = pins.PIXELS_PI5 if told.startswith("Raspberry Pi 5") else pins.PIXELS
    pixels: Pixels = open_pixels(pin, count)
    return pixels


def serve(line: HostLine, wires: Wires, keeper: Any) -> None:
    """Pass after pass; between them it sleeps, but for what the host says."""
    hal = Hal(wires, keeper, line, WallClock())
    panel = Panel(hal, payload.version())
    line.write(HERE)
    with suppress(Rebooted):
        while True:
            panel.step()
            while hal.rest():
                panel.attend()


def kept_at() -> Path:
    """What the board was told of itself, beside the games."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "stardeck" / "pi" / "stardeck.json"


def at_home() -> Path:
    """That file, and we beside it: lgpio makes its pipes wherever a process is."""
    path = kept_at().absolute()
    path.parent.mkdir(parents=True, exist_ok=True)
    os.chdir(path.parent)
    return path


def main(words: list[str]) -> int:
    with suppress(OSError):
        os.nice(SOONER)
    try:
        path, wires = at_home(), soldered()
        serve(HostLine(socket.socket(fileno=int(words[0]))), wires, Keeper(str(path)))
    except ImportError as trouble:
        print(trouble, file=sys.stderr)  # noqa: T201
        return NO_LIBRARIES
    except OSError as trouble:
        print(trouble, file=sys.stderr)  # noqa: T201
        return NO_PINS
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
