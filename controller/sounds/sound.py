"""What a table sounds: short tunes, each with a meaning, for whoever has a buzzer to play them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum

from msgspec import Struct

LOUDEST = 255
USUAL = 160  # of LOUDEST
BREATH = 60  # ms of silence between two tunes


class Sound(Enum):
    MADE = "made"  # a move counts
    WRONG = "wrong"  # a rule is against it, or something stands wrong
    TURN = "turn"  # the game waits for somebody else
    QUESTION = "question"  # a key is to decide
    ALARM = "alarm"  # the strip is in danger
    TROUBLE = "trouble"  # something befalls the machine; play goes on


class Note(Struct, frozen=True):
    """A pitch for a while; 0 Hz is a rest."""

    hertz: int
    ms: int


TUNES: Mapping[Sound, tuple[Note, ...]] = {
    Sound.MADE: (Note(660, 90), Note(990, 160)),
    Sound.WRONG: (Note(300, 160), Note(0, 20), Note(240, 220)),
    Sound.TURN: (Note(784, 120), Note(0, 20), Note(1047, 120), Note(0, 20), Note(1319, 240)),
    Sound.QUESTION: (Note(880, 110), Note(0, 40), Note(1175, 180)),
    Sound.TROUBLE: (Note(523, 120), Note(0, 40), Note(523, 120), Note(0, 40), Note(392, 260)),
    Sound.ALARM: (Note(2500, 200), Note(1800, 200)) * 3,
}


class Loudness(Struct, frozen=True):
    """How loud the table is, and what of it is not wanted."""

    volume: int = USUAL  # of LOUDEST
    off: frozenset[Sound] = frozenset()

    def tune(self, sounds: Iterable[Sound]) -> tuple[Note, ...]:
        """The notes of these, one after the other, without those that are off."""
        heard = [TUNES[sound] for sound in sounds if sound not in self.off and self.volume]
        apart = [(*tune, Note(0, BREATH)) for tune in heard[:-1]]
        return tuple(note for tune in (*apart, *heard[-1:]) for note in tune)


def wanted(words: Iterable[str]) -> frozenset[Sound]:
    """What is off when only these are wanted; ValueError when one is no sound."""
    return frozenset(Sound) - {Sound(word) for word in words}
