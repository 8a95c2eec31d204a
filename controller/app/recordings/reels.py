"""Both recordings of a table: in a file if switched on, and always in memory."""

from __future__ import annotations

from controller.app.recordings.black_box import BlackBox
from controller.app.recordings.recording import Recording
from controller.game import Move


class Reels:
    """Both recordings, which get the same traffic, deals and commands."""

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
        """Return the name of a recording of the last minutes; save the black box if needed."""
        if self.recording.on:
            return self.recording.name
        return self.recording.keep(self.black_box.text) if self.black_box.on else ""
