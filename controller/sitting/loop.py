"""The main loop: observe the board, update the table, show the lights."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from controller.scene import Chain, Frame, Scene, render
from controller.sitting.hearing import Ears
from controller.sitting.news import News
from controller.sitting.table import Table
from controller.sounds.knob import Knob
from controller.sounds.sound import Note, Sound
from controller.values import Observation

SEARCH_STEPS = 16  # of a search in one turn of the loop; a few milliseconds


class Sounds(Protocol):
    """A device that can play notes."""

    def sound(self, tune: Sequence[Note], volume: int) -> None: ...


class LoopBoard(Sounds, Protocol):
    """The methods of a board that the loop uses."""

    def observe(self, patience: float | None = None) -> Observation: ...
    def show(self, frame: Frame) -> None: ...


class Turn(Struct, frozen=True):
    """What the board read in a turn, and what the table leaves to the caller."""

    observation: Observation
    news: tuple[News, ...] = ()


class Loop:
    """Runs a table on a board."""

    def __init__(
        self,
        table: Table,
        board: LoopBoard,
        chain: Chain,
        pixels: int,
        loudness: Knob | None = None,
    ) -> None:
        self.table = table
        self.board = board
        self.scene: Scene = {}
        self.instead: Scene | None = None  # shown while idle, e.g. another game or step
        self.ears = Ears(loudness)
        self.speakers: Sequence[Sounds] = ()  # besides the board's own speaker
        self._chain = chain
        self._pixels = pixels
        self._frame: Frame = []
        self._seen: Observation | None = None

    @property
    def resting(self) -> bool:
        """True if nothing will change here until the board or a page sends something."""
        idle = self._seen is not None and self.table.idle(self._seen)
        return idle and self.instead is None and not self.table.unsaved

    def turn(self, patience: float | None = None) -> Turn:
        """Run one turn: observe, decide, light. A decision is written to disk before it is lit."""
        observation = self._observe(patience)
        self._seen, news = observation, tuple[News, ...]()
        if not self.table.idle(observation):
            self.instead = None
            news = self._answer(observation)
        elif self.instead is None:
            self.board.show(self._frame)
        else:
            self.board.show(render(self.instead, self._chain, self._pixels))
        self.table.catch_up(observation.at)
        return Turn(observation, news)

    def _observe(self, patience: float | None) -> Observation:
        """Return an observation of the board; a search under way is continued first.

        The board is observed after every step of the search, so that no contact has to wait for it.
        """
        observation = self.board.observe(0.0 if self.table.thinking else patience)
        for _ in range(SEARCH_STEPS):
            if not self.table.think_on(observation):
                break
            observation = self.board.observe(0.0)
        return observation

    def _answer(self, observation: Observation) -> tuple[News, ...]:
        """Light what is seen, and again after each decision is written; return the news."""
        news = self._light(observation)
        while self.table.busy:
            self.table.keep()
            news += self._light(observation)
        return news

    def _light(self, observation: Observation) -> tuple[News, ...]:
        seen = self.table.see(observation)
        self.scene = seen.scene
        self._frame = render(self.scene, self._chain, self._pixels)
        self.board.show(self._frame)
        self._play(self.ears.tune(self.table.state))
        return seen.news

    def sound(self, sound: Sound) -> None:
        """Play a sound that does not come from the state of the game."""
        self._play(self.ears.loudness.tune([sound]))

    def _play(self, tune: Sequence[Note]) -> None:
        for one in (self.board, *self.speakers) if tune else ():
            one.sound(tune, self.ears.loudness.volume)
