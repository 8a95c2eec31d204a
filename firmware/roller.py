"""The paper strip: encoder counts and printed marks in, its place out.

Three sensors look at the strip where the line is. The clock track has a bar for every row, centred
on it. The data track has one bit for every row, in a bar wider than the clock's. Home is a slot,
closed while row 0 is at the line. A place is in 1/1000 row.
"""

from firmware import wire

ORDER = 7  # rows that identify their place
ROWS_TO_CORRECT = 10  # rows needed to correct the place by the print alone
PRINT_PERIOD = 1 << ORDER  # rows of a strip before its print repeats
FIRST_ROW = -16  # the first row printed

ROW = 1000
SLIP = 50  # of a row; more than the play between paper and idler wheel
SAME_BAR = 100  # of a row; a bar this near to the last one is the same bar, read on the way back
NARROW = 30  # of a row; a bar is 5 mm of 33.3: less is dust, or the strip turned back on its edge

ILLEGAL = 2
# From state 2 * a + b (high bits) to the next (low bits): 00 10 11 01 is onward.
QUADRATURE = (0, -1, 1, 2, 1, 0, 2, -1, -1, 2, 0, 1, 2, 1, -1, 0)


class Quadrature:
    """An encoder's two tracks, four counts per cycle; a jump counts nothing."""

    def __init__(self):
        self.count = 0
        self.illegal = 0
        self._last = -1

    def feed(self, a, b):
        """Return 1, -1 or 0 steps."""
        now = 2 * a + b
        step = QUADRATURE[4 * self._last + now] if self._last >= 0 else 0
        self._last = now
        if step == ILLEGAL:
            self.illegal += 1
            return 0
        self.count += step
        return step


def de_bruijn_ring():
    """Return a de Bruijn ring: every window of seven bits occurs once.

    Any two windows of ten differ in two bits or more, so that a window with one misread bit is not
    found.
    """
    bits = [0]
    window = 1
    for _ in range(PRINT_PERIOD - 1):
        bits.append(window >> 6)
        fed = (window >> 6 ^ window >> 5 ^ window >> 3 ^ window >> 1) & 1
        window = (window << 1 | fed) % PRINT_PERIOD
    return bytes(bits)


RING = de_bruijn_ring()


def track(row):
    """Return the bit printed at this row."""
    return RING[(row - FIRST_ROW) % PRINT_PERIOD]


class Strip:
    """The strip's place, and how far to trust it."""

    def __init__(self, counts_per_row):
        self.counts_per_row = counts_per_row
        self.turned = 1  # -1 when the encoder counts down as the strip goes onward
        self.trust = wire.LOST
        self.slips = 0
        self._row = 0  # the row at the line,
        self._rest = 0  # its offset,
        self._count = 0  # and the count there
        self._phased = False  # a bar has given the phase of the rows
        self._ahead = 0  # what is reported, less the print: no jumps until a row is known
        self._closed = {}  # track: the count at which its mark began
        self._bit = 0  # the data bar's level as the clock's bar came
        self._bits = Window()

    def place(self, count):
        """Return the place in 1/1000 row at this count; it never jumps while the row is unknown."""
        return max(-wire.FARTHEST, min(wire.FARTHEST, self._at(count) + self._ahead))

    def _at(self, count):
        counts = self.turned * (count - self._count)
        moved = (2 * ROW * counts + self.counts_per_row) // (2 * self.counts_per_row)
        return ROW * self._row + self._rest + moved

    def fit(self, counts_per_row, turned, count):
        """Change the counts per row; the place stays."""
        self._stand(self._at(count), count)
        self.counts_per_row = counts_per_row
        self.turned = turned

    def assume(self, place, count):
        """Take the place that the host tells; the print may correct it."""
        off = place - self._at(count)
        if self.trust == wire.LOCATED and abs(off) < ROW // 2:
            return
        if self._phased:
            self._shift(nearest_row(off))
        else:
            self._stand(place, count)
        self._known(wire.ASSUMED)

    def mark(self, track, level, count):
        """Take the beginning or end of a printed mark at a sensor."""
        if track == wire.HOME and level:
            self._home(count)
        if level:
            self._closed[track] = count
            if track == wire.CLOCK:
                self._bit = wire.DATA in self._closed
        elif track in self._closed:
            self._passed(track, self._closed.pop(track), count)

    def _passed(self, track, came, went):
        middle = (came + went) // 2
        if track == wire.CLOCK and ROW * abs(went - came) >= NARROW * self.counts_per_row:
            self._bar(middle)
        elif track == wire.HOME and not self._phased:
            self._stand(0, middle)

    def _home(self, count):
        if self._phased:
            self._shift(-nearest_row(self._at(count)))
        else:
            self._stand(0, count)
        self._known(wire.LOCATED)

    def _bar(self, count):
        """Take a bar: the count tells its row, its bit may confirm it."""
        place = self._at(count)
        if self._phased and SAME_BAR < abs(place - ROW * self._row) < ROW // 2:
            return
        row = nearest_row(place)
        if self._phased and abs(place - ROW * row) > SLIP:
            self.slips += 1
        if self.trust == wire.LOST and not self._phased:
            self._ahead = place - ROW * row
        self._stand(ROW * row, count)
        self._phased = True
        if self._bit == (wire.DATA in self._closed):
            self._bits.read(row, int(self._bit))
            self._judge()

    def _judge(self):
        """Confirm an assumed place by seven rows, or correct it by ten."""
        if self.trust == wire.ASSUMED and self._bits.stands(0, ORDER):
            self._known(wire.LOCATED)
        elif self.trust == wire.LOST or not self._bits.stands(0, ROWS_TO_CORRECT):
            self._relocate()

    def _relocate(self):
        for row in range(FIRST_ROW, FIRST_ROW + PRINT_PERIOD):
            if self._bits.stands(row - self._row, ROWS_TO_CORRECT):
                self._shift(row - self._row)
                self._known(wire.LOCATED)
                return

    def _known(self, trust):
        """Set the trust: the row is known."""
        self.trust = trust
        self._ahead = 0

    def _shift(self, rows):
        self._row += rows
        self._bits.shift(rows)

    def _stand(self, place, count):
        self._row = nearest_row(place)
        self._rest = place - ROW * self._row
        self._count = count


class Window:
    """The bits of the last rows, without gaps or unclear rows."""

    def __init__(self):
        self._first = 0
        self._bits = []
        self._onward = True

    def read(self, row, bit):
        at = row - self._first
        if 0 <= at < len(self._bits) and self._bits[at] == bit:
            return
        if self._bits and at == len(self._bits):
            self._grow(self._bits[1 - ROWS_TO_CORRECT :] + [bit], row, True)
        elif self._bits and at == -1:
            self._grow([bit] + self._bits[: ROWS_TO_CORRECT - 1], row, False)
        else:
            self._grow([bit], row, True)

    def shift(self, rows):
        self._first += rows

    def stands(self, rows, enough):
        """True if the last rows match the print `rows` further on."""
        if len(self._bits) < enough:
            return False
        start = len(self._bits) - enough if self._onward else 0
        first = self._first + rows
        return all(self._bits[at] == track(first + at) for at in range(start, start + enough))

    def _grow(self, bits, row, onward):
        self._bits = bits
        self._onward = onward
        self._first = row - len(bits) + 1 if onward else row


def nearest_row(place):
    """Return the row nearest to the line."""
    return (place + ROW // 2) // ROW
