"""The tags on NFC readers: looks in, seen and gone out, without the flicker between."""

MISSES = 3  # looks in a row; a tag that lies still is missed once or twice


class Reader:
    """One reader or antenna, and the tags that lie on it.

    A reader finds one tag at a look: two that lie together are read in turn, and both are told.
    """

    def __init__(self):
        self.seen = {}  # uid: ms of its last read
        self._missed = {}

    @property
    def doubtful(self):
        """A tag was missed, and the next looks will tell whether it is gone."""
        return any(self._missed.values())

    def feed(self, found, ms):
        """What a look that found these tags makes known, as (seen, uid)."""
        known = [(0, uid) for uid in sorted(self.seen) if uid not in found and self._miss(uid)]
        for uid in found:
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


class Readers:
    """The readers and antennas, by number, on which something lies; there may be hundreds."""

    def __init__(self):
        self._readers = {}

    @property
    def doubtful(self):
        return any(reader.doubtful for reader in self._readers.values())

    def feed(self, number, found, ms):
        """What a look at this reader makes known, as (seen, uid)."""
        reader = self._readers.get(number)
        if reader is None:
            if not found:
                return ()
            reader = self._readers[number] = Reader()
        known = reader.feed(found, ms)
        if not reader.seen:
            del self._readers[number]
        return known

    def listing(self):
        """Every tag and its reader as bytes, for a checksum."""
        return b"".join([number.to_bytes(2, "little") + uid for _, number, uid in self.lying()])

    def lying(self):
        """(ms of its last read, reader, uid) of every tag."""
        return [
            (self._readers[number].seen[uid], number, uid)
            for number in sorted(self._readers)
            for uid in sorted(self._readers[number].seen)
        ]
