"""The firmware in its own dialect: plain asserts, and a story that both Pythons must tell alike.

The real MicroPython runs this file with the repository on its path. It also holds what the tests
put in place of the table: pins that can be set, and a strip of paper that passes its sensors.
"""

import os
import struct
import sys

from firmware import lights, readers, roller, scan, settings, wire
from firmware.fit import EMPTY_FIT, Fit
from firmware.panel import Panel
from firmware.room import SIZES, make_room
from firmware.vicinity import coils, inventory, pn5180

WIDTHS = (32, 32, 8)
GUARDED = (True, True, False)
ROLLS = wire.CAN_ROLL | wire.CAN_MARK
FIT = Fit(7, WIDTHS, GUARDED, keys=8, readers=2, lines=(12,), rolls=ROLLS, back=64)
VERSION = 0x9ABC
WELL = (scan.GROUND_SENTINEL, scan.GROUND_SENTINEL, 0)
COUNTS = 200  # of the encoder for a row of the test strip
HALVES = ((wire.CLOCK, 75), (wire.DATA, 180), (wire.HOME, 120))  # 1/1000 row, to either side


class Pins:
    """A Pico on a workbench: what its pins read is set by hand, what it says is kept."""

    board = b"workshop"
    cause = 1

    def __init__(self):
        self.now = 0
        self.words = WELL
        self.counted = (0, 0)
        self.passed = []
        self.polls = []
        self.volts = (5000, 120)
        self.full = False  # the line takes no more
        self.busy = 0  # ms that a look at the readers takes
        self.pictures = []
        self.tones = []
        self.reboots = []
        self.kept = {}
        self.fit = FIT
        self.told = []
        self.worn_out = False  # the disk takes no more
        self.crash = b""
        self.forgiven = 0
        self.silent = 0
        self._down = b""
        self._up = wire.Decoder()
        self._said = []
        self._seq = 0

    def ms(self):
        return self.now

    def us(self):
        return 1000 * self.now

    def levels(self):
        return self.words

    def count(self):
        return self.counted

    def marks(self):
        passed, self.passed = self.passed, []
        return passed

    def tags(self):
        self.now += self.busy
        polls, self.polls = self.polls, []
        return polls

    def supply(self):
        return self.volts

    def show(self, grb):
        self.pictures.append(bytes(grb))

    def sound(self, hertz, volume):
        self.tones.append((self.now, hertz, volume))

    def read(self):
        down, self._down = self._down, b""
        return down

    def write(self, frame):
        if not self.full:
            self._said.extend(self._up.feed(frame))
        return not self.full

    def hurry(self):
        pass

    def keep(self, key, value):
        if self.worn_out:
            raise OSError(28)
        self.kept[key] = value

    def keep_fit(self, told):
        if self.worn_out:
            raise OSError(28)
        self.told.append(told)

    def forget_crash(self):
        self.forgiven += 1

    def reboot(self, loader):
        self.reboots.append(loader)

    def tell(self, kind, *fields):
        """The host says this; its number comes back, for the acknowledgement."""
        return self.send(kind, wire.pack(kind, *fields))

    def send(self, kind, payload):
        self._seq = (self._seq + 1) % 256
        self.bring(wire.encode(kind, self._seq, payload))
        return self._seq

    def bring(self, down):
        """These bytes come down the line."""
        self._down += down

    def lines(self):
        """What the board said since the last look: kind, seq, payload."""
        said, self._said = self._said, []
        return said

    def flip(self, chain, bit):
        """A contact changes: a closed one opens."""
        words = list(self.words)
        words[chain] ^= 1 << bit
        self.words = tuple(words)


def workshop(fit=FIT):
    """A small panel on its pins."""
    pins = Pins()
    pins.fit, pins.words = fit, pins.words[: len(fit.widths)]
    return pins, Panel(pins, VERSION)


