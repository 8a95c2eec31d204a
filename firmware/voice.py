"""Sends numbered messages to the host."""

from firmware import wire


class Voice:
    """Sends numbered messages, once a host has greeted."""

    def __init__(self, hal):
        self.heeded = False
        self.lost = 0
        self._hal = hal
        self._seq = 0

    def offer(self, kind, *fields):
        """Send this; False if the line is full: the caller must retry."""
        if not self.heeded:
            return True
        if not self._hal.write(wire.encode(kind, self._seq, wire.pack(kind, *fields))):
            return False
        self._seq = (self._seq + 1) & 0xFF
        return True

    def say(self, kind, *fields):
        """Send this if there is room."""
        if not self.offer(kind, *fields):
            self.lost += 1
