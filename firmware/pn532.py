"""PN532 readers, driven in small steps: none of them waits for the chip.

The bus of each moves bytes; on the Pico that is SPI with a select line of its own.

    bus.wake(), bus.rest()  hold the select line down, which wakes a sleeping chip; let it go
    bus.ready()             the chip has something to say
    bus.send(frame), bus.take(count)

What it is asked for depends on its field: one tag at a time, or all tags at each of its antennas.
"""

from firmware.readers import MISSES

HOST, CHIP = 0xD4, 0xD5
ACK = b"\x00\x00\xff\x00\xff\x00"
LONGEST = 32  # bytes of an answer: one target with its history bytes

PATIENCE = 150  # ms for an answer; two looks at an empty field take some 20
BACK_OFF = (250, 500, 1000, 2000, 4000)  # ms before a silent reader is tried again

WAKE = 2  # ms that the select line is held down
LONGEST_UID = 10  # bytes, by ISO 14443-3
STACK = 64  # tags at one antenna; a chip that finds more invents them
GUARD = 5  # ms a tag may take to wake when its field comes on

ASLEEP, WAKING, IDLE, SENT, HEARD = 0, 1, 2, 3, 4


def framed(command, parameters=b""):
    """A command as it travels."""
    body = bytes((HOST, command)) + parameters
    head = bytes((0, 0, 0xFF, len(body), -len(body) & 0xFF))
    return head + body + bytes((-sum(body) & 0xFF, 0))


def asked(command, parameters):
    """A command with its frame, made once."""
    return command, framed(command, parameters)


SAM, RF, DESELECT, LIST = 0x14, 0x32, 0x44, 0x4A
NORMAL = asked(SAM, b"\x01\x14\x01")  # SAMConfiguration: no secure module
TWICE = asked(RF, b"\x05\xff\x01\x01")  # RFConfiguration: look twice for a tag, then say none
ONCE = asked(RF, b"\x05\xff\x01\x00")
LOOK = asked(LIST, b"\x01\x00")  # InListPassiveTarget: one target, 106 kbit/s type A
HALT = asked(DESELECT, b"\x00")  # InDeselect: the tag is silent until its field has been off


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
    if not 4 <= size <= min(LONGEST_UID, len(answer) - 6):
        raise ValueError("no uid")
    return bytes(answer[6 : 6 + size])


class Field:
    """A reader with a field of its own: one tag at each look."""

    setting_up = (NORMAL, TWICE)
    hurried = False  # the next question need not follow in the same step

    def __init__(self, number):
        self._number = number

    def command(self, ms):
        """What to ask the chip now; None when it is to wait."""
        return LOOK

    def take(self, command, answer):
        """What is complete with this answer, as (reader, tags)."""
        tag = uid(answer)
        return ((self._number, () if tag is None else (tag,)),)

    def drop(self):
        """The chip has fallen silent."""


class Antennas:
    """Antennas that one chip is switched to in turn: at each, all tags of a stack, one by one.

    A tag that was listed is halted, and stays silent until its antenna has been off: so no
    antenna is looked at twice running. Every other look goes where something has just changed.
    """

    setting_up = (NORMAL, ONCE)
    hurried = True

    def __init__(self, first, count, switch):
        self._first = first  # the number of its first antenna among all readers
        self._count = count
        self._switch = switch
        self._next = 0
        self._again = []  # antennas to be looked at before their turn
        self._lying = {}  # antenna: the tags found there, where there are any
        self._at = None
        self.drop()

    def command(self, ms):
        if not self._on:
            self._at = self._chosen()
            self._switch(self._at)
            self._on = True
            self._since = ms
        if ms - self._since < GUARD:
            return None
        return HALT if self._held else LOOK

    def take(self, command, answer):
        """A tag that answers though it was halted ends the look too, or it would have no end."""
        if command == HALT:
            self._held = False
            return ()
        tag = uid(answer)
        if tag is not None and tag not in self._found and len(self._found) < STACK:
            self._found.append(tag)
            self._held = True
            return ()
        return (self._complete(),)

    def drop(self):
        self._on = False  # an antenna is switched on, and looked at
        self._since = 0
        self._held = False  # a tag is selected
        self._found = []

    def _chosen(self):
        if self._again and self._again[0] != self._at:
            return self._again.pop(0)
        chosen = self._next
        if chosen == self._at:
            chosen = (chosen + 1) % self._count
        self._next = (chosen + 1) % self._count
        return chosen

    def _complete(self):
        at, found = self._at, tuple(sorted(self._found))
        if found != self._lying.get(at, ()):
            self._again = [other for other in self._again if other != at] + [at] * MISSES
        if found:
            self._lying[at] = found
        else:
            self._lying.pop(at, None)
        self.drop()
        return self._first + at, found


class Pn532:
    """One chip, asked one thing after another. `step` costs two short talks at most."""

    def __init__(self, bus, field):
        self.silent = False  # it did not answer, however often it was tried
        self._bus = bus
        self._field = field
        self._stage = ASLEEP
        self._since = 0
        self._tries = 0
        self._plan = ()
        self._command = None
        self._retry_at = None

    @property
    def waking(self):
        """Its select line is down: nobody else may be talked to."""
        return self._stage == WAKING

    def step(self, ms):
        """(reader, tags) of each look that is complete."""
        try:
            return self._step(ms)
        except ValueError:
            self._fail(ms)
        return ()

    def _step(self, ms):
        if self._stage == ASLEEP:
            self._wake(ms)
        elif self._stage == WAKING:
            if ms - self._since < WAKE:
                return ()
            self._bus.rest()
            self._plan = self._field.setting_up
            self._stage = IDLE
        elif self._stage == IDLE:
            self._ask(ms)
        elif self._bus.ready():
            return self._hear(ms)
        elif ms - self._since > PATIENCE:
            raise ValueError("silent")
        return ()

    def _wake(self, ms):
        if self._retry_at is None or ms >= self._retry_at:
            self._bus.wake()
            self._since = ms
            self._stage = WAKING

    def _ask(self, ms):
        self._command = self._plan[0] if self._plan else self._field.command(ms)
        if self._command is not None:
            self._bus.send(self._command[1])
            self._since = ms
            self._stage = SENT

    def _hear(self, ms):
        """First the acknowledgement, then the answer."""
        if self._stage == SENT:
            if self._bus.take(len(ACK)) != ACK:
                raise ValueError("not acknowledged")
            self._stage = HEARD
            return ()
        answer = answered(self._bus.take(LONGEST), self._command[0])
        self._stage = IDLE
        if self._plan:
            self._plan = self._plan[1:]
            return ()
        self._tries = 0
        self.silent = False
        found = self._field.take(self._command, answer)
        if self._field.hurried:
            self._ask(ms)
        return found

    def _fail(self, ms):
        """Once may be noise; a second time in a row it is told."""
        self.silent = self._tries > 0
        self._retry_at = ms + BACK_OFF[min(self._tries, len(BACK_OFF) - 1)]
        self._tries += 1
        self._stage = ASLEEP
        self._field.drop()


class Chips:
    """All PN532s in turn, one step at each call."""

    def __init__(self, chips):
        self.silent = 0  # a bit each
        self._chips = chips
        self._next = 0

    def tags(self, ms):
        """(reader, tags) of each look that is complete."""
        if not self._chips:
            return ()
        number = self._next
        chip = self._chips[number]
        found = chip.step(ms)
        if not chip.waking:
            self._next = (number + 1) % len(self._chips)
        bit = 1 << number
        self.silent = self.silent | bit if chip.silent else self.silent & ~bit
        return found
