"""The way up the line: what is said, and what finds no room there."""

from firmware import wire


class Voice:
    """The way up the line: numbered messages, once somebody listens."""

    def __init__(self, hal):
        self.heeded = False
        self.lost = 0
        self._hal = hal
        self._seq = 0

    def offer(self, kind, *fields):
        """Say this; False when the line is full, and the caller still owes it."""
        if not self.heeded:
            return True
        if not self._hal.write(wire.encode(kind, self._seq, wire.pack(kind, *fields))):
            return False
        self._seq = (self._seq + 1) & 0xFF
        return True

    def say(self, kind, *fields):
        """Say this if the line has room."""
        if not self.offer(kind, *fields):
            self.lost += 1
