"""Selects the coil to read: where a magnet moved, then where tags lie, then others.

A reed feels the first ship that comes and the last that goes, but none between: so coils with tags
are read in turn all the time, and one of the others now and then.
"""

from firmware.readers import MISSES

# One look in OTHERS goes to a coil without tags: its reed may be dead. Such a look takes 21 ms,
# one at a coil with tags 85 ms or more; so 15 empty coils beside 10 others are done in 2.9 s, and
# the others in 1.0 s.
OTHERS = 3
REMEMBERED_TAGS = 64  # tags over one coil


class Coils:
    """The coils of one reader. `switch` selects one of them."""

    def __init__(self, first, count, switch):
        self.lying = {}  # coil: the tags found there at the last look, where there were any
        self._first = first  # the number of the first coil among all readers
        self._count = count
        self._switch = switch
        self._woken = []  # [coil, looks left]
        self._next = [0, 0]  # coils with tags, coils without
        self._looks = 0

    def wake(self, coil):
        """Have this coil read soon: a magnet moved there."""
        self._look_again(coil)

    def choose(self):
        """Select and return the coil to read next."""
        coil = self._chosen()
        self._switch(coil)
        return coil

    def before(self, coil):
        return self.lying.get(coil, ())

    def complete(self, coil, found, whole):
        """Return (reader, tags) of a look; one that was broken off keeps the old tags."""
        before = self.before(coil)
        if not whole:
            found = (list(found) + [tag for tag in before if tag not in found])[:REMEMBERED_TAGS]
        told = tuple(sorted(found))
        if told != before:
            self._look_again(coil)
        if told:
            self.lying[coil] = told
        else:
            self.lying.pop(coil, None)
        return self._first + coil, told

    def _look_again(self, coil):
        self._woken = [one for one in self._woken if one[0] != coil] + [[coil, MISSES]]

    def _chosen(self):
        if self._woken:
            coil, looks = self._woken.pop(0)
            if looks > 1:
                self._woken.append([coil, looks - 1])
            return coil
        self._looks += 1
        others = [coil for coil in range(self._count) if coil not in self.lying]
        if self.lying and (self._looks % OTHERS or not others):
            return self._following(0, self.lying)
        return self._following(1, others)

    def _following(self, turn, coils):
        """Return the next of these, cyclically."""
        after = [coil for coil in coils if coil >= self._next[turn]]
        coil = min(after if after else coils)
        self._next[turn] = coil + 1
        return coil
