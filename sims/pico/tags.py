"""The readers on the Pico's SPI, mainly PN532s: frames in, tags out, with real timing."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from rp2040py.gpio_pin import GPIOPinState

from controller.values import Sense, Site
from sims.bench.bench import Bench
from sims.pico.air import Coils
from sims.pico.pn5180 import UNDRIVEN, Pn5180

if TYPE_CHECKING:
    from rp2040py.rp2040 import RP2040

SELECTS = (17, 21, 20)  # of readers 0, 1 and 2
ANTENNA_LATCH = 0  # of the registers that select antennas
READERS_RESET = 22  # of all readers
BUSY = 15  # of a PN5180
WRITE, STATUS, READ = 1, 2, 3
ACK_FRAME = b"\x00\x00\xff\x00\xff\x00"
SAM, RF, DESELECT, LIST = 0x14, 0x32, 0x44, 0x4A
# ns until an acknowledgement, until any answer; for a poll: guard time and selection
ACK_AFTER, ANSWER_AFTER, LOOK = 400_000.0, 1_000_000.0, 9_000_000.0
WAKE_NS = 5_000_000.0  # ns until a tag in a new field is awake
PULLED = 1_000_000.0  # ns of a reset pulse that surely restarts a chip
FASTEST_CLOCK = 5e6  # Hz of a PN532's clock
CASCADE = b"\x88"  # precedes each part of a longer number when a tag is called
# ns of a poll in a field that is on: without and with a tag
EMPTY, SELECTION = 1_500_000.0, 4_100_000.0
MIRRORED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


class Field:
    """The tags over one chip: over its own antenna, or over the one it is switched to."""

    def __init__(self, bench: Bench, sites: tuple[Site, ...], now: Callable[[], float]) -> None:
        self.bench, self.sites = bench, sites
        self._now = now
        self._at: int | None = 0 if bench.wiring.senses[sites[0]] is Sense.TAP else None
        self._since = 0.0
        self._halted: set[bytes] = set()

    @property
    def switched(self) -> bool:
        """True if its antennas are switched."""
        return self.bench.wiring.senses[self.sites[0]] is Sense.TAG

    def choose(self, number: int) -> None:
        """Select an antenna and wake the tags over it; a number without antenna selects none."""
        at = number if number < len(self.sites) else None
        if at != self._at:
            self._at, self._since, self._halted = at, self._now(), set()

    def tag(self, name: bytes = b"") -> bytes | None:
        """Return the tag that answers: the one called, or the lowest number of those awake."""
        if self._at is None or (self.switched and self._now() - self._since < WAKE_NS):
            return None
        awake = {*self.bench.tags(self.sites[self._at])} - self._halted
        return min((tag for tag in awake if name in (b"", cascaded(tag))), default=None)

    def halt(self, tag: bytes) -> None:
        if self.switched and self.bench.luck.random() >= self.bench.faults.unhalted:
            self._halted.add(tag)

    def history(self, tag: bytes) -> bytes:
        """Return the additional data of a card, after its length."""
        size = self.bench.faults.wordy.get(tag.decode("latin-1"), 0)
        return bytes((size, *range(size - 1))) if size else b""


def cascaded(tag: bytes) -> bytes:
    """Return a tag's number as a reader calls it."""
    if len(tag) == 4:
        return tag
    return CASCADE + (tag if len(tag) <= 7 else tag[:3] + CASCADE + tag[3:])


def chip_fields(bench: Bench, now: Callable[[], float]) -> list[Field | Coils]:
    """Return the field of each chip; where reeds wake a PN5180, it is the last."""
    found: list[Field | Coils] = [Field(bench, sites, now) for sites in bench.wiring.readers]
    if bench.wiring.wakes:
        found[-1] = Coils(bench, bench.wiring.readers[-1], now)
    return found


def frame_answer(body: bytes) -> bytes:
    """Return a frame of the PN532 around this body."""
    head = bytes((0, 0, 0xFF, len(body), -len(body) & 0xFF))
    return head + body + bytes((-sum(body) & 0xFF, 0))


class Pn532:
    """One PN532 over a field of tags."""

    mirrored = MIRRORED  # its lowest bit travels first

    def __init__(self, now: Callable[[], float], field: Field) -> None:
        self.polls = 0
        self.field = field
        self._now = now
        self.power_on()

    def power_on(self) -> None:
        self._awake = False  # it wakes when first selected; what it receives then is lost
        self._retries = 0xFF  # without end
        self._listed: bytes | None = None  # the tag it has selected
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
        """Return the byte sent back for this one."""
        if not self._awake:
            return UNDRIVEN
        if not self._talk:
            self._talk = byte
            return UNDRIVEN
        if self._talk == STATUS:
            return int(self._ready())
        if self._talk == WRITE:
            self._written.append(byte)
            return UNDRIVEN
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
        self._out = ACK_FRAME
        self._acknowledged = False
        self._ready_at = self._now() + ACK_AFTER

    def _delivered(self) -> None:
        """Go on after the acknowledgement or the answer has been fetched."""
        self._out = b""
        if self._acknowledged:
            self._command = b""
            return
        self._acknowledged = True
        self._ready_at = self._now() + self._takes()

    def _takes(self) -> float:
        """Return the ns that the command under way takes."""
        if self._command[:1] != bytes((LIST,)):
            return ANSWER_AFTER
        if not self.field.switched:
            return LOOK * min(self._retries + 1, 2)
        nobody = self.field.tag(self._command[3:]) is None
        return EMPTY * (self._retries + 1) if nobody else SELECTION

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
        if code == DESELECT and self._listed is not None:
            self.field.halt(self._listed)
        if code != LIST:
            return frame_answer(bytes((0xD5, code + 1)) + bytes(code == DESELECT))
        return self._look()

    def _look(self) -> bytes:
        self._listed = tag = self.field.tag(self._command[3:])
        self.polls += 1
        if tag is not None:
            target = bytes((1, 1, 0x00, 0x44, 0x00, len(tag))) + tag + self.field.history(tag)
            return frame_answer(bytes((0xD5, LIST + 1)) + target)
        return b"" if self._retries == 0xFF else frame_answer(bytes((0xD5, LIST + 1, 0)))


