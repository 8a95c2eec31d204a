"""A pass of the firmware, without pins: contacts, strip, readers, lights, messages.

The panel is given its hardware, `hal`: the Pico's pins, or a bench that behaves like them.

    hal.board    its 8-byte id
    hal.fit      what is soldered to it
    hal.cause    why it started, as HELLO tells it
    hal.kept     what it was told to keep before it started: {CONFIGURE key: value}
    hal.crash    what its program broke off with, b"" when it did not or a host was told
    hal.ms()     since it started, never stepping back
    hal.us()     for short times: steps back to 0 after 2 ** 30
    hal.levels() one word a chain, sampled now; the same tuple again when nothing changed
    hal.count()  (count, illegal) of the roller's encoder
    hal.marks()  (ms, track, level, count) of each printed mark that came or went since; at the
                 start also a bar or slot that is there, but no clock bar: its middle is unknown
    hal.tags()   (reader, tags found) of each look since the last call
    hal.silent   a bit for each reader's chip that does not answer
    hal.supply() (mV, mA) of the lights
    hal.show(grb), hal.sound(hertz, volume), hal.reboot(loader), hal.wake(coil)
    hal.keep(key, value), hal.keep_fit(told)  OSError when there is no room
    hal.forget_crash()  it was told, and the next start has nothing to tell
    hal.read()   bytes from the host, b"" when there are none
    hal.write(frame)  True, or False when the buffer is full and the frame was not taken
    hal.hurry()  what was written goes out now, and not at the end of the pass

A pass is a sample of the contacts: `step` is to be called every few ms, at an even pace. `attend`
handles messages in between. What may get lost is repeated: edges by a snapshot.
"""

from firmware import wire
from firmware.fit import unpack_fit
from firmware.lights import Lights
from firmware.readers import Readers
from firmware.roller import Strip
from firmware.scan import STRIDE, Scanner
from firmware.tones import Tune
from firmware.voice import Voice

HEARTBEAT_MS = 1000  # ms between heartbeats
HOST_SILENCE = 3000  # ms without a byte after which the host counts as gone
REDRAW = 20  # ms between pictures of a rhythm
ROLL = 20  # ms between places of a turning strip
COMPLAIN = 500  # ms between fault messages: a loose plug causes many
LOW, RECOVERED = 4400, 4600  # mV
REPEAT_CARDS_MS = 3000  # ms for which a shown card is repeated on request
WAITING_TAGS = 64  # tags remembered while the line is full: more than a board has pieces

COUNTS_PER_ROW = 167  # 33.3 mm on an idler of 80 mm a turn, 100 pulses, four counts to each
MOST_SAMPLES = 20
MOST_COUNTS = 100000  # per row: a hundred times the finest encoder on the thinnest wheel
WELL = 0x100  # in FAULT.about: the fault is over
U16, U32 = 0xFFFF, 0xFFFFFFFF
TICK_MASK = (1 << 30) - 1
TRIAL = 1000000  # us a test contact stays closed when nothing answers


