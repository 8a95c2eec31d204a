"""A PN5180 over switched coils, driven in small steps: none of them waits for the chip.

The bus moves bytes; on the Pico that is SPI with a select line of its own, and the BUSY line.

    bus.ready()      BUSY is low: it may be talked to
    bus.send(frame)
    bus.take(count)  so many bytes of its answer
    bus.us()         for short times: steps back to 0 after 2 ** 30

Commands and registers are those of the data sheet (PN5180A0XX, 11.4.3.3 and 11.9); how the sixteen
slots of ISO 15693 are gone through is NXP's AN12650: the end of frame alone begins the next slot.
A look is a generator: it yields what it says and how long the answer is, or the us to wait.
"""

import struct

from firmware.pn532 import ANSWER_TIMEOUT, RETRY_AFTER
from firmware.vicinity.inventory import ASK, CALL, GARBLED, NOBODY, SLOTS, UID_BYTES, Inventory

WRITE, WRITE_AND, WRITE_MANY, READ = 0x00, 0x02, 0x03, 0x04
SEND_DATA, READ_DATA = 0x09, 0x0A
LOAD_RF_CONFIG, RF_ON, RF_OFF = 0x11, 0x16, 0x17
SYSTEM_CONFIG, IRQ_STATUS, IRQ_CLEAR, RX_STATUS, TX_CONFIG = 0x00, 0x02, 0x03, 0x13, 0x18

RX_DONE, RX_BEGUN, GENERAL_ERROR = 1 << 0, 1 << 14, 1 << 17  # of IRQ_STATUS
RX_WRONG = 7 << 16  # of RX_STATUS: its checksum, its form, a collision
RX_BYTES = 0x1FF
DEAD = 0xFFFFFFFF  # what an undriven line reads

# One subcarrier, 26 kbit/s; the first has 16 slots, the second one; the third names a tag.
INVENTORY, ANYBODY, STAY_QUIET = b"\x06\x01", b"\x26\x01\x00", b"\x22\x02"
ANSWER_BYTES = 2 + UID_BYTES  # bytes: flags, storage format, number; the chip keeps the checksum

# us, all of them
# Until a tag in a new field is awake: 1000 by ISO 15693-2, the coil's switch included
WAKE_US = 2500
OFF = 6000  # without a field, after which every tag listens again
SLOT_US = 700  # from an end of frame to an answer that has begun: 321 and 151 by ISO 15693-3
LONGEST_ANSWER = 8000  # that an answer may last; it has 12 bytes, 3800
POLL_GAP = 800  # between two polls for completion
BYTE_SENT = 310  # per byte sent
TICK_MASK = (1 << 30) - 1
TALKS = 4  # transfers per step: about 1 ms


def write_register(register, value, how=WRITE):
    return struct.pack("<BBI", how, register, value), 0


def write_registers(*changes):
    """Write several registers: each set, or with bits set or cleared."""
    return bytes((WRITE_MANY,)) + b"".join([struct.pack("<BBI", *one) for one in changes]), 0


def read_register(register):
    return bytes((READ, register)), 4


RF_15693 = bytes((LOAD_RF_CONFIG, 0x0D, 0x8D)), 0  # 100 % modulation, 26 kbit/s each way
FIELD_ON, FIELD_OFF = (bytes((RF_ON, 0)), 0), (bytes((RF_OFF, 0)), 0)
SET, SET_BITS, CLEAR_BITS = 1, 2, 3
BEGIN_TRANSCEIVE = write_registers(  # all interrupts cleared, idle, and from there ready to send
    (IRQ_CLEAR, SET, 0x000FFFFF),
    (SYSTEM_CONFIG, CLEAR_BITS, 0xFFFFFFF8),
    (SYSTEM_CONFIG, SET_BITS, 3),
)
END_ONLY = write_register(TX_CONFIG, 0xFFFFFB3F, WRITE_AND)  # neither start of frame nor data


def pack_nibbles(mask):
    """Return a mask of nibbles, lowest first, after its length in bits."""
    even = mask + (0,) * (len(mask) % 2)
    pairs = [even[at] | even[at + 1] << 4 for at in range(0, len(even), 2)]
    return bytes([4 * len(mask)] + pairs)


def backwards(uid):
    """Return the number as it is sent: last byte first."""
    return bytes(reversed(uid))


def sending(frame):
    """Send a frame; an empty one is only an end of frame."""
    yield BEGIN_TRANSCEIVE
    yield bytes((SEND_DATA, 0)) + frame, 0


def registered(register):
    """Return the content of this register."""
    answer = yield read_register(register)
    value = struct.unpack("<I", answer)[0]
    if value == DEAD:
        raise ValueError("nobody")
    return value


