"""Both reels of a table: a file, when somebody wants it, and the last minutes in memory, always."""

from __future__ import annotations

from controller.app.recordings.black_box import BlackBox
from controller.app.recordings.recording import Recording
from controller.game import Move


class Reels:
    """What passes, is dealt and is said goes on to both."""

    def __init__(self, recording: Recording, black_box: BlackBox) -> None:
        self.recording, self.black_box = recording, black_box

    def listen(self, sign: str, data: bytes) -> None:
        self.recording.listen(sign, data)
        self.black_box.listen(sign, data)

    def deal(self, played: int, move: Move) -> None:
        self.recording.deal(played, move)
        self.black_box.deal(played, move)

    def say(self, words: str) -> None:
        self.recording.say(words)
        self.black_box.say(words)

    def evidence(self) -> str:
        """The name of a recording of what led to this moment."""
        if self.recording.on:
            return self.recording.name
        return self.recording.keep(self.black_box.text) if self.black_box.on else ""
