"""The one loop: how a reading becomes a light. Whoever hands in a board may run it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from controller.scene import Chain, Frame, Scene, render
from controller.sitting.hearing import Ears
from controller.sitting.table import Table
from controller.sounds.knob import Knob
from controller.sounds.sound import Note, Sound
from controller.values import Observation

STEPS = 16  # of a thought between two looks at lights, pages and robots: a few milliseconds


class Sounds(Protocol):
    """Whatever can play a tune."""

    def sound(self, tune: Sequence[Note], volume: int) -> None: ...


class Board(Sounds, Protocol):
    """What the loop asks of a board."""

    def observe(self, patience: float | None = None) -> Observation: ...
    def show(self, frame: Frame) -> None: ...


class Loop:
    """A table at a board."""

    def __init__(
        self,
        table: Table,
        board: Board,
        chain: Chain,
        pixels: int,
        loudness: Knob | None = None,
    ) -> None:
        self.table = table
        self.board = board
        self.scene: Scene = {}
        self.instead: Scene | None = None  # shown while nobody plays: another game, another time
        self.ears = Ears(loudness)
        self.speakers: Sequence[Sounds] = ()  # besides the board's own
        self._chain = chain
        self._pixels = pixels
        self._frame: Frame = []
        self._seen: Observation | None = None

    @property
    def resting(self) -> bool:
        """Nothing changes here unless the board tells of something, or somebody speaks."""
        idle = self._seen is not None and self.table.idle(self._seen)
        return idle and self.instead is None and not self.table.unsaved

    def turn(self, patience: float | None = None) -> Observation:
        """Once round: feel, decide, light. What was decided is written down before it is lit."""
        observation = self._observe(patience)
        self._seen = observation
        if not self.table.idle(observation):
            self.instead = None
            self._answer(observation)
        elif self.instead is None:
            self.board.show(self._frame)
        else:
            self.board.show(render(self.instead, self._chain, self._pixels))
        self.table.catch_up(observation.at)
        return observation

    def _observe(self, patience: float | None) -> Observation:
        """The board as it is now; while nothing changes, a thought is continued first.

        The board is looked at after every step of the thought, so no contact waits for it.
        """
        observation = self.board.observe(0.0 if self.table.thinking else patience)
        for _ in range(STEPS):
            if not self.table.think_on(observation):
                break
            observation = self.board.observe(0.0)
        return observation

    def _answer(self, observation: Observation) -> None:
        self._light(observation)
        while self.table.busy:
            self.table.keep()
            self._light(observation)

    def _light(self, observation: Observation) -> None:
        self.scene = self.table.see(observation)
        self._frame = render(self.scene, self._chain, self._pixels)
        self.board.show(self._frame)
        self._play(self.ears.tune(self.table))

    def sound(self, sound: Sound) -> None:
        """What is heard besides what befalls the game."""
        self._play(self.ears.loudness.tune([sound]))

    def _play(self, tune: Sequence[Note]) -> None:
        for one in (self.board, *self.speakers) if tune else ():
            one.sound(tune, self.ears.loudness.volume)
