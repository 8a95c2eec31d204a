"""One PN532 reader, driven in small steps: none of them waits for the chip.

Its bus moves bytes; on the Pico that is SPI with a select line of its own.

    bus.wake(), bus.rest()  hold the select line down, which wakes a sleeping chip; let it go
    bus.ready()             the chip has something to say
    bus.send(frame), bus.take(count)
"""

HOST, CHIP = 0xD4, 0xD5
ACK = b"\x00\x00\xff\x00\xff\x00"
LONGEST = 32  # bytes of an answer: one target with its history bytes

SAM, RF, LIST = 0x14, 0x32, 0x4A
NORMAL = (SAM, b"\x01\x14\x01")  # SAMConfiguration: no secure module
RETRIES = (RF, b"\x05\xff\x01\x01")  # RFConfiguration: look twice for a tag, then say there is none
LOOK = (LIST, b"\x01\x00")  # InListPassiveTarget: one target, 106 kbit/s type A
SETTING_UP = (NORMAL, RETRIES)

PATIENCE = 150  # ms for an answer; two looks at an empty field take some 20
BACK_OFF = (250, 500, 1000, 2000, 4000)  # ms before a silent reader is tried again

ASLEEP, WAKING, IDLE, SENT, HEARD = 0, 1, 2, 3, 4


def framed(command, parameters=b""):
    """A command as it travels."""
    body = bytes((HOST, command)) + parameters
    head = bytes((0, 0, 0xFF, len(body), -len(body) & 0xFF))
    return head + body + bytes((-sum(body) & 0xFF, 0))


def answered(frame, command):
    """What this frame says in answer to a command; ValueError when it does not."""
    start = frame.find(b"\x00\xff")
    size = frame[start + 2] if 0 <= start < len(frame) - 3 else 0
    body = frame[start + 4 : start + 5 + size]
    if size < 2 or len(body) <= size or (size + frame[start + 3]) & 0xFF or sum(body) & 0xFF:
        raise ValueError("torn")
    if body[0] != CHIP or body[1] != command + 1:
        raise ValueError("not the answer")
    return body[2:size]


def uid(answer):
    """The tag in an answer to LOOK; None when it found none."""
    if not answer or not answer[0]:
        return None
    size = answer[5] if len(answer) > 5 else 0
    if not 4 <= size <= len(answer) - 6:
        raise ValueError("no uid")
    return bytes(answer[6 : 6 + size])


class Pn532:
    """Polls for a tag over and over. `step` costs one short talk on the bus at most."""

    def __init__(self, bus):
        self.silent = False  # it did not answer, however often it was tried
        self._bus = bus
        self._stage = ASLEEP
        self._since = 0
        self._tries = 0
        self._plan = ()
        self._retry_at = None

    @property
    def waking(self):
        """Its select line is down: nobody else may be talked to."""
        return self._stage == WAKING

    def step(self, ms):
        """(True, uid or None) when a poll is complete, else (False, None)."""
        try:
            return self._step(ms)
        except ValueError:
            self._fail(ms)
        return False, None

    def _step(self, ms):
        if self._stage == ASLEEP:
            self._wake(ms)
        elif self._stage == WAKING:
            self._bus.rest()
            self._plan = SETTING_UP
            self._stage = IDLE
        elif self._stage == IDLE:
            self._ask(ms)
        elif self._bus.ready():
            return self._hear()
        elif ms - self._since > PATIENCE:
            raise ValueError("silent")
        return False, None

    def _wake(self, ms):
        if self._retry_at is None or ms >= self._retry_at:
            self._bus.wake()
            self._stage = WAKING

    def _ask(self, ms):
        self._bus.send(framed(*self._command()))
        self._since = ms
        self._stage = SENT

    def _command(self):
        return self._plan[0] if self._plan else LOOK

    def _hear(self):
        """First the acknowledgement, then the answer."""
        if self._stage == SENT:
            if self._bus.take(len(ACK)) != ACK:
                raise ValueError("not acknowledged")
            self._stage = HEARD
            return False, None
        answer = answered(self._bus.take(LONGEST), self._command()[0])
        self._stage = IDLE
        if self._plan:
            self._plan = self._plan[1:]
            return False, None
        self._tries = 0
        self.silent = False
        return True, uid(answer)

    def _fail(self, ms):
        """Once may be noise; a second time in a row it is told."""
        self.silent = self._tries > 0
        self._retry_at = ms + BACK_OFF[min(self._tries, len(BACK_OFF) - 1)]
        self._tries += 1
        self._stage = ASLEEP


class Readers:
    """All readers in turn, one short talk in each pass."""

    def __init__(self, buses):
        self.silent = 0  # a bit each
        self._readers = [Pn532(bus) for bus in buses]
        self._next = 0

    def tags(self, ms):
        """(reader, uid or None) of a poll that is complete."""
        if not self._readers:
            return ()
        number = self._next
        reader = self._readers[number]
        done, uid = reader.step(ms)
        if not reader.waking:
            self._next = (number + 1) % len(self._readers)
        bit = 1 << number
        self.silent = self.silent | bit if reader.silent else self.silent & ~bit
        return ((number, uid),) if done else ()
