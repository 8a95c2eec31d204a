"""PN532 readers on the Pico's SPI: frames in, tags out, each answer as late as a real one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from rp2040py.gpio_pin import GPIOPinState

from sims.bench import Bench

if TYPE_CHECKING:
    from rp2040py.rp2040 import RP2040

SELECTS = (17, 21, 20)  # of readers 0, 1 and 2
WRITE, STATUS, READ = 1, 2, 3
ACK = b"\x00\x00\xff\x00\xff\x00"
SAM, RF, LIST = 0x14, 0x32, 0x4A
# ns until an acknowledgement, until any answer; one look at the field: guard time and selection
ACK_AFTER, ANSWER_AFTER, LOOK = 400_000.0, 1_000_000.0, 9_000_000.0
NOBODY = 0xFF  # what an undriven MISO reads, pulled up
MIRRORED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))

Field = Callable[[], bytes | None]


def fields(bench: Bench) -> list[Field]:
    """What each reader finds over itself."""
    return [partial(bench.tag, reader.site) for reader in bench.wiring.file.readers]


def framed(body: bytes) -> bytes:
    head = bytes((0, 0, 0xFF, len(body), -len(body) & 0xFF))
    return head + body + bytes((-sum(body) & 0xFF, 0))


class Pn532:
    """One chip. `field` says which tag lies over it."""

    def __init__(self, now: Callable[[], float], field: Field) -> None:
        self.polls = 0
        self.field = field
        self._now = now
        self.power_on()

    def power_on(self) -> None:
        self._awake = False  # it wakes when it is first selected; what it hears then is lost
        self._retries = 0xFF  # for ever
        self._written = bytearray()
        self._out = b""
        self._command = b""  # under way
        self._ready_at = 0.0
        self._acknowledged = True
        self._said = 0
        self._talk = 0

    def select(self) -> None:
        self._talk = 0
        self._said = 0
        self._written.clear()

    def release(self) -> None:
        if not self._awake:
            self._awake = True
        elif self._talk == WRITE:
            self._hear(bytes(self._written))
        elif self._talk == READ and self._said > 1:
            self._delivered()

    def exchange(self, byte: int) -> int:
        """A byte goes in as another comes out."""
        if not self._awake:
            return NOBODY
        if not self._talk:
            self._talk = byte
            return NOBODY
        if self._talk == STATUS:
            return int(self._ready())
        if self._talk == WRITE:
            self._written.append(byte)
            return NOBODY
        self._said += 1
        return self._out[self._said - 1] if self._said <= len(self._out) else 0

    def _hear(self, frame: bytes) -> None:
        start = frame.find(b"\x00\xff")
        size = frame[start + 2] if 0 <= start < len(frame) - 3 else 0
        body = frame[start + 4 : start + 4 + size]
        checked = sum(frame[start + 4 : start + 5 + size]) & 0xFF == 0
        if not size or not checked or body[0] != 0xD4:
            return
        self._command = body[1:]
        self._out = ACK
        self._acknowledged = False
        self._ready_at = self._now() + ACK_AFTER

    def _delivered(self) -> None:
        """The acknowledgement has been fetched, or the answer."""
        self._out = b""
        if self._acknowledged:
            self._command = b""
            return
        self._acknowledged = True
        tries = self._retries + 1
        looking = self._command[:1] == bytes((LIST,))
        self._ready_at = self._now() + (LOOK * min(tries, 2) if looking else ANSWER_AFTER)

    def _ready(self) -> bool:
        if self._now() < self._ready_at or not self._command:
            return False
        if not self._out:
            self._out = self._answer()
        return bool(self._out)

    def _answer(self) -> bytes:
        code, parameters = self._command[0], self._command[1:]
        if code == RF and parameters[:1] == b"\x05":
            self._retries = parameters[3]
        if code != LIST:
            return framed(bytes((0xD5, code + 1)))
        tag = self.field()
        self.polls += 1
        if tag is not None:
            target = bytes((1, 1, 0x00, 0x44, 0x00, len(tag))) + tag
            return framed(bytes((0xD5, LIST + 1)) + target)
        return b"" if self._retries == 0xFF else framed(bytes((0xD5, LIST + 1, 0)))


class Readers:
    """All readers on one bus; the one that is selected speaks."""

    def __init__(self, chip: RP2040, bench: Bench) -> None:
        self._bench = bench
        self._spi = chip.spi[0]
        self._clock = chip.clock
        self._done = chip.clock.create_alarm(self._complete)
        self._answer = 0
        self._selected: Pn532 | None = None
        self.chips = [Pn532(lambda: chip.clock.nanos, field) for field in fields(bench)]
        for pin, reader in zip(SELECTS, self.chips, strict=False):
            chip.gpio[pin].add_listener(self._listener(reader))
        self._spi.on_transmit = self._transmit

    def sit(self, bench: Bench) -> None:
        self._bench = bench
        for reader, field in zip(self.chips, fields(bench), strict=False):
            reader.field = field

    def power_on(self) -> None:
        for reader in self.chips:
            reader.power_on()

    def _listener(self, reader: Pn532) -> Callable[[GPIOPinState, GPIOPinState], None]:
        def changed(new: GPIOPinState, old: GPIOPinState) -> None:
            if new is GPIOPinState.LOW:
                self._selected = reader
                reader.select()
            elif new is GPIOPinState.HIGH and self._selected is reader:
                self._selected = None
                reader.release()

        return changed

    def _dead(self, number: int) -> bool:
        return self._bench.wiring.file.readers[number].site in self._bench.faults.dead_readers

    def _transmit(self, value: int) -> None:
        """It takes the time of eight bits; the lowest bit travels first."""
        reader, byte = self._selected, MIRRORED[value & 0xFF]
        alive = reader is not None and not self._dead(self.chips.index(reader))
        self._answer = MIRRORED[reader.exchange(byte)] if reader and alive else NOBODY
        self._done.schedule(8e9 / max(1.0, self._spi.clock_frequency))

    def _complete(self) -> None:
        self._spi.complete_transmit(self._answer)
