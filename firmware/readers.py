"""The tags on NFC readers: debounces looks into tags that come and go."""

MISSES = 3  # looks in a row; a present tag is sometimes missed once or twice


class Reader:
    """One reader or antenna, and its tags.

    A reader finds one tag per look: two tags are read in turn, and both are reported.
    """

    def __init__(self):
        self.seen = {}  # uid: ms of its last read
        self._missed = {}

    @property
    def doubtful(self):
        """True if a tag was missed, and may be gone."""
        return any(self._missed.values())

    def feed(self, found, ms):
        """Return the changes (seen, uid) by a look with these tags."""
        known = [(0, uid) for uid in sorted(self.seen) if uid not in found and self._miss(uid)]
        for uid in found:
            if uid not in self.seen:
                known.append((1, uid))
            self.seen[uid] = ms
            self._missed[uid] = 0
        return known

    def _miss(self, uid):
        """Count a miss; True at the last."""
        self._missed[uid] += 1
        if self._missed[uid] < MISSES:
            return False
        del self.seen[uid], self._missed[uid]
        return True


class Readers:
    """The readers and antennas that have tags, by number."""

    def __init__(self):
        self._readers = {}

    @property
    def doubtful(self):
        return any(reader.doubtful for reader in self._readers.values())

    def feed(self, number, found, ms):
        """Return the changes (seen, uid) by a look here."""
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
        """Return every tag and its reader as bytes, for a checksum."""
        return b"".join([number.to_bytes(2, "little") + uid for _, number, uid in self.lying()])

    def lying(self):
        """Return (ms of its last read, reader, uid) of every tag."""
        return [
            (self._readers[number].seen[uid], number, uid)
            for number in sorted(self._readers)
            for uid in sorted(self._readers[number].seen)
        ]
