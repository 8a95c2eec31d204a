"""Finds the tags over a coil: rounds of 16 slots, with a longer mask after collisions.

A tag answers in the slot that the next nibble of its number names, if the nibbles below are those
of the mask. After a collision, the next round has that slot's nibble in the mask, depth first.
Noise looks like a collision, and in the next round like no tag. A near tag may drown another in its
slot: so tags that were read are silenced, and all are asked once more. Where no tag lay before, one
slot for all is enough to find none.
"""

SLOTS = 16
LONGEST_MASK = 15  # nibbles of a mask; with the slot they are a whole number
MAKER = 0xE0  # the first byte of every number, by ISO 15693-3
UID_BYTES = 8  # bytes
ROUNDS = 48  # per look: about 2 s; eight very similar tags need 20
MOST_OVER_COIL = 24  # tags over one coil: 14 is the most reported, and a chip may invent some
ROUNDS_AFTER_NEW = 6  # times that all are asked again after new tags

NOBODY, GARBLED = None, b""  # contents of a slot besides a number

ASK, HUSH, CALL = 0, 1, 2


def nibble(uid, at):
    """Return a nibble of a number, counted from the end."""
    byte = uid[-1 - at // 2]
    return byte >> 4 if at % 2 else byte & 15


def would_answer(uid, mask, slot):
    """True if this tag answers here."""
    wanted = mask + (slot,)
    return (
        len(uid) == UID_BYTES
        and uid[0] == MAKER
        and all(nibble(uid, at) == one for at, one in enumerate(wanted))
    )


class Inventory:
    """One look. `wish` is the next act; `heard`, `hushed` and `called` take its result."""

    def __init__(self, before=()):
        self.found = []
        self.rounds = 0
        self.whole = True  # the look was not cut short
        self._before = tuple(sorted(before))  # tags of the last look
        self._called = bool(before)  # whether any tag is there
        self._masks = [()]
        self._turns = 1
        self._news = False  # this turn found a new tag
        self._hush = []

    def wish(self):
        """Return (ASK, mask), (HUSH, number), (CALL, None), or None at the end."""
        if not self._called:
            return CALL, None
        if self._hush:
            return HUSH, self._hush[-1]
        if not self._masks and self._again():
            return self.wish()
        if not self._masks:
            return None
        if self.rounds >= ROUNDS or len(self.found) >= MOST_OVER_COIL:
            self.whole = False
            return None
        return ASK, self._masks[-1]

    def called(self, answer):
        """Take the single slot's content."""
        self._called = True
        self.rounds += 1
        if answer is NOBODY:
            self._masks = []
        elif answer != GARBLED and would_answer(answer, (), nibble(answer, 0)):
            self._masks, self.found, self._news = [], [answer], True

    def heard(self, slots):
        """Take the slots of the round that `wish` asked for."""
        mask = self._masks.pop()
        self.rounds += 1
        deeper = []
        for slot, answer in enumerate(slots):
            if answer is NOBODY:
                continue
            if not would_answer(answer, mask, slot):
                deeper.append(mask + (slot,))
            elif answer not in self.found:
                self.found.append(answer)
                self._news = True
        if len(mask) < LONGEST_MASK:
            self._masks += reversed(deeper)

    def hushed(self):
        self._hush.pop()

    def _again(self):
        """Ask all again, unless this turn found no new tag, or just the old ones."""
        as_before = self._turns == 1 and tuple(sorted(self.found)) == self._before
        if not self._news or as_before:
            return False
        if self._turns >= ROUNDS_AFTER_NEW:
            self.whole = False
            return False
        self._turns += 1
        self._news = False
        self._masks = [()]
        self._hush = list(self.found)
        return True
