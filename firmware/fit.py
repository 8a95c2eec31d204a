"""What is soldered to the pins of a panel: received from the host, checked, and stored.

A fit travels and is kept as bytes, little-endian: panel u16, keys u8, readers u8, rolls u8,
back u16; then three lists, each behind its length u8: chains u8 (bits, and GUARD where sentinels
are, and ROW where it is a row of a matrix), antennas u8, lines of pixels u16. Where there are coils
of a PN5180, a fourth list has the channels u16 of the reeds that wake them.
"""

import struct

from firmware import wire
from firmware.scan import STRIDE

UNTOLD = 0  # the panel of a Pico that has not been configured
NO_KEY = 0xFFFF  # for no key `back`
GUARD, ROW = 0x80, 0x40
WIDTH_MASK = 0x3F
GUARDED_CELLS = 30  # bits of a guarded chain that are no sentinels

# As many as there are pins for, see pico/pins.py.
CHAIN_LINES, PIXEL_LINES, CHIPS = 5, 4, 3
MOST_ROWS = 31  # of a matrix: the sweep's result has a bit for each
BESIDE_A_STRIP = 2  # lines of pixels: its encoder uses the pins of the others
MOST_CHAINS = (wire.LONGEST_FRAME - 13) // 4  # so that a SNAPSHOT of all goes into one frame
MOST_PIXELS = 2048  # 40 KB on a Pico that has 190; a picture of a full line takes 61 ms
BYTE, WORD = 0xFF, 0xFFFF
UNWOKEN = 0xFFFF  # where a coil has no reed
MOST_COILS = 32  # of a PN5180
ROLLS = (0, wire.CAN_ROLL, wire.CAN_ROLL | wire.CAN_MARK)

HEAD_FORMAT = "<HBBBH"


