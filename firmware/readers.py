"""The tags on an NFC reader: polls in, seen and gone out, without the flicker between."""

MISSES = 3  # polls in a row; a tag that lies still is missed once or twice


class Reader:
    """One reader, and the tags that lie on it.

    It reads one tag at a time: two that lie together are read in turn, and both are told.
    """

    def __init__(self):
        self.seen = {}  # uid: ms of its last read
        self._missed = {}

    @property
    def doubtful(self):
        """A tag was missed, and the next polls will tell whether it is gone."""
        return any(self._missed.values())

    def feed(self, uid, ms):
        """What this poll makes known, as (seen, uid); uid is None when it found no tag."""
        if uid is None and not self.seen:
            return ()
        known = [(0, other) for other in sorted(self.seen) if other != uid and self._miss(other)]
        if uid is not None:
            if uid not in self.seen:
                known.append((1, uid))
            self.seen[uid] = ms
            self._missed[uid] = 0
        return known

    def _miss(self, uid):
        """Once too often: the tag is gone."""
        self._missed[uid] += 1
        if self._missed[uid] < MISSES:
            return False
        del self.seen[uid], self._missed[uid]
        return True
