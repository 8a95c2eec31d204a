"""The process of a Pi board: `python -m drivers.pi.serve FD` serves the wire protocol there."""

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

SOONER = -10  # niceness: no contact is lost on a busy host
PINS_OPEN = b"\0"  # an empty frame: the pins are open
NO_LIBRARIES, NO_PINS = 3, 4  # exit codes when the pins cannot be opened
LGPIO = "Falling back from lgpio: "  # gpiozero's warning before it tries the next library


class HostLine:
    """The socket to the host; when the host closes it, the process ends."""

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
        """Send a frame whole or return False; what an earlier call began is sent first."""
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
    """Return the Pi's own hardware; raise ImportError or OSError if gpiozero finds no pins."""
    from gpiozero import BadPinFactory, Device

    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        try:
            Device.ensure_pin_factory()
        except BadPinFactory as trouble:
            raise real_cause([str(one.message) for one in told], trouble) from None
    return Wires(Device.pin_factory, opened_bus, own_pixels)


def real_cause(told: list[str], trouble: ImportError) -> Exception:
    """Return the real cause, which gpiozero only warned of, or else its own error."""
    tried = [words.partition(LGPIO)[2] for words in told if LGPIO in words]
    there = [words for words in tried if words and "No module named" not in words]
    return OSError(there[0]) if there else trouble


def opened_bus(at: tuple[int, int], mode: int, hertz: int) -> SpiDevice:
    """Return an SPI bus."""
    return SpiDevice(*at, mode, hertz)


def own_pixels(count: int) -> Pixels:
    """Return the pixels, on the pin for this model of Pi."""
    from drivers.strip import open_pixels

    model = Path("/proc/device-tree/model")
    told = model.read_text(encoding="utf-8") if model.exists() else ""
    pin = pins.PIXELS_PI5 if told.startswith("Raspberry Pi 5") else pins.PIXELS
    pixels: Pixels = open_pixels(pin, count)
    return pixels


def serve(line: HostLine, wires: Wires, keeper: Any) -> None:
    """Run the firmware's passes; between them sleep until the next sample or a message."""
    hal = Hal(wires, keeper, line, WallClock())
    panel = Panel(hal, payload.firmware_version())
    line.write(PINS_OPEN)
    with suppress(Rebooted):
        while True:
            panel.step()
            while hal.rest():
                panel.attend()


def settings_path() -> Path:
    """Return the path of the settings that the board keeps, beside the games."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "stardeck" / "pi" / "stardeck.json"


def enter_settings_folder() -> Path:
    """Change to the folder of the settings and return their path: lgpio makes pipes there."""
    path = settings_path().absolute()
    path.parent.mkdir(parents=True, exist_ok=True)
    os.chdir(path.parent)
    return path


def main(words: list[str]) -> int:
    """Serve the descriptor in `words` and return the exit code."""
    with suppress(OSError):
        os.nice(SOONER)
    try:
        path, wires = enter_settings_folder(), soldered()
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