class Antennas:
    """A 74HC595 for each chip with antennas, on the readers' bus, selecting one when latched."""

    def __init__(self, chip: RP2040, fields: list[Field | Coils]) -> None:
        self._fields = [field for field in fields if field.switched]
        self._shifted: deque[int] = deque(bytes(len(self._fields)), len(self._fields))
        chip.gpio[ANTENNA_LATCH].add_listener(self._latched)

    def shift(self, byte: int) -> None:
        self._shifted.appendleft(byte)

    def _latched(self, new: GPIOPinState, old: GPIOPinState) -> None:
        if new is GPIOPinState.HIGH:
            for field, number in zip(self._fields, self._shifted, strict=True):
                field.choose(number)


class Readers:
    """All readers on one bus, of which the selected one answers."""

    def __init__(self, chip: RP2040, bench: Bench) -> None:
        self._bench = bench
        self._sites = bench.wiring.readers
        self._spi = chip.spi[0]
        self._clock = chip.clock
        self._done = chip.clock.create_alarm(self._complete)
        self._answer = 0
        self.under_way = False  # a byte is on the bus
        self._selected: Pn532 | Pn5180 | None = None
        self._down = False  # the reset line
        self._pulled = 0.0
        self.clashes: list[str] = []  # errors on the bus
        self._busy, self._calm = chip.gpio[BUSY], chip.clock.create_alarm(self._listens)
        self.fields = chip_fields(bench, self._nanos)
        self.chips = [self._chip(field) for field in self.fields]
        self.antennas = Antennas(chip, self.fields)
        for pin, reader in zip(SELECTS, self.chips, strict=False):
            chip.gpio[pin].add_listener(self._listener(reader))
        self._spi.on_transmit = self._transmit
        chip.gpio[READERS_RESET].add_listener(self._reset)

    def sit(self, bench: Bench) -> None:
        self._bench = bench
        self._sites = bench.wiring.readers
        for field in self.fields:
            field.bench = bench

    def _chip(self, field: Field | Coils) -> Pn532 | Pn5180:
        if isinstance(field, Coils):
            return Pn5180(self._nanos, field.air, self._turn)
        return Pn532(self._nanos, field)

    def _turn(self, busy: bool, after: float) -> None:
        """Raise BUSY at once, or lower it after this time."""
        self._calm.cancel()
        if busy:
            self._busy.set_input_value(True)
        else:
            self._calm.schedule(after)

    def _listens(self) -> None:
        """Lower BUSY; a chip that hangs or has no power stays busy."""
        self._busy.set_input_value(self._dead(len(self.chips) - 1))

    def power_on(self) -> None:
        for reader in self.chips:
            reader.power_on()

    def break_off(self) -> None:
        """Cancel a byte under way: the Pico was reset."""
        self._done.cancel()
        self.under_way = False

    def _nanos(self) -> float:
        nanos: float = self._clock.nanos
        return nanos

    def _listener(self, reader: Pn532 | Pn5180) -> Callable[[GPIOPinState, GPIOPinState], None]:
        def changed(new: GPIOPinState, old: GPIOPinState) -> None:
            if new is GPIOPinState.LOW:
                if self._selected not in (None, reader):
                    self.clashes.append("two readers are selected")
                self._selected = reader
                reader.select()
            elif new is GPIOPinState.HIGH and self._selected is reader:
                self._selected = None
                reader.release()

        return changed

    def _reset(self, new: GPIOPinState, old: GPIOPinState) -> None:
        """Restart the chips after a pulse of the reset line; hung ones recover."""
        if new is GPIOPinState.LOW:
            self._down, self._pulled = True, self._nanos()
        elif self._down:
            self._down = False
            if self._nanos() - self._pulled >= PULLED:
                self._bench.faults.hung_readers.clear()
                self.power_on()

    def _dead(self, number: int) -> bool:
        faults = self._bench.faults
        mute = faults.dead_readers | faults.hung_readers
        return self._down or not mute.isdisjoint(self._sites[number])

    def _transmit(self, value: int) -> None:
        """Exchange a byte with the selected reader; it takes the time of eight bits."""
        reader, byte = self._selected, value & 0xFF
        self.antennas.shift(byte)
        alive = reader is not None and not self._dead(self.chips.index(reader))
        self._answer = UNDRIVEN
        if reader and alive:
            turned = reader.mirrored
            self._answer = turned[reader.exchange(turned[byte])]
        if self._spi.clock_frequency > FASTEST_CLOCK or self._spi.spi_mode:
            self.clashes.append("no reader hears this clock")
        self.under_way = True
        self._done.schedule(8e9 / max(1.0, self._spi.clock_frequency))

    def _complete(self) -> None:
        self.under_way = False
        self._spi.complete_transmit(self._answer)