class Fit:
    """The parts of one panel, by the panel's number.

    `readers` are PN532s with one field each; `antennas` has the number of antennas on each PN532
    after those. `lines` are the pixels on each data line; `back` is the channel of the key of that
    name; `rolls` has CAN_ROLL and CAN_MARK as its strip does. In a `matrix` each chain is a row,
    and the last one has only diodes. If there are `wakes`, the last of the antennas are coils of a
    PN5180, and these are the channels of the reeds in them.
    """

    def __init__(
        self,
        panel=UNTOLD,
        widths=(),
        guarded=(),
        keys=0,
        readers=0,
        antennas=(),
        lines=(),
        rolls=0,
        back=None,
        matrix=False,
        wakes=(),
    ):
        self.panel = panel
        self.widths = widths
        self.guarded = guarded
        self.keys = keys
        self.readers = readers
        self.antennas = antennas
        self.lines = lines
        self.rolls = rolls
        self.back = back
        self.matrix = matrix
        self.wakes = wakes

    @property
    def chips(self):
        return self.readers + len(self.antennas)

    @property
    def pixels(self):
        return sum(self.lines)

    def packed(self):
        """Return the bytes that `unpack_fit` reads."""
        back = NO_KEY if self.back is None else self.back
        pairs = zip(self.widths, self.guarded)
        row = ROW if self.matrix else 0
        chains = bytes([width | row | (GUARD if guard else 0) for width, guard in pairs])
        lines = b"".join([struct.pack("<H", count) for count in self.lines])
        return (
            struct.pack(HEAD_FORMAT, self.panel, self.keys, self.readers, self.rolls, back)
            + bytes([len(chains)])
            + chains
            + bytes([len(self.antennas)])
            + bytes(self.antennas)
            + bytes([len(self.lines)])
            + lines
            + self._packed_wakes()
        )

    def _packed_wakes(self):
        """Empty without coils: such a fit is packed as before."""
        channels = [struct.pack("<H", channel) for channel in self.wakes]
        return bytes([len(channels)]) + b"".join(channels) if channels else b""

    def woken(self, edges):
        """Return the numbers of the coils to read after these edges."""
        moved = [channel for channel, _ in edges] if self.wakes else ()
        return [self.wakes.index(channel) for channel in moved if channel in self.wakes]

    def trouble(self):
        """Return why no Pico can drive this panel, as a key, or ''."""
        for well, why in (
            (1 <= self.panel <= WORD, "panel"),
            (len(self.widths) <= MOST_CHAINS, "chains"),
            (self._chained(), "short_chain"),
            (not self.matrix or self._crossed(), "matrix"),
            (0 <= self.keys <= BYTE, "keys"),
            (self.readers >= 0 and self.chips <= CHIPS, "chips"),
            (check_within(self.antennas, 1, BYTE), "antennas"),
            (not self.wakes or self._woken(), "coils"),
            (len(self.lines) <= PIXEL_LINES, "lines"),
            (len(self.lines) <= BESIDE_A_STRIP or not self.rolls, "strip_lines"),
            (check_within(self.lines, 0, MOST_PIXELS), "long_line"),
            (self.pixels <= MOST_PIXELS, "pixels"),
            (self.rolls in ROLLS, "rolls"),
            (self._reached(), "back"),
        ):
            if not well:
                return why
        return ""

    def _chained(self):
        """True if only the last chain of a line is short, and no guarded one."""
        last = 0 if self.matrix else len(self.widths) - CHAIN_LINES
        for at, width in enumerate(self.widths):
            whole = self.guarded[at] or at < last
            if not (STRIDE if whole else 0) <= width <= STRIDE:
                return False
        return True

    def _crossed(self):
        """True for rows and a test row without a strip, which has the same pins."""
        proven = not self.guarded[-1] and self.widths[-1] <= GUARDED_CELLS if self.widths else False
        return proven and 2 <= len(self.widths) <= MOST_ROWS and not self.rolls

    def _woken(self):
        """True if coils fit and there is no strip: its home sensor has BUSY's pin."""
        coils, most = len(self.wakes), STRIDE * len(self.widths)
        channels = [channel for channel in self.wakes if channel != UNWOKEN]
        fits = coils <= MOST_COILS and self.antennas and self.antennas[-1] == coils
        return fits and not self.rolls and check_within(channels, 0, most - 1)

    def _reached(self):
        """True if `back` is a contact: a sentinel would always stop in the REPL."""
        if self.back is None:
            return True
        at, bit = self.back // STRIDE, self.back % STRIDE
        if not 0 <= at < len(self.widths):
            return False
        return bit < (GUARDED_CELLS if self.guarded[at] else self.widths[at])


EMPTY_FIT = Fit()  # it answers, so that it can be configured


def check_within(counts, least, most):
    return all(least <= count <= most for count in counts)


def unpack_fit(told):
    """Return the fit in these bytes; ValueError if they are invalid."""
    size = struct.calcsize(HEAD_FORMAT)
    chains, rest = take_list(told[size:], 1)
    antennas, rest = take_list(rest, 1)
    lines, rest = take_list(rest, 2)
    wakes, rest = take_list(rest, 2) if rest and rest[0] else (b"", rest)
    if rest:
        raise ValueError("it is longer than it says")
    panel, keys, readers, rolls, back = struct.unpack(HEAD_FORMAT, told[:size])
    rows = [chain & ROW for chain in chains]
    if len(set(rows)) > 1:
        raise ValueError("matrix")
    fit = Fit(
        panel,
        tuple([chain & WIDTH_MASK for chain in chains]),
        tuple([bool(chain & GUARD) for chain in chains]),
        keys,
        readers,
        tuple(antennas),
        struct.unpack("<%dH" % (len(lines) // 2), lines),
        rolls,
        None if back == NO_KEY else back,
        ROW in rows,
        struct.unpack("<%dH" % (len(wakes) // 2), wakes),
    )
    if fit.trouble():
        raise ValueError(fit.trouble())
    return fit


def take_list(told, size):
    """Return a list of values of `size` bytes, and the bytes after it."""
    end = 1 + size * told[0] if told else 1
    if len(told) < end:
        raise ValueError("it breaks off")
    return told[1:end], told[end:]
