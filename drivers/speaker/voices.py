"""Speech programs: espeak-ng, which always has a voice, or piper with a downloaded voice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol, TypeAlias

import msgspec
from msgspec import Struct

from controller.sounds.sound import LOUDEST

LOUD = 200  # espeak-ng's greatest amplitude

VoiceCommand: TypeAlias = Sequence[str]
FindProgram: TypeAlias = Callable[[str], str | None]
"""Returns the path of a program, or None."""


class SpeechVoice(Protocol):
    def commands(self, volume: int) -> Sequence[VoiceCommand]:
        """Return the programs of a pipeline; the first one reads the sentence."""


class Espeak(Struct, frozen=True):
    program: str

    def commands(self, volume: int) -> Sequence[VoiceCommand]:
        return ((self.program, "--stdin", "-a", str(volume * LOUD // LOUDEST)),)


class Audio(Struct, frozen=True):
    sample_rate: int  # Hz


class Model(Struct, frozen=True):
    """The part of a voice's JSON file that tells how to play it."""

    audio: Audio


class Piper(Struct, frozen=True):
    """Speech as 16-bit samples from one program, played by another."""

    program: str
    player: str
    voice: Path
    hertz: int

    def commands(self, volume: int) -> Sequence[VoiceCommand]:
        speaks = (self.program, "--model", str(self.voice), "--output-raw")
        return (speaks, self._aplay() if Path(self.player).name == "aplay" else self._sox(volume))

    def _aplay(self) -> VoiceCommand:
        """Return the command for aplay, which cannot set a volume."""
        return (self.player, "-q", "-t", "raw", "-f", "S16_LE", "-c", "1", "-r", str(self.hertz))

    def _sox(self, volume: int) -> VoiceCommand:
        gain = f"{(volume / LOUDEST) ** 2:.3f}"
        kind = ("-t", "raw", "-e", "signed", "-b", "16", "-c", "1", "-r", str(self.hertz))
        return (self.player, "-q", "-v", gain, *kind, "-")


def voice(found: FindProgram, folder: Path | None = None) -> SpeechVoice | None:
    """Return the best speech program found: piper with a voice in `folder`, else espeak-ng."""
    program, player = found("piper"), found("play") or found("aplay")
    models = sorted(folder.glob("*.onnx")) if folder else []
    for model in models if program and player else ():
        if hertz := rate(model):
            return Piper(str(program), str(player), model, hertz)
    espeak = found("espeak-ng")
    return Espeak(espeak) if espeak else None


def rate(model: Path) -> int:
    """Return the sample rate in a voice's JSON file; 0 if it is missing or damaged."""
    try:
        beside = model.with_name(f"{model.name}.json").read_bytes()
        return msgspec.json.decode(beside, type=Model).audio.sample_rate
    except (OSError, msgspec.MsgspecError):
        return 0
