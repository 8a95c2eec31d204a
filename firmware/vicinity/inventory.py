"""Who lies over a coil: rounds of sixteen slots, and a longer mask wherever answers meet.

A tag answers in the slot that the next nibble of its number names, if the nibbles below are those
of the mask. Where two answer at once the next round asks with that slot's nibble in the mask, depth
first. Noise looks like two tags, and a round later like none. Of two tags in a slot a near one may
drown the other: so whoever was read is told to be silent, and all are asked once more. Where nobody
lay at the last look, a single slot for all is enough to hear that nobody does.
"""

SLOTS = 16
LONGEST = 15  # nibbles of a mask; with the slot they are a whole number
MAKER = 0xE0  # the first byte of every number, by ISO 15693-3
UID = 8  # bytes
ROUNDS = 48  # at one look: some 2 s, when eight tags that are much alike want 20
MOST = 24  # tags over one coil; nobody has reported more than 14, and a chip may invent them
TURNS = 6  # times that all are asked anew, since somebody new was heard

NOBODY, GARBLED = None, b""  # what a slot may hold besides a number

ASK, HUSH, CALL = 0, 1, 2


def nibble(uid, at):
    """Of a number as it is printed, counted from its end."""
    byte = uid[-1 - at // 2]
    return byte >> 4 if at % 2 else byte & 15


def fits(uid, mask, slot):
    """A tag of this number answers here."""
    wanted = mask + (slot,)
    return (
        len(uid) == UID
        and uid[0] == MAKER
        and all(nibble(uid, at) == one for at, one in enumerate(wanted))
    )


class Inventory:
    """One look. `wish` says what is to be done; `heard`, `hushed` and `called` that it was."""

    def __init__(self, before=()):
        self.found = []
        self.rounds = 0
        self.whole = True  # nothing was left unasked
        self._before = tuple(sorted(before))  # who was found at the last look
        self._called = bool(before)  # whether anybody is there at all
        self._masks = [()]
        self._turns = 1
        self._news = False  # somebody was heard in this turn for the first time
        self._hush = []

    def wish(self):
        """(ASK, mask), (HUSH, number), (CALL, None); None when there is no more to be learnt."""
        if not self._called:
            return CALL, None
        if self._hush:
            return HUSH, self._hush[-1]
        if not self._masks and self._again():
            return self.wish()
        if not self._masks:
            return None
        if self.rounds >= ROUNDS or len(self.found) >= MOST:
            self.whole = False
            return None
        return ASK, self._masks[-1]

    def called(self, answer):
        """What the one slot for all held."""
        self._called = True
        self.rounds += 1
        if answer is NOBODY:
            self._masks = []
        elif answer != GARBLED and fits(answer, (), nibble(answer, 0)):
            self._masks, self.found, self._news = [], [answer], True

    def heard(self, slots):
        """What each slot of the round that was wished for held."""
        mask = self._masks.pop()
        self.rounds += 1
        deeper = []
        for slot, answer in enumerate(slots):
            if answer is NOBODY:
                continue
            if not fits(answer, mask, slot):
                deeper.append(mask + (slot,))
            elif answer not in self.found:
                self.found.append(answer)
                self._news = True
        if len(mask) < LONGEST:
            self._masks += reversed(deeper)

    def hushed(self):
        self._hush.pop()

    def _again(self):
        """All are asked once more, unless this turn brought nobody new, or just who lay there."""
        as_before = self._turns == 1 and tuple(sorted(self.found)) == self._before
        if not self._news or as_before:
            return False
        if self._turns >= TURNS:
            self.whole = False
            return False
        self._turns += 1
        self._news = False
        self._masks = [()]
        self._hush = list(self.found)
        return True
