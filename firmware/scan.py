"""Debounces the contacts: samples in, edges out; faulty chains are ignored.

Each chain of 74HC165s is read as one word; bit n set is a closed contact, and the contact's channel
is 32 * chain + n. A guarded chain has two sentinels with fixed levels. A matrix is read in the same
words, a chain for each row.
"""

STRIDE = 32  # channels from one chain to the next
GROUND_SENTINEL = 1 << 30  # the sentinel tied to ground, which reads closed
SENTINELS = 3 << 30  # with the one tied to 3.3 V, which reads open


class Scanner:
    """All chains; a contact changes when its samples agree."""

    def __init__(self, widths, guarded, samples=2, matrix=False):
        self.samples = samples
        self.channels = STRIDE * (len(widths) - 1) + widths[-1] if widths else 0
        self.faults = 0  # a bit for each chain whose sentinels are wrong now
        self.chains = len(widths)
        self.settled = False  # sampling the same levels again would change nothing
        self._chains = [Chain(width, guard) for width, guard in zip(widths, guarded)]
        if matrix:
            self._chains[-1] = Proof(widths[-1])
        self._levels = (0,) * len(widths)
        self._guarded = mask_of(guarded)

    @property
    def bus(self):
        """True if all guarded chains are wrong."""
        return self._guarded != 0 and self.faults & self._guarded == self._guarded

    def believe(self, levels):
        """Accept these levels at once."""
        for _ in range(self.samples):
            self.feed(levels)

    def feed(self, levels):
        """Return the edges (channel, level) that this sample, a word per chain, completes."""
        if self.settled and levels == self._levels:
            return ()
        edges = []
        waiting = False
        for at, word in enumerate(levels):
            chain = self._chains[at]
            if not chain.settled or word != self._levels[at]:
                self._believe(at, chain, word, edges)
                waiting = waiting or not chain.settled
        self._levels = levels
        self.settled = not waiting
        return edges

    def _believe(self, at, chain, word, edges):
        changed = chain.feed(word, self.samples)
        if changed:
            append_edges(changed, chain.word, at * STRIDE, edges)
        if chain.wrong:
            self.faults |= 1 << at
        else:
            self.faults &= ~(1 << at)

    def bits(self):
        """Return every channel, debounced: channel n is bit n % 8 of byte n 8."""
        words = b"".join([chain.word.to_bytes(STRIDE // 8, "little") for chain in self._chains])
        return words[: (self.channels + 7) // 8]


class Chain:
    """One chain: its last samples, and its debounced word."""

    def __init__(self, width, guarded):
        self.word = 0
        self.wrong = False
        self.settled = False
        self._mask = (1 << width) - 1
        self._cells = self._mask & ~SENTINELS if guarded else self._mask
        self._guarded = guarded
        self._recent = []

    def feed(self, word, samples):
        """Return the cells that this sample changes."""
        self.wrong = self._guarded and word & SENTINELS != GROUND_SENTINEL
        if self.wrong:
            self._recent = []
            self.settled = True
            return 0
        word &= self._mask
        self._recent = (self._recent + [word])[-samples:]
        changed = (word ^ self.word) & settled_bits(self._recent, samples)
        self.word ^= changed
        self.settled = self.word == word
        return changed & self._cells


class Proof:
    """The test row of a matrix: its diodes pull every column down but the sentinel.

    A closed contact without a diode would let that column pull its row down, and so the row's
    sentinel.
    """

    word = 0

    def __init__(self, width):
        self.wrong = False
        self.settled = False
        self._held = (1 << width) - 1

    def feed(self, word, samples):
        """Check the row; it has no contacts."""
        self.wrong = word != self._held
        self.settled = True
        return 0


def settled_bits(words, samples):
    """Return the bits that are equal in all these words, if there are enough."""
    if len(words) < samples:
        return 0
    closed, touched = words[0], words[0]
    for word in words:
        closed &= word
        touched |= word
    return closed | ~touched


def mask_of(flags):
    """Return a bit for each flag that is set."""
    return sum([1 << at for at, flag in enumerate(flags) if flag])


def append_edges(changed, word, first, edges):
    """Append an edge with its level for each changed bit."""
    channel = first
    while changed:
        if changed & 1:
            edges.append((channel, word & 1))
        changed >>= 1
        word >>= 1
        channel += 1