def slot():
    """Return this slot's number, None or GARBLED."""
    yield SLOT_US
    status = yield from registered(IRQ_STATUS)
    for _ in range(LONGEST_ANSWER // POLL_GAP):
        if not status & RX_BEGUN or status & (RX_DONE | GENERAL_ERROR):
            break
        yield POLL_GAP
        status = yield from registered(IRQ_STATUS)
    if status & GENERAL_ERROR:
        raise ValueError("refused")
    if not status & (RX_BEGUN | RX_DONE):
        return NOBODY
    return (yield from received()) if status & RX_DONE else GARBLED


def received():
    """Return the number received, or GARBLED."""
    status = yield from registered(RX_STATUS)
    if status & RX_WRONG or status & RX_BYTES < ANSWER_BYTES:
        return GARBLED
    answer = yield bytes((READ_DATA, 0)), ANSWER_BYTES
    return GARBLED if answer[0] & 1 else backwards(answer[2:ANSWER_BYTES])


def calling(tx):
    """Return the single slot's content."""
    yield write_register(TX_CONFIG, tx)
    yield from sending(ANYBODY)
    yield BYTE_SENT * (len(ANYBODY) + 2)
    return (yield from slot())


def asking(mask, tx):
    """Return the content of 16 slots; `tx` is TX_CONFIG for a whole frame."""
    frame = INVENTORY + pack_nibbles(mask)
    yield write_register(TX_CONFIG, tx)
    yield from sending(frame)
    yield BYTE_SENT * (len(frame) + 2)
    heard = []
    for at in range(SLOTS):
        if at == 1:
            yield END_ONLY
        if at:
            yield from sending(b"")
        heard.append((yield from slot()))
    return heard


def hushing(uid, tx):
    """Silence this tag until its field is off; it does not answer."""
    frame = STAY_QUIET + backwards(uid)
    yield write_register(TX_CONFIG, tx)
    yield from sending(frame)
    yield BYTE_SENT * (len(frame) + 2) + SLOT_US


def look_at_coil(inventory, tx):
    """Look at the selected coil; return what it found."""
    yield FIELD_ON
    yield WAKE_US
    wish = inventory.wish()
    while wish is not None:
        if wish[0] == CALL:
            inventory.called((yield from calling(tx)))
        elif wish[0] == ASK:
            inventory.heard((yield from asking(wish[1], tx)))
        else:
            yield from hushing(wish[1], tx)
            inventory.hushed()
        wish = inventory.wish()
    yield FIELD_OFF
    yield OFF


class Pn5180:
    """One chip, with its coils in turn. `step` makes TALKS short transfers at most."""

    waking = False  # its select line never blocks the bus
    steps = 3  # in a row, before another chip has its turn

    def __init__(self, bus, coils):
        self.silent = False  # it failed to answer repeatedly
        self.hung = False  # it needs a reset
        self._bus = bus
        self._coils = coils
        self._tries = 0
        self._retry_at = 0
        self._script = None
        self._stop(0)

    def restart(self, ms):
        """Set the chip up again, after a pulse of its reset line."""
        self.hung = False
        self._retry_at = ms
        self._stop(ms)

    def step(self, ms):
        """Return the completed looks, as (reader, tags)."""
        if ms < self._retry_at:
            return ()
        try:
            return self._step(ms)
        except ValueError:
            self._fail(ms)
        return ()

    def _step(self, ms):
        for _ in range(TALKS):
            if (self._bus.us() - self._began) & TICK_MASK < self._wait:
                return ()
            self._wait = 0
            if not self._bus.ready():
                if ms - self._since > ANSWER_TIMEOUT:
                    raise ValueError("busy")
                return ()
            self._since = ms
            found = self._talk(ms)
            if found:
                return found
        return ()

    def _talk(self, ms):
        """Send a command or take an answer; return a completed look."""
        answer = None
        if self._owed:
            answer, self._owed = self._bus.take(self._owed), 0
        try:
            wish = self._following(answer)
        except StopIteration:
            return self._complete()
        if isinstance(wish, int):
            self._began, self._wait = self._bus.us(), wish
        else:
            self._bus.send(wish[0])
            self._owed = wish[1]
        return ()

    def _following(self, answer):
        if self._script is None:
            self._script = self._look()
        return self._script.send(answer)

    def _look(self):
        """Set the chip up if necessary; then look at the next coil."""
        if self._tx is None:
            yield FIELD_OFF  # if an answer is pending, this transfer fetches it
            yield RF_15693
            self._tx = yield from registered(TX_CONFIG)
        self._at = self._coils.choose()
        self._inventory = Inventory(self._coils.before(self._at))
        yield from look_at_coil(self._inventory, self._tx)

    def _complete(self):
        self._script = None
        self._tries = 0
        self.silent = False
        return (self._coils.complete(self._at, self._inventory.found, self._inventory.whole),)

    def _stop(self, ms):
        """Cancel the look; TX_CONFIG must be read again."""
        self._script = self._tx = None
        self._owed = 0
        self._since = ms
        self._began = self._wait = 0

    def _fail(self, ms):
        """Retry; report and reset it from the second failure on."""
        self.silent = self._tries > 0
        self.hung = self.silent and not self._tries & self._tries + 1
        self._retry_at = ms + RETRY_AFTER[min(self._tries, len(RETRY_AFTER) - 1)]
        self._tries += 1
        self._stop(self._retry_at)