def run(pins, panel, ms, pace=5):
    for _ in range(ms // pace):
        panel.step()
        pins.now += pace


def passing(start, end, misread=(), missed=()):
    """The edges that pass the sensors between two places, as (track, level, place), in order."""
    low, high = min(start, end), max(start, end)
    edges = []
    for row in range(low // 1000, high // 1000 + 2):
        for track, half in HALVES:
            if printed(track, row, misread, missed):
                edges += [(1000 * row - half, track, 1), (1000 * row + half, track, 0)]
    inside = sorted([edge for edge in edges if low < edge[0] < high])
    if start <= end:
        return [(track, level, place) for place, track, level in inside]
    return [(track, 1 - level, place) for place, track, level in reversed(inside)]


def printed(track, row, misread, missed):
    if track == wire.HOME:
        return row == 0
    if track == wire.CLOCK:
        return row not in missed
    return roller.track(row) ^ (row in misread)


def wind(strip, start, end, misread=(), missed=(), origin=0):
    """Turn the paper from one place to another; the encoder stood at 0 at the origin."""
    for track, level, place in passing(start, end, misread, missed):
        strip.mark(track, level, (place - origin) * COUNTS // 1000)


def run_of(first, many, colour, manner=0):
    red, green, blue = colour
    return struct.pack(wire.RUN_FORMAT, first, many, red, green, blue, manner)


def contacts_are_believed_when_their_samples_agree():
    scanner = scan.Scanner(WIDTHS, GUARDED)
    scanner.feed(WELL)
    assert list(scanner.feed(WELL)) == [] and scanner.settled
    closed = (scan.GROUND_SENTINEL | 1 << 29, scan.GROUND_SENTINEL, 0x80)
    assert list(scanner.feed(closed)) == [] and not scanner.settled
    assert scanner.feed(closed) == [(29, 1), (71, 1)]
    assert scanner.bits() == b"\0\0\0\x60\0\0\0\x40\x80"
    scanner.feed((1 << 31 | 1 << 30, scan.GROUND_SENTINEL, 0x80))
    assert scanner.faults == 1 and not scanner.bus


def the_strip_finds_its_place():
    strip = roller.Strip(COUNTS)
    wind(strip, 20500, 29500, origin=20500)
    assert strip.trust == wire.LOST
    wind(strip, 29500, 30500, origin=20500)
    assert strip.trust == wire.LOCATED and strip.place(2000) == 30500
    wind(strip, 30500, 500, misread=(20,), origin=20500)
    assert strip.place(-4000) == 500 and strip.slips == 0


def lights_keep_within_the_supply():
    board = lights.Lights(136)
    assert board.take(run_of(0, 136, (255, 255, 255), lights.PULSE))
    board.limit(255, 1000)
    assert lights.current_draw(board.pixels(1000)) <= 1000 < 136 * 48
    assert not board.take(run_of(130, 10, (0, 200, 0)) + b"torn")
    assert board.pixels(0)[-3] > 0 and board.pixels(0)[-1] == 0


def a_tag_is_gone_after_three_misses():
    reader = readers.Reader()
    polls = (b"plane", None, None, b"plane", None, None, None)
    looks = [(uid,) if uid else () for uid in polls]
    told = [list(reader.feed(found, 50 * at)) for at, found in enumerate(looks)]
    assert told == [[(1, b"plane")], [], [], [], [], [], [(0, b"plane")]]


def what_is_broken_is_dropped():
    decoder = wire.Decoder()
    good = wire.encode(wire.PING, 9)
    assert decoder.feed(b"\x05ab\0" + good[:2]) == [] and decoder.broken == 1
    assert decoder.feed(good[2:]) == [(wire.PING, 9, b"")]


def what_is_told_of_a_panel_is_kept_whole_or_not_at_all():
    path = "kept/test.json"
    keeper = settings.Keeper(path)
    assert keeper.fit is EMPTY_FIT
    keeper.keep_fit(FIT.packed())
    keeper.keep(wire.DEBOUNCE, 3)
    again = settings.Keeper(path)
    assert again.fit.packed() == FIT.packed() and again.fit.guarded == GUARDED
    assert again.kept == {wire.DEBOUNCE: 3}
    with open(path, "w") as file:
        file.write('{"fit": "0700"}')
    assert settings.Keeper(path).fit is EMPTY_FIT
    os.remove(path)


def story():
    """A sitting as one hears and sees it from the host's end, in lines of text."""
    pins, panel = workshop()
    script = (
        lambda: pins.tell(wire.PING),
        lambda: pins.tell(wire.GREET, wire.PROTOCOL),
        lambda: pins.flip(1, 3),
        lambda: pins.tell(wire.LEDS, run_of(1, 4, (200, 100, 50), 1) + run_of(9, 9, (9, 0, 0))),
        lambda: pins.tell(wire.LIMIT, 128, 30),
        lambda: pins.tell(wire.CONFIGURE, wire.COUNTS_PER_ROW, COUNTS),
        lambda: pins.tell(wire.CONFIGURE, wire.PLACE, 500),
        lambda: turn(pins, 500, 9500),
        lambda: pins.polls.extend([(1, (b"\4abcdef",)), (0, ())]),
        lambda: pins.flip(0, 30),
        lambda: pins.tell(wire.TEST, 71),
        lambda: pins.tell(wire.LEDS, run_of(0, 12, (9, 9, 9))),
        lambda: pins.tell(wire.TONES, 99, struct.pack("<HHHH", 440, 100, 0, 50)),
        lambda: pins.tell(wire.GREET, 200),
        lambda: pins.tell(wire.FIT, FIT.packed()),
        lambda: pins.tell(wire.FIT, FIT.packed()[:-1]),
        lambda: pins.tell(wire.FIT, Fit(9, (32,), (True,), lines=(4,)).packed()),
    )
    for act in script:
        act()
        run(pins, panel, 1200)
        for kind, seq, payload in pins.lines():
            yield str(seq) + " " + wire.message_text(kind, payload)
        yield "shown " + " ".join([picture.hex() for picture in pins.pictures[-2:]])
    run(pins, panel, 4000)
    yield "alone " + pins.pictures[-1].hex()


def turn(pins, start, end):
    """The paper goes this far within one pass, as if the board had been busy; it counted 0."""
    for track, level, place in passing(start, end):
        pins.passed.append((pins.now, track, level, (place - start) * COUNTS // 1000))
    pins.counted = ((end - start) * COUNTS // 1000, 2)


def vectors():
    """Frames of every length a frame may have, and what is made of broken ones."""
    for size in range(wire.LONGEST_FRAME - 6):
        for pattern in (
            bytes(size),
            b"\xff" * size,
            bytes([size * at % 251 for at in range(size)]),
        ):
            frame = wire.encode(size, size ^ 0xFF, pattern)
            yield frame.hex()
            yield unstuffed(frame[: size // 2])
            yield unstuffed(bytes([byte + 1 & 0xFF or 1 for byte in frame]))


def unstuffed(frame):
    try:
        return wire.unstuff(frame).hex()
    except wire.DecodeError:
        return "-"


class Air:
    """A bus on which no tag ever answers, nor does the chip refuse anything."""

    def __init__(self):
        self.now = 0
        self.heard = []

    def us(self):
        return self.now

    def ready(self):
        return True

    def send(self, frame):
        self.heard.append(frame)

    def take(self, count):
        return bytes(count)


def a_round_of_slots_tells_who_lies_over_a_coil():
    tags = [bytes((0xE0, 4, 1, 80, 0, 0, low, 0x30)) for low in (0x12, 0x22, 0x35)]
    look = inventory.Inventory()
    while look.wish() is not None:
        what, of = look.wish()
        if what == inventory.HUSH:
            tags = [tag for tag in tags if tag != of]
            look.hushed()
            continue
        if what == inventory.CALL:
            look.called(b"")
            continue
        slots = [[tag for tag in tags if inventory.would_answer(tag, of, at)] for at in range(16)]
        look.heard([(one[0] if len(one) == 1 else b"") if one else None for one in slots])
    assert len(look.found) == 3 and look.whole, look.found
    bus = Air()
    reader = pn5180.Pn5180(bus, coils.Coils(5, 2, lambda coil: None))
    looks = []
    while not looks:
        bus.now += 500
        looks = reader.step(bus.now // 1000)
    assert looks == ((5, ()),) and bus.heard.count(b"\x09\x00\x26\x01\x00") == 1, bus.heard


class Named:
    """An object with as many attributes as a test wants."""

    def __init__(self, count):
        for number in range(count):
            setattr(self, f"name{number}", number)


def a_full_dictionary_gets_room():
    for count in SIZES:
        full, roomy = Named(count), Named(count + 1)
        make_room(full)
        assert len(full.__dict__) == count + 1, count
        make_room(roomy)
        assert len(roomy.__dict__) == count + 1 + (count + 1 in SIZES), count


ASSERTIONS = (
    a_full_dictionary_gets_room,
    a_round_of_slots_tells_who_lies_over_a_coil,
    contacts_are_believed_when_their_samples_agree,
    the_strip_finds_its_place,
    lights_keep_within_the_supply,
    a_tag_is_gone_after_three_misses,
    what_is_broken_is_dropped,
    what_is_told_of_a_panel_is_kept_whole_or_not_at_all,
)

if __name__ == "__main__":
    for assertion in ASSERTIONS:
        assertion()
    for line in story() if "story" in sys.argv else vectors():
        sys.stdout.write(line + "\n")
