"""PN532 readers, driven in small steps: none of them waits for the chip.

The bus of each moves bytes; on the Pico that is SPI with a select line of its own.

    bus.wake(), bus.rest()  hold the select line down, which wakes a sleeping chip; let it go
    bus.ready()             the chip has something to say
    bus.send(frame)
    bus.take(count, more)   so many bytes, and as many as more(bytes) says are still to come

What it is asked for depends on its field: one tag at a time, or all tags at each of its antennas.
"""

from firmware.readers import MISSES

HOST, CHIP = 0xD4, 0xD5
ACK_FRAME = b"\x00\x00\xff\x00\xff\x00"
ONE_TAG_ANSWER = 32  # bytes of an answer with one tag; a phone or a bank card sends more

ANSWER_TIMEOUT = 150  # ms for an answer; two looks at an empty field take some 20
RETRY_AFTER = (250, 500, 1000, 2000, 4000)  # ms before a silent reader is tried again

WAKE = 2  # ms that the select line is held down
LONGEST_UID = 10  # bytes, by ISO 14443-3
MOST_IN_STACK = 64  # tags at one antenna; a chip that finds more invents them
REPEATS = 3  # halted tags that may answer again in a look, before tags are called by number
MOST_CALLED = 16  # most tags that are called by number
CASCADE = b"\x88"  # before each part of a longer number, by ISO 14443-3
RESET_MS = 10  # ms that the reset line is held down, and ms from there until a chip listens
WAKE_MS = 5  # ms a tag may take to wake when its field comes on

ASLEEP, WAKING, IDLE, SENT, HEARD = 0, 1, 2, 3, 4


def frame_command(command, parameters=b""):
    """Return the frame of a command."""
    body = bytes((HOST, command)) + parameters
    head = bytes((0, 0, 0xFF, len(body), -len(body) & 0xFF))
    return head + body + bytes((-sum(body) & 0xFF, 0))


def command_frame(command, parameters):
    """Return a command with its frame, so that the frame is made once."""
    return command, frame_command(command, parameters)


SAM, RF, DESELECT, LIST = 0x14, 0x32, 0x44, 0x4A
NORMAL = command_frame(SAM, b"\x01\x14\x01")  # SAMConfiguration: no secure module
POLL_TWICE = command_frame(
    RF, b"\x05\xff\x01\x01"
)  # RFConfiguration: look twice for a tag, then say none
POLL_ONCE = command_frame(RF, b"\x05\xff\x01\x00")
LIST_ONE = command_frame(LIST, b"\x01\x00")  # InListPassiveTarget: one target, 106 kbit/s type A
HALT = command_frame(
    DESELECT, b"\x00"
)  # InDeselect: the tag is silent until its field has been off


def beyond(frame):
    """Return how many bytes of this frame are missing."""
    start = frame.find(b"\x00\xff")
    if not 0 <= start < len(frame) - 3 or (frame[start + 2] + frame[start + 3]) & 0xFF:
        return 0
    return max(0, start + 5 + frame[start + 2] - len(frame))


def nothing_more(frame):
    return 0


def list_tag(tag):
    """Return the InListPassiveTarget for one tag, by its number."""
    if len(tag) > 4:
        tag = CASCADE + (tag[:3] + CASCADE + tag[3:] if len(tag) > 7 else tag)
    return command_frame(LIST, b"\x01\x00" + tag)


def answered(frame, command):
    """Return the data of an answer to a command; ValueError if it is none."""
    start = frame.find(b"\x00\xff")
    size = frame[start + 2] if 0 <= start < len(frame) - 3 else 0
    body = frame[start + 4 : start + 5 + size]
    if size < 2 or len(body) <= size or (size + frame[start + 3]) & 0xFF or sum(body) & 0xFF:
        raise ValueError("torn")
    if body[0] != CHIP or body[1] != command + 1:
        raise ValueError("not the answer")
    return body[2:size]


def tag_in_answer(answer):
    """Return the tag in an answer to LIST_ONE, or None."""
    if not answer or not answer[0]:
        return None
    size = answer[5] if len(answer) > 5 else 0
    if not 4 <= size <= min(LONGEST_UID, len(answer) - 6):
        raise ValueError("no uid")
    return bytes(answer[6 : 6 + size])


class Field:
    """A reader with one field: one tag at each look."""

    setting_up = (NORMAL, POLL_TWICE)
    hurried = False  # the next question need not follow in the same step

    def __init__(self, number):
        self._number = number

    def command(self, ms):
        """Return the next command for the chip."""
        return LIST_ONE

    def take(self, command, answer):
        """Return the completed looks, as (reader, tags)."""
        tag = tag_in_answer(answer)
        return ((self._number, () if tag is None else (tag,)),)

    def drop(self):
        """Forget the look under way: the chip is silent."""


