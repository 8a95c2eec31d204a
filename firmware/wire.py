"""Messages on the line, the same file on both ends: bytes in, lines out, no I/O.

    frame  COBS(body), then 0x00
    body   kind u8, seq u8, payload, CRC-16/CCITT of all before it (init 0xFFFF, inverted, high
           byte first: a frame with zeros added at its end does not pass for another)

A line is a tuple (kind, seq, payload). SHAPES says what each kind's payload holds; numbers are
little-endian. Edges may get lost, a snapshot is complete.
"""

import struct

try:
    from binascii import crc_hqx
    from struct import error as Misfit

    from cobs.cobs import DecodeError
    from cobs.cobs import decode as unstuff
    from cobs.cobs import encode as stuff
except ImportError:  # MicroPython has neither
    crc_hqx = None
    DecodeError = Misfit = ValueError

PROTOCOL = 3
RESIDUE = 0x1D0F  # the CRC of anything followed by its own, inverted
LONGEST_FRAME = 200  # bytes of a frame: the Pico's USB buffers hold 256

HELLO, HEARTBEAT = 0x01, 0x02
EDGE, SNAPSHOT, ROLLER, MARK, TAG, LATENCY = 0x10, 0x11, 0x12, 0x13, 0x14, 0x15
CRASH, FAULT = 0x16, 0x1F
LEDS, LIMIT, TONES = 0x20, 0x23, 0x24
REQUEST_SNAPSHOT, PING, CONFIGURE, REBOOT, GREET = 0x30, 0x31, 0x32, 0x33, 0x34
TEST, REQUEST_HEARTBEAT, FIT = 0x35, 0x36, 0x37
ACK = 0x7F

# kind: name, struct format, fields; a last field beyond the format takes the rest of the payload.
SHAPES = {
    # Up. Times are the Pico's milliseconds since it started.
    # firmware is a hash of what was flashed, with its highest bit set; 0x0100 up to 0.2.0;
    # fit is as received, and empty for a host of another protocol.
    HELLO: (
        "HELLO",
        "<BH8sHHHBBHB",
        "protocol firmware board panel can channels keys readers pixels cause fit",
    ),
    HEARTBEAT: ("HEARTBEAT", "<IIHHHHHH", "time loop_us lost broken mV mA readings lights"),
    EDGE: ("EDGE", "<IHB", "time channel level"),
    SNAPSHOT: ("SNAPSHOT", "<IH", "time first bits"),
    ROLLER: ("ROLLER", "<IiBHH", "time place trust illegal slips"),  # place in 1/1000 row
    MARK: ("MARK", "<IBBi", "time track level place"),
    TAG: ("TAG", "<IHB", "time reader seen uid"),  # 0 gone, 1 come, or as named below
    LATENCY: ("LATENCY", "<IHI", "time channel us"),  # from a TEST to the picture that answers it
    CRASH: ("CRASH", "<", "text"),  # the traceback of the last run's crash: UTF-8
    FAULT: ("FAULT", "<IBH", "time code about"),
    ACK: ("ACK", "<BB", "of status"),
    # Down. All are acknowledged; all may be repeated without harm.
    GREET: ("GREET", "<B", "protocol"),
    LEDS: ("LEDS", "<", "runs"),  # runs of RUN
    LIMIT: ("LIMIT", "<BH", "brightness mA"),
    TONES: ("TONES", "<B", "volume notes"),  # of 255; notes of NOTE; they replace the current tune
    REQUEST_SNAPSHOT: ("REQUEST_SNAPSHOT", "<", ""),
    PING: ("PING", "<", ""),
    CONFIGURE: ("CONFIGURE", "<Bi", "key value"),
    REBOOT: ("REBOOT", "<B", "loader"),
    TEST: ("TEST", "<H", "channel"),
    REQUEST_HEARTBEAT: ("REQUEST_HEARTBEAT", "<", ""),
    FIT: ("FIT", "<", "fit"),  # the panel, as fit.py packs it: it restarts
}
KIND_NAMED = {shape[0]: kind for kind, shape in SHAPES.items()}

RAW = ("board", "uid", "bits", "runs", "fit", "text", "notes")  # fields that are bytes

RUN_FORMAT = "<HHBBBB"  # first pixel, how many, red, green, blue, manner
RUN_SIZE = 8
RUNS = (LONGEST_FRAME - 8) // RUN_SIZE  # runs in one LEDS message

NOTE_FORMAT = "<HH"  # Hz, 0 for a rest; ms
NOTE_SIZE = 4
MOST_NOTES = (LONGEST_FRAME - 9) // NOTE_SIZE  # notes in one TONES message