class Panel:
    """One board: its contacts, strip, readers and lights, and the protocol."""

    def __init__(self, hal, version=0):
        self.hal = hal
        self.fit = hal.fit
        self.version = version
        self.scanner = Scanner(self.fit.widths, self.fit.guarded, matrix=self.fit.matrix)
        self.strip = Strip(COUNTS_PER_ROW)
        self.readers = Readers()
        self.lights = Lights(self.fit.pixels)
        self.tune = Tune()
        self.voice = Voice(hal)
        self._decoder = wire.Decoder()
        self._ears = self._hearing()
        self._screws = self._fittings()
        self._loader = None
        self._blind = False  # an edge could not be sent
        self._tags = []  # to be sent
        self._list = []  # list of all tags, requested and not sent yet
        self._recent = []  # sent, but perhaps lost
        self._told = 0  # the faults the host has been told
        self._low = False
        self._counted = hal.count()
        self._stood = None  # the strip's state the host has been told
        self._moved = True
        self._alone = False
        self._stale = True
        self._picture = None
        self._heard_tone = (0, 0)
        self._worst = 0  # us
        self._tested, self._closed, self._answered = None, 0, False  # a channel held closed, us
        self._now = self._heard = self._beaten = hal.ms()
        self._rolled = self._complained = self._drawn = self._now - COMPLAIN
        for key, value in hal.kept.items():
            self._fasten(key, value)
        self._unfelt = self.scanner.samples  # passes until contacts are debounced

    @property
    def settled(self):
        """True if nothing is pending, and equal levels and tags change nothing."""
        owing = (
            self._blind
            or self._unfelt
            or self._tags
            or self._list
            or self._told != self._wrong()
            or self._tested is not None
        )
        return self.scanner.settled and not owing and not self.readers.doubtful

    @property
    def due(self):
        """Return the ms of the next act without any input; rhythms are not counted."""
        due = self._beaten + HEARTBEAT_MS
        if self._moved:
            due = min(due, self._rolled + ROLL)
        if self.tune.due is not None:
            due = min(due, self.tune.due)
        return due if self._alone else min(due, self._heard + HOST_SILENCE)

    def step(self):
        """Make one pass: read messages, sample sensors, send changes, show lights."""
        began = self.hal.us()
        self._now = self.hal.ms()
        self._hear()
        self._scan()
        self._unfelt = max(0, self._unfelt - 1)
        self._roll()
        self._tap()
        self._complain()
        if self._now - self._beaten >= HEARTBEAT_MS:
            self._beat()
        self._show()
        self._sound()
        self._worst = max(self._worst, (self.hal.us() - began) & TICK_MASK)

    def attend(self):
        """Read messages and show lights between two passes, without waiting for a sample."""
        self._now = self.hal.ms()
        self._hear()

    @property
    def _time(self):
        return self._now & U32

    def _hearing(self):
        return {
            wire.GREET: self._greet,
            wire.LEDS: self._light,
            wire.LIMIT: self._limit,
            wire.TONES: self._play,
            wire.REQUEST_SNAPSHOT: self._repeat,
            wire.PING: self._answer,
            wire.CONFIGURE: self._configure,
            wire.REBOOT: self._reboot,
            wire.TEST: self._test,
            wire.REQUEST_HEARTBEAT: self._beat,
            wire.FIT: self._sit,
        }

    def _hear(self):
        """Read messages, but none before the contacts have been sampled."""
        said = b"" if self._unfelt else self.hal.read()
        if not said:
            return
        self._heard = self._now
        lines = self._decoder.feed(said)
        answers = [(seq, self._obey(kind, payload)) for kind, seq, payload in lines]
        self._show()  # lights first: a person waits for them
        self._sound()
        for seq, status in answers:
            self.voice.say(wire.ACK, seq, status)
        if self._loader is not None:
            loader, self._loader = self._loader, None
            self.hal.reboot(loader)

    def _obey(self, kind, payload):
        if kind not in self._ears:
            return wire.UNKNOWN
        try:
            fields = wire.unpack(kind, payload)
        except ValueError:
            return wire.MALFORMED
        return self._ears[kind](*fields) or wire.DONE

    def _greet(self, protocol):
        """Send the host everything, and reset what was told or tested."""
        self.voice.heeded = True
        if self._tested is not None:
            self._tested = None
            self.scanner.believe(self.hal.levels())
        self._hello(self.fit.packed() if protocol == wire.PROTOCOL else b"")
        if self.hal.crash and self.voice.offer(wire.CRASH, self.hal.crash):
            self.hal.forget_crash()
        self._snapshot()
        self._stood = None
        self._stand()
        self._tags = self._lying()
        self._tell_tags()
        self._beat()
        self._told = 0
        self._complained = self._now - COMPLAIN
        self._low = False

    def _hello(self, told):
        named = (wire.PROTOCOL, self.version, self.hal.board, self.fit.panel)
        built = (self.scanner.channels, self.fit.keys, self.fit.chips, self.lights.count)
        self.voice.say(wire.HELLO, *(named + (self._can(),) + built + (self.hal.cause, told)))

    def _can(self):
        feel = wire.CAN_FEEL if self.scanner.channels else 0
        light = wire.CAN_LIGHT if self.lights.count else 0
        tag = wire.CAN_TAG if self.fit.chips else 0
        return self.fit.rolls | feel | light | tag | wire.CAN_SOUND

    def _answer(self):
        return wire.DONE

    def _light(self, runs):
        self._stale = self._answered = True
        return wire.DONE if self.lights.take(runs) else wire.MALFORMED

    def _limit(self, brightness, mA):
        self._stale = True
        self.lights.limit(brightness, mA)

    def _play(self, volume, notes):
        return wire.DONE if self.tune.take(volume, notes, self._now) else wire.MALFORMED

    def _sound(self):
        tone = self.tune.tone(self._now)
        if tone != self._heard_tone:
            self._heard_tone = tone
            self.hal.sound(*tone)

    def _reboot(self, loader):
        self._loader = loader

    def _test(self, channel):
        """Close this channel, and time the picture that the host answers."""
        if channel >= self.scanner.channels:
            return wire.MALFORMED
        self._tested, self._closed, self._answered = channel, self.hal.us(), False

    def _waited(self):
        """Return the us since the test contact closed."""
        return (self.hal.us() - self._closed) & TICK_MASK

    def _levels(self):
        levels = self.hal.levels()
        if self._tested is not None and self._waited() > TRIAL:
            self._tested = None
        if self._tested is None:
            return levels
        chain, bit = self._tested // STRIDE, self._tested % STRIDE
        return levels[:chain] + (levels[chain] | 1 << bit,) + levels[chain + 1 :]

    def _fittings(self):
        return {
            wire.DEBOUNCE: self._debounce,
            wire.COUNTS_PER_ROW: self._gear,
            wire.PLACE: self._assume,
            wire.TURNED: self._turn,
        }

    def _configure(self, key, value):
        status = self._fasten(key, value)
        if status == wire.DONE and key != wire.PLACE:
            return store(self.hal.keep, key, value)
        return status

    def _sit(self, told):
        """Keep this fit of the panel, and restart with it."""
        if told == self.fit.packed():
            return wire.DONE
        try:
            unpack_fit(told)
        except ValueError:
            return wire.MALFORMED
        status = store(self.hal.keep_fit, told)
        if status == wire.DONE:
            self._loader = wire.TO_PANEL
        return status

    def _fasten(self, key, value):
        if key not in self._screws:
            return wire.UNKNOWN
        return self._screws[key](value) or wire.DONE

    def _debounce(self, samples):
        if not 1 <= samples <= MOST_SAMPLES:
            return wire.MALFORMED
        self.scanner.samples = samples

    def _gear(self, counts_per_row):
        if not 1 <= counts_per_row <= MOST_COUNTS:
            return wire.MALFORMED
        self.strip.fit(counts_per_row, self.strip.turned, self._counted[0])

    def _turn(self, turned):
        if turned not in (1, -1):
            return wire.MALFORMED
        self.strip.fit(self.strip.counts_per_row, turned, self._counted[0])

    def _assume(self, place):
        if abs(place) > wire.FARTHEST:
            return wire.MALFORMED
        self.strip.assume(place, self._counted[0])
        self._moved = True

    def _scan(self):
        edges = self.scanner.feed(self._levels())
        for channel, level in edges:
            if self._blind or not self.voice.offer(wire.EDGE, self._time, channel, level):
                self._blind = True
                self.voice.lost += 1
        if self._blind:
            self._snapshot()
        if edges:
            self.hal.hurry()
            for coil in self.fit.woken(edges):
                self.hal.wake(coil)

    def _snapshot(self):
        bits = self.scanner.bits()
        self._blind = not self.voice.offer(wire.SNAPSHOT, self._time, 0, bits)

    def _repeat(self):
        """After a loss, send contacts, strip, recent cards and all tags again."""
        self._snapshot()
        self._stood = None
        self._stand()
        last = {tag[1]: tag for tag in self._recent}  # the last one of each reader, of any age
        self._tags = [
            tag
            for tag in self._recent
            if last[tag[1]] == tag or (self._time - tag[0]) & U32 < REPEAT_CARDS_MS
        ]
        lying = [tag[:2] + (wire.LIES, tag[3]) for tag in self._lying()]
        self._list = lying + [(self._time, len(lying), wire.LISTED, b"")]

    def _roll(self):
        for ms, track, level, count in self.hal.marks():
            self.strip.mark(track, level, count)
            self.voice.say(wire.MARK, ms & U32, track, level, self.strip.place(count))
            self._moved = True
        counted = self.hal.count()
        if counted != self._counted:
            self._counted = counted
            self._moved = True
        if self._moved and self._now - self._rolled >= ROLL:
            self._stand()

    def _stand(self):
        count, illegal = self._counted
        place, slips = self.strip.place(count), self.strip.slips & U16
        stands = (place, self.strip.trust, illegal & U16, slips)
        if stands == self._stood:
            self._moved = False
        elif self.voice.offer(wire.ROLLER, self._time, *stands):
            self._stood = stands
            self._rolled = self._now
            self._moved = False

    def _tap(self):
        for number, found in self.hal.tags():
            for seen, tag in self.readers.feed(number, found, self._now):
                self._tags.append((self._time, number, seen, tag))
                self._recent = self._recent[1 - WAITING_TAGS :] + self._tags[-1:]
        if self._tags or self._list:
            self._tell_tags()

    def _lying(self):
        return [(ms & U32, number, 1, uid) for ms, number, uid in self.readers.lying()]

    def _tell_tags(self):
        while self._tags and self.voice.offer(wire.TAG, *self._tags[0]):
            self._tags.pop(0)
        self._tags = self._tags[-WAITING_TAGS:]
        while self._list and not self._tags and self.voice.offer(wire.TAG, *self._list[0]):
            self._list.pop(0)

    def _complain(self):
        mV = self.hal.supply()[0]
        if mV < LOW and not self._low:
            self._low = self._fault(wire.SUPPLY, mV)
        elif mV >= RECOVERED:
            self._low = False
        if self._told != self._wrong() and self._now - self._complained >= COMPLAIN:
            self._complained = self._now
            self._tell_wrong()

    def _wrong(self):
        """Return a bit for each wrong chain, for their bus, and for each silent chip."""
        scanner = self.scanner
        silent = self.hal.silent << scanner.chains + 1
        return scanner.faults | (scanner.bus << scanner.chains) | silent

    def _tell_wrong(self):
        wrong = self._wrong()
        for number, (code, about) in enumerate(self._parts()):
            bit = 1 << number
            if not wrong & bit:
                about += WELL
            if (wrong ^ self._told) & bit and self._fault(code, about):
                self._told ^= bit

    def _parts(self):
        """Return all possible faults, in the order of their bits."""
        chains = [(wire.CHAIN, number) for number in range(self.scanner.chains)]
        readers = [(wire.READER, number) for number in range(self.fit.chips)]
        return chains + [(wire.BUS, 0)] + readers

    def _fault(self, code, about):
        return self.voice.offer(wire.FAULT, self._time, code, about)

    def _beat(self):
        counts = (self._worst, self.voice.lost & U16, self._decoder.broken & U16)
        felt = self.scanner.bits() + self.readers.listing()
        sums = (wire.checksum(felt), self.lights.checksum())
        self.voice.say(wire.HEARTBEAT, self._time, *(counts + self.hal.supply() + sums))
        self._beaten = self._now
        self._worst = 0

    def _show(self):
        alone = self._now - self._heard >= HOST_SILENCE
        if alone != self._alone:
            self._alone = alone
            self._stale = True
        due = self._now - self._drawn >= REDRAW
        if self._stale or (due and (alone or self.lights.lively)):
            self._draw()

    def _draw(self):
        picture = self.lights.lost(self._now) if self._alone else self.lights.pixels(self._now)
        if picture != self._picture:
            self.hal.show(picture)
            if self._tested is not None and self._answered:
                self.voice.say(wire.LATENCY, self._time, self._tested, self._waited())
                self._tested = None
        self._picture = picture
        self._drawn = self._now
        self._stale = False


def store(keep, *told):
    """Call `keep`; return the status for an ACK."""
    try:
        keep(*told)
    except OSError:
        return wire.UNKEPT
    return wire.DONE
