"""The sounds: short tunes, each with a meaning, for a buzzer or loudspeaker."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum

from msgspec import Struct

LOUDEST = 255
USUAL_VOLUME = 160  # of LOUDEST
TUNE_GAP = 60  # ms of silence between two tunes


class Sound(Enum):
    """The meanings that sounds have."""

    MADE = "made"  # a move counts
    WRONG = "wrong"  # it breaks a rule, or something is in the wrong place
    TURN = "turn"  # another player is to move
    QUESTION = "question"  # a question for a key
    ALARM = "alarm"  # the strip may tear
    TROUBLE = "trouble"  # a fault of the machine; play continues


class Note(Struct, frozen=True):
    """A pitch and its duration; 0 Hz is a rest."""

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
    """The volume, and the sounds that are switched off."""

    volume: int = USUAL_VOLUME  # of LOUDEST
    off: frozenset[Sound] = frozenset()

    def tune(self, sounds: Iterable[Sound]) -> tuple[Note, ...]:
        """Return the notes of these sounds, one after the other, without those switched off."""
        heard = [TUNES[sound] for sound in sounds if sound not in self.off and self.volume]
        apart = [(*tune, Note(0, TUNE_GAP)) for tune in heard[:-1]]
        return tuple(note for tune in (*apart, *heard[-1:]) for note in tune)


def sounds_to_silence(words: Iterable[str]) -> frozenset[Sound]:
    """Return the sounds to switch off if only these are wanted; ValueError for an unknown one."""
    return frozenset(Sound) - {Sound(word) for word in words}