class Antennas:
    """Antennas that one chip is switched to in turn: each look finds all tags of one.

    A listed tag is halted until its antenna has been off, so no antenna is looked at twice in a
    row. Every other look goes where tags have just changed. A tag that does not halt hides others:
    tags that may be there are then called by number.
    """

    setting_up = (NORMAL, POLL_ONCE)
    hurried = True

    def __init__(self, first, count, switch):
        self._first = first  # the number of its first antenna among all readers
        self._count = count
        self._switch = switch
        self._next = 0
        self._again = []  # antennas to be looked at before their turn
        self._lying = {}  # antenna: the tags found there, where there are any
        self._gone = []  # tags that have left their antenna
        self._at = None
        self.drop()

    def command(self, ms):
        if not self._on:
            self._at = self._chosen()
            self._switch(self._at)
            self._on = True
            self._since = ms
        if ms - self._since < WAKE_MS:
            return None
        if self._held:
            return HALT
        return list_tag(self._names[-1]) if self._names else LIST_ONE

    def take(self, command, answer):
        if command == HALT:
            self._held = False
            return ()
        tag = tag_in_answer(answer)
        self._held = tag is not None
        named = bool(self._names)
        if named:
            self._names.pop()
        elif tag in self._found:
            self._repeats += 1
            if self._repeats == REPEATS:
                self._names = self._hidden()
        if tag is not None and tag not in self._found:
            self._found.append(tag)
        return () if self._goes_on(tag, named) else (self._complete(),)

    def _goes_on(self, tag, named):
        """False if no tag answered, or all hidden ones were called."""
        if self._names:
            return True
        if tag is None or named:
            return False
        return len(self._found) < MOST_IN_STACK and self._repeats < REPEATS

    def _hidden(self):
        """Return the tags that may be hidden by one that does not halt."""
        here = [tag for tag in self._lying.get(self._at, ()) if tag not in self._found]
        return (self._gone + here)[-MOST_CALLED:]

    def drop(self):
        self._on = False  # an antenna is switched on, and looked at
        self._since = 0
        self._held = False  # a tag is selected
        self._found = []
        self._repeats = 0
        self._names = []  # tags to call, last first

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
        before = self._lying.get(at, ())
        if found != before:
            self._miss(before, found)
            self._again = [other for other in self._again if other != at] + [at] * MISSES
        if found:
            self._lying[at] = found
        else:
            self._lying.pop(at, None)
        self.drop()
        return self._first + at, found

    def _miss(self, before, found):
        gone = [tag for tag in self._gone if tag not in found and tag not in before]
        self._gone = (gone + [tag for tag in before if tag not in found])[-MOST_CALLED:]


class Pn532:
    """One chip and its commands. `step` takes two short transfers at most."""

    steps = 1  # in a row, before another chip has its turn

    def __init__(self, bus, field):
        self.silent = False  # it failed to answer repeatedly
        self.hung = False  # it needs a reset
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
        """True if its select line is down, so that the bus is taken."""
        return self._stage == WAKING

    def restart(self, ms):
        """Set the chip up again, after a pulse of its reset line."""
        self.hung = False
        self._stage = ASLEEP
        self._retry_at = ms
        self._field.drop()

    def step(self, ms):
        """Return the completed looks, as (reader, tags)."""
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
        elif ms - self._since > ANSWER_TIMEOUT:
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
        """Read the acknowledgement, then the answer."""
        if self._stage == SENT:
            if self._bus.take(len(ACK_FRAME), nothing_more) != ACK_FRAME:
                raise ValueError("not acknowledged")
            self._stage = HEARD
            return ()
        answer = answered(self._bus.take(ONE_TAG_ANSWER, beyond), self._command[0])
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
        """Retry; report and reset the chip from the second failure on.

        All readers share the reset line, so it is pulled less often each time.
        """
        self.silent = self._tries > 0
        self.hung = self.silent and not self._tries & self._tries + 1
        self._retry_at = ms + RETRY_AFTER[min(self._tries, len(RETRY_AFTER) - 1)]
        self._tries += 1
        self._stage = ASLEEP
        self._field.drop()


class Chips:
    """All chips in turn, a step per call; `reset` sets their common reset line."""

    def __init__(self, chips, reset):
        self.silent = 0  # a bit each
        self._chips = chips
        self._next = 0
        self._steps = 0  # made by the current chip in its turn
        self._reset = reset
        self._down = None  # ms at which the reset line was pulled
        self._fresh = True  # a previous run may have been reset in mid-answer

    def tags(self, ms):
        """Return the completed looks, as (reader, tags)."""
        if not self._chips:
            return ()
        if self._fresh:
            self._fresh = False
            self._pull(ms)
        if self._down is not None:
            self._let_go(ms)
            return ()
        number = self._next
        chip = self._chips[number]
        found = chip.step(ms)
        self._steps += 1
        if not chip.waking and self._steps >= chip.steps:
            self._next, self._steps = (number + 1) % len(self._chips), 0
        bit = 1 << number
        self.silent = self.silent | bit if chip.silent else self.silent & ~bit
        if chip.hung:
            self._pull(ms)
        return found

    def _pull(self, ms):
        self._reset(0)
        self._down = ms

    def _let_go(self, ms):
        if ms - self._down >= RESET_MS:
            self._reset(1)
            self._down = None
            for chip in self._chips:
                chip.restart(ms + RESET_MS)