# HELLO.can
CAN_FEEL, CAN_LIGHT, CAN_ROLL, CAN_MARK, CAN_TAG, CAN_SOUND = 1, 2, 4, 8, 16, 32
# HELLO.cause: power-up, the RUN pin, the watchdog, a requested reset, a power dip,
# a crash of its own program
POWER, BUTTON, BITTEN, ASKED, DIPPED, CRASHED = 1, 2, 3, 4, 5, 6
# ROLLER.trust: counted from an unknown place, told by the host, read off the printed strip
LOST, ASSUMED, LOCATED = 0, 1, 2
FARTHEST = 1000000  # of ROLLER.place, either way: beyond it the place is invalid
# TAG.seen: one entry of a list of all tags; the end of the list, with its count
LIES, LISTED = 2, 3
# MARK.track
CLOCK, DATA, HOME = 0, 1, 2
# CONFIGURE.key
DEBOUNCE, COUNTS_PER_ROW, PLACE, TURNED = 1, 2, 3, 5
# FAULT.code: sentinels of a chain wrong, all chains wrong, a PN532 silent, supply low
CHAIN, BUS, READER, SUPPLY = 1, 2, 3, 4
# REBOOT.loader: restart, into the chip's boot loader, into the REPL
TO_PANEL, TO_LOADER, TO_REPL = 0, 1, 2
# ACK.status: done, unknown message, invalid fields, cannot be stored
DONE, UNKNOWN, MALFORMED, UNKEPT = 0, 1, 2, 3


if crc_hqx is None:

    def crc_hqx(data, crc):
        for byte in data:
            crc = (crc >> 8 | crc << 8) & 0xFFFF ^ byte
            crc ^= (crc & 0xFF) >> 4
            crc ^= crc << 12 & 0xFFFF
            crc ^= (crc & 0xFF) << 5
        return crc

    def stuff(body):
        out = bytearray()
        for block in bytes(body).split(b"\0"):
            while len(block) >= 254:
                out.append(255)
                out.extend(block[:254])
                block = block[254:]
            out.append(len(block) + 1)
            out.extend(block)
        return bytes(out)

    def unstuff(frame):
        out = bytearray()
        at = 0
        while at < len(frame):
            code = frame[at]
            block = frame[at + 1 : at + code]
            if code == 0 or len(block) != code - 1 or 0 in block:
                raise ValueError("not COBS")
            at += code
            out.extend(block)
            if code < 255 and at < len(frame):
                out.append(0)
        return bytes(out)


def hasten(native):
    """Replace CRC and COBS by native code with the same results."""
    global crc_hqx, stuff, unstuff
    crc_hqx, stuff, unstuff = native.crc_hqx, native.stuff, native.unstuff


def checksum(data):
    return crc_hqx(data, 0xFFFF)


def encode(kind, seq, payload=b""):
    """Return one frame, with its delimiter."""
    body = bytes((kind, seq)) + payload
    return stuff(body + struct.pack(">H", checksum(body) ^ 0xFFFF)) + b"\0"


def _trails(form, names):
    """True if the last field is a tail."""
    return len(names.split()) > len(form) - 1 - (1 if "8s" in form else 0)


# kind: struct format, its size in bytes, whether a last field takes the rest
_FORMS = {
    kind: (form, struct.calcsize(form), _trails(form, names))
    for kind, (_, form, names) in SHAPES.items()
}


def pack(kind, *values):
    """Return the payload of this kind, from its fields in order."""
    form, _, trails = _FORMS[kind]
    if trails:
        return struct.pack(form, *values[:-1]) + bytes(values[-1])
    return struct.pack(form, *values)


def unpack(kind, payload):
    """Return the fields of a payload; ValueError if it does not fit its kind."""
    try:
        form, size, trails = _FORMS[kind]
    except KeyError:
        raise ValueError("unknown kind") from None
    if len(payload) == size and not trails:
        return struct.unpack(form, payload)
    if len(payload) < size or not trails:
        raise ValueError("wrong length")
    return struct.unpack(form, payload[:size]) + (payload[size:],)


class Decoder:
    """Bytes in, lines out. Broken frames are counted and dropped."""

    def __init__(self):
        self._rest = b""
        self.broken = 0

    def feed(self, data):
        frames = (self._rest + data).split(b"\0")
        self._rest = frames.pop()[: LONGEST_FRAME + 1]
        lines = []
        for frame in frames:
            if not frame:
                continue
            try:
                body = unstuff(frame)
            except DecodeError:
                body = b""
            if len(body) < 4 or len(frame) > LONGEST_FRAME or crc_hqx(body, 0xFFFF) != RESIDUE:
                self.broken += 1
            else:
                lines.append((body[0], body[1], body[2:-2]))
        return lines


def message_text(kind, payload):
    """Return the readable form of a message, for logs and scenario files."""
    try:
        fields = unpack(kind, payload)
    except ValueError:
        return "UNREADABLE kind=%d payload=%s" % (kind, payload.hex())
    name, _, names = SHAPES[kind]
    words = [name]
    for label, value in zip(names.split(), fields):
        # MicroPython's b"".hex() is b""
        words.append("%s=%s" % (label, value.hex() or "" if isinstance(value, bytes) else value))
    return " ".join(words)


def parse_text(text):
    """Return (kind, payload) from the readable form; ValueError if invalid."""
    words = text.split()
    if not words or words[0] not in KIND_NAMED:
        raise ValueError("no message is called %r" % (words[0] if words else ""))
    kind = KIND_NAMED[words[0]]
    names = SHAPES[kind][2]
    given = dict(word.split("=", 1) for word in words[1:])
    values = []
    for label in names.split():
        if label not in given:
            raise ValueError("%s wants %s" % (words[0], label))
        values.append(bytes.fromhex(given[label]) if label in RAW else int(given[label]))
    try:
        return kind, pack(kind, *values)
    except Misfit as error:
        raise ValueError("%s: %s" % (text, error)) from None
