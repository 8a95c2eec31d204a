"""Notes as a WAV file, for a loudspeaker."""

from __future__ import annotations

import io
import math
import wave
from array import array
from collections.abc import Iterable, Iterator

from controller.sounds.sound import LOUDEST, Note

SAMPLE_RATE = 11025  # samples per second: tunes stay below 5 kHz
LOUDEST_SAMPLE = 0x7FFF
FADE = 0.004  # s of fade at both ends of a note, against clicks


def waved(tune: Iterable[Note], volume: int = LOUDEST) -> bytes:
    """Return these notes, one after the other, as the bytes of a WAV file."""
    samples = array("h", (round(level) for note in tune for level in sine(note, volume)))
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(SAMPLE_RATE)
        out.writeframes(samples.tobytes())
    return file.getvalue()


def sine(note: Note, volume: int) -> Iterator[float]:
    """Yield the samples of a note, as a sine wave with faded ends."""
    count = SAMPLE_RATE * note.ms // 1000
    loud = LOUDEST_SAMPLE * (volume / LOUDEST) ** 2 if note.hertz else 0.0
    for at in range(count):
        fade = min(1.0, at / (FADE * SAMPLE_RATE), (count - 1 - at) / (FADE * SAMPLE_RATE))
        yield loud * fade * math.sin(math.tau * note.hertz * at / SAMPLE_RATE)
