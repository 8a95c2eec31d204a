"""The hardware interface of the firmware on a Pi's pins.

Specified at the top of firmware/panel.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from msgspec import Struct

from drivers.clock import Clock
from drivers.pi import chains, chips, pins
from drivers.pi.chains import Chains, Matrix
from drivers.pi.encoder import MarkEdge, NoRoller, Roller
from drivers.pi.spi import Spi
from firmware import wire
from firmware.lights import current_draw

PACE, NEAREST = 0.005, 0.004  # s from sample to sample; at least, after a late one
POLL_SECONDS = 0.0015  # s that a poll of a reader with antennas may take
ASSUMED_MV = 5000  # mV reported, as the lights' supply is not measured
CLOCK_WRAP_US = 1 << 30  # us after which the short clock wraps
BOARD_ID = b"pi-board"
TagLists = tuple[tuple[int, tuple[bytes, ...]], ...]


class Line(Protocol):
    """The connection to the host."""

    def read(self) -> bytes: ...
    def write(self, frame: bytes) -> bool: ...
    def wait(self, seconds: float) -> bool: ...


class Pixels(Protocol):
    """The pixels, with the interface of adafruit_pixelbuf."""

    def __setitem__(self, index: slice, colours: list[tuple[int, int, int]], /) -> None: ...
    def show(self) -> None: ...


class Wires(Struct, frozen=True):
    """The hardware: pins by gpiozero, buses by spidev, pixels."""

    pins: Any
    spi: Callable[[tuple[int, int], int, int], Spi]
    pixels: Callable[[int], Pixels]


class Rebooted(Exception):
    """Raised when the host asks for a restart."""


class Hal:
    """The hardware interface on a Pi, from the start of the process to its end."""

    board, cause = BOARD_ID, wire.ASKED

    def __init__(self, wires: Wires, keeper: Any, line: Line, clock: Clock) -> None:
        self._keeper, self._line, self._clock = keeper, line, clock
        self.read, self.write = line.read, line.write
        self.keep, self.keep_fit = keeper.keep, keeper.keep_fit
        self.fit, self.crash, self.forget_crash = keeper.fit, keeper.crash, keeper.forget_crash
        self._born = self._due = clock.now()
        self._found: TagLists = ()  # tags found between two samples
        self._chains = self._contacts(wires)
        self._roller = Roller(wires.pins, self.ms) if self.fit.rolls else NoRoller()
        self._chips = self._readers(wires)
        self._pixels = wires.pixels(self.fit.pixels) if self.fit.pixels else None
        self._mA = current_draw(bytes(3 * self.fit.pixels))
        self.count = self._roller.count

    @property
    def kept(self) -> dict[int, int]:
        kept: dict[int, int] = self._keeper.kept
        return kept

    @property
    def silent(self) -> int:
        """A bit for each PN532 that does not answer."""
        return self._chips.silent if self._chips else 0

    def ms(self) -> int:
        return int((self._clock.now() - self._born) * 1000)

    def us(self) -> int:
        return int((self._clock.now() - self._born) * 1e6) % CLOCK_WRAP_US

    def levels(self) -> tuple[int, ...]:
        self._due = max(self._due + PACE, self._clock.now() + NEAREST)
        return self._chains.levels()

    def marks(self) -> list[MarkEdge]:
        return self._roller.marks()

    def tags(self) -> TagLists:
        found, self._found = self._found, ()
        return found + self._looked()

    def supply(self) -> tuple[int, int]:
        return ASSUMED_MV, self._mA

    def show(self, grb: bytes) -> None:
        self._mA = current_draw(grb)
        if self._pixels:
            lights = zip(grb[1::3], grb[0::3], grb[2::3], strict=True)
            self._pixels[:] = list(lights)
            self._pixels.show()

    def sound(self, hertz: int, volume: int) -> None:
        """Do nothing: a Pi has no buzzer."""

    def hurry(self) -> None:
        """Do nothing: written bytes are sent at once."""

    def wake(self, coil: int) -> None:
        """Do nothing: no panel with coils is opened on a Pi."""

    def reboot(self, loader: int) -> None:
        raise Rebooted

    def rest(self) -> bool:
        """Sleep until the next sample is due; True if the host speaks at least 1 ms before."""
        left = self._due - self._clock.now()
        while self.fit.antennas and left >= POLL_SECONDS:
            self.look()
            if self._line.wait(0):
                return True
            left = self._due - self._clock.now()
        return self._line.wait(max(0.0, left)) and left >= 0.001

    def look(self) -> None:
        """Poll a reader between two samples: with many antennas a round takes long."""
        self._found += self._looked()

    def _contacts(self, wires: Wires) -> Chains | Matrix:
        bus = wires.spi(pins.CHAINS, chains.MODE, chains.HERTZ)
        latch = wires.pins.pin(pins.CONTACT_LATCH)
        if not self.fit.matrix:
            return Chains(bus, latch, self.fit.widths)
        data, clock = wires.pins.pin(pins.ROW_DATA), wires.pins.pin(pins.ROW_CLOCK)
        return Matrix(bus, latch, data, clock, len(self.fit.widths))

    def _readers(self, wires: Wires) -> Any:
        if not self.fit.chips:
            return None
        bus = wires.spi(pins.READERS, chips.MODE, chips.HERTZ)
        return chips.chips(wires.pins, bus, self.fit.readers, self.fit.antennas)

    def _looked(self) -> TagLists:
        return tuple(self._chips.tags(self.ms())) if self._chips else ()
