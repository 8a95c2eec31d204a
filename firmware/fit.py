"""What is soldered to the pins of a panel: told by the host, kept, and checked before it counts.

A fit travels and is kept as bytes, little-endian: panel u16, keys u8, readers u8, rolls u8,
back u16; then three lists, each behind its length u8: chains u8 (bits, and GUARD where sentinels
are, and ROW where it is a row of a matrix), antennas u8, lines of pixels u16. Where there are coils
of a PN5180, a fourth list has the channels u16 of the reeds that wake them.
"""

import struct

from firmware import wire
from firmware.scan import STRIDE

UNTOLD = 0  # the panel of a Pico that nobody has told anything
NO_KEY = 0xFFFF  # where there is no key `back`
GUARD, ROW = 0x80, 0x40
WIDTH = 0x3F
CELLS = 30  # bits of a guarded chain that are no sentinels

# As many as there are pins for, see pico/pins.py.
CHAIN_LINES, PIXEL_LINES, CHIPS = 5, 4, 3
ROWS = 31  # of a matrix: a bit for each in what its sweep answers
BESIDE_A_STRIP = 2  # lines of pixels: its encoder has the pins of the others
MOST_CHAINS = (wire.LONGEST - 13) // 4  # so that a SNAPSHOT of all goes into one frame
MOST_PIXELS = 2048  # 40 KB on a Pico that has 190; a picture of a full line takes 61 ms
BYTE, WORD = 0xFF, 0xFFFF
UNWOKEN = 0xFFFF  # where a coil has no reed
MOST_COILS = 32  # of a PN5180
ROLLS = (0, wire.CAN_ROLL, wire.CAN_ROLL | wire.CAN_MARK)

HEAD = "<HBBBH"


class Fit:
    """One panel, by its number.

    `readers` are PN532s with a field of their own; `antennas` says how many hang on each of the
    PN532s after those. `lines` are the pixels on each data line; `back` is the channel of the
    key of that name; `rolls` says which of CAN_ROLL and CAN_MARK its strip has. In a `matrix`
    each chain is a row, and the last one has nothing but diodes. Where there are channels that
    `wakes` names, the last of the antennas are coils of a PN5180, with a reed in each: they are
    the channels of those, coil by coil.
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
        """The bytes that `unpacked` reads."""
        back = NO_KEY if self.back is None else self.back
        pairs = zip(self.widths, self.guarded)
        row = ROW if self.matrix else 0
        chains = bytes([width | row | (GUARD if guard else 0) for width, guard in pairs])
        lines = b"".join([struct.pack("<H", count) for count in self.lines])
        return (
            struct.pack(HEAD, self.panel, self.keys, self.readers, self.rolls, back)
            + bytes([len(chains)])
            + chains
            + bytes([len(self.antennas)])
            + bytes(self.antennas)
            + bytes([len(self.lines)])
            + lines
            + self._packed_wakes()
        )

    def _packed_wakes(self):
        """Nothing at all where there is none: such a fit is told as it always was."""
        channels = [struct.pack("<H", channel) for channel in self.wakes]
        return bytes([len(channels)]) + b"".join(channels) if channels else b""

    def woken(self, edges):
        """The coils that are looked at when these contacts have moved, by their numbers."""
        moved = [channel for channel, _ in edges] if self.wakes else ()
        return [self.wakes.index(channel) for channel in moved if channel in self.wakes]

    def trouble(self):
        """Why no Pico can sit under such a panel, in a word; '' when one can."""
        for well, why in (
            (1 <= self.panel <= WORD, "panel"),
            (len(self.widths) <= MOST_CHAINS, "chains"),
            (self._chained(), "short_chain"),
            (not self.matrix or self._crossed(), "matrix"),
            (0 <= self.keys <= BYTE, "keys"),
            (self.readers >= 0 and self.chips <= CHIPS, "chips"),
            (within(self.antennas, 1, BYTE), "antennas"),
            (not self.wakes or self._woken(), "coils"),
            (len(self.lines) <= PIXEL_LINES, "lines"),
            (len(self.lines) <= BESIDE_A_STRIP or not self.rolls, "strip_lines"),
            (within(self.lines, 0, MOST_PIXELS), "long_line"),
            (self.pixels <= MOST_PIXELS, "pixels"),
            (self.rolls in ROLLS, "rolls"),
            (self._reached(), "back"),
        ):
            if not well:
                return why
        return ""

    def _chained(self):
        """Chains hang in series: only the last of a line may be short, and no guarded one."""
        last = 0 if self.matrix else len(self.widths) - CHAIN_LINES
        for at, width in enumerate(self.widths):
            whole = self.guarded[at] or at < last
            if not (STRIDE if whole else 0) <= width <= STRIDE:
                return False
        return True

    def _crossed(self):
        """Rows, their proof and no strip, whose sensors have the pins of the rows."""
        proven = not self.guarded[-1] and self.widths[-1] <= CELLS if self.widths else False
        return proven and 2 <= len(self.widths) <= ROWS and not self.rolls

    def _woken(self):
        """Reeds of some chain, and no strip, whose home sensor has the pin of BUSY."""
        coils, most = len(self.wakes), STRIDE * len(self.widths)
        channels = [channel for channel in self.wakes if channel != UNWOKEN]
        fits = coils <= MOST_COILS and self.antennas and self.antennas[-1] == coils
        return fits and not self.rolls and within(channels, 0, most - 1)

    def _reached(self):
        """A sentinel taken for the key would leave a maker's REPL at every start."""
        if self.back is None:
            return True
        at, bit = self.back // STRIDE, self.back % STRIDE
        if not 0 <= at < len(self.widths):
            return False
        return bit < (CELLS if self.guarded[at] else self.widths[at])


BARE = Fit()  # it answers, so that it can be told what it is


def within(counts, least, most):
    return all(least <= count <= most for count in counts)


def unpacked(told):
    """The fit that these bytes tell; ValueError says why they tell none."""
    size = struct.calcsize(HEAD)
    chains, rest = listed(told[size:], 1)
    antennas, rest = listed(rest, 1)
    lines, rest = listed(rest, 2)
    wakes, rest = listed(rest, 2) if rest and rest[0] else (b"", rest)
    if rest:
        raise ValueError("it is longer than it says")
    panel, keys, readers, rolls, back = struct.unpack(HEAD, told[:size])
    rows = [chain & ROW for chain in chains]
    if len(set(rows)) > 1:
        raise ValueError("matrix")
    fit = Fit(
        panel,
        tuple([chain & WIDTH for chain in chains]),
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


def listed(told, size):
    """A list behind its length, of values of so many bytes, and what follows it."""
    end = 1 + size * told[0] if told else 1
    if len(told) < end:
        raise ValueError("it breaks off")
    return told[1:end], told[end:]
