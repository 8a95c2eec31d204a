"""The buzzer: plays a tune received as a whole, note by note."""

import struct

from firmware import wire

LOWEST, HIGHEST = 50, 10000  # Hz that a buzzer can make; 0 is a rest


class Tune:
    """The tune being played; a new one replaces it."""

    def __init__(self):
        self.volume = 0
        self._notes = []  # (ms at which it ends, Hz)

    def take(self, volume, notes, ms):
        """Play these runs of wire.NOTE; False if they are invalid."""
        if len(notes) % wire.NOTE_SIZE:
            return False
        tune, end = [], ms
        for at in range(0, len(notes), wire.NOTE_SIZE):
            hertz, lasts = struct.unpack_from(wire.NOTE_FORMAT, notes, at)
            if hertz and not LOWEST <= hertz <= HIGHEST:
                return False
            end += lasts
            tune.append((end, hertz))
        self.volume, self._notes = volume, tune
        return True

    @property
    def due(self):
        """Return the ms at which the note ends; None in silence."""
        return self._notes[0][0] if self._notes else None

    def tone(self, ms):
        """Return (Hz, volume) at this moment; both 0 in silence."""
        while self._notes and ms >= self._notes[0][0]:
            self._notes.pop(0)
        hertz = self._notes[0][1] if self._notes else 0
        return (hertz, self.volume) if hertz and self.volume else (0, 0)
