"""Plays tunes and speaks sentences, each in its own process, without waiting for them."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

from controller.sounds.sound import Note
from controller.sounds.wave import waved
from controller.values import Saying
from drivers.speaker.pipeline import Pipeline, Running
from drivers.speaker.voices import FindProgram, VoiceCommand, voice

PLAYERS = (("aplay", "-q", "-"), ("pw-play", "-"), ("play", "-q", "-t", "wav", "-"))
PIPE = 60_000  # bytes that a pipe accepts unread: 2.7 s of a tune
LONGEST_SPEECH = 600  # most letters spoken at once

log = logging.getLogger(__name__)


class Speaker:
    """Plays tunes and speaks sentences; a new one cuts the last of its kind short."""

    def __init__(
        self,
        voices: Path | None = None,
        found: FindProgram = shutil.which,
        start: Callable[[Sequence[VoiceCommand]], Running] = Pipeline,
    ) -> None:
        self._start = start
        self._player = next((one for one in PLAYERS if found(one[0])), None)
        self._voice = voice(found, voices)
        self._running: dict[str, Running] = {}

    @property
    def missing(self) -> list[Saying]:
        """What cannot be heard on this machine, and what to install."""
        lacks = [("sounds", self._player), ("speech", self._voice)]
        return [Saying(f"speaker.no_{what}") for what, program in lacks if program is None]

    def sound(self, tune: Sequence[Note], volume: int) -> None:
        if self._player:
            self._feed("tune", [self._player], waved(tune, volume)[:PIPE])

    def say(self, text: str, volume: int) -> None:
        if self._voice and text and volume:
            self._feed("voice", self._voice.commands(volume), text[:LONGEST_SPEECH].encode())

    def close(self) -> None:
        for what in list(self._running):
            self._cut_short(what)

    def _feed(self, what: str, commands: Sequence[VoiceCommand], content: bytes) -> None:
        """Start the programs with this input; failures are only logged."""
        self._cut_short(what)
        try:
            running = self._running[what] = self._start(commands)
            assert running.stdin
            with running.stdin as pipe:
                pipe.write(content)
        except OSError as trouble:
            log.warning("Nothing is heard of %s: %s.", commands[0][0], trouble)

    def _cut_short(self, what: str) -> None:
        running = self._running.pop(what, None)
        if running and running.poll() is None:
            running.terminate()
            running.poll()
