"""The sounds of a sitting, derived from the difference between its state now and before."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from controller.sitting.flow import Stage
from controller.sitting.state import State
from controller.sounds.knob import Knob
from controller.sounds.sound import Note, Sound
from controller.values import CHANCE, Refusal, Seat

AWAY = (Stage.SHELF, Stage.SETUP, Stage.PAUSED, Stage.OVER)  # no player's turn


class Heard(Struct, frozen=True):
    """The parts of a sitting's state that sounds depend on."""

    stage: Stage = Stage.SHELF
    moments: int = 0
    notice: Refusal | None = None
    alarm: bool = False
    due: frozenset[Seat] = frozenset()  # for whom the table waited when it last waited
    dealt: bool = False  # the last move was dealt by CHANCE


def audible_state(state: State, before: Heard) -> Heard:
    """Return the parts that sounds depend on; a hand in the board does not end a turn."""
    stage, due, played = state.stage, before.due, len(state.progress.moments)
    if stage in AWAY:
        due = frozenset()
    elif stage is Stage.WAITING:
        due = frozenset(state.position.actors) - {CHANCE} or due
    dealt = played > 1 and state.progress.last_seat == CHANCE
    return Heard(stage, played, state.said.notice, bool(state.strips.alarm), due, dealt)


def sounds(before: Heard, now: Heard) -> tuple[Sound, ...]:
    """Return the sounds for the difference of two states; warnings replace all others."""
    if now.alarm:
        return () if before.alarm else (Sound.ALARM,)
    entered = now.stage if now.stage is not before.stage else None
    if entered is Stage.MENDING or now.notice not in (None, before.notice):
        return (Sound.WRONG,)
    if entered is Stage.ASKING:
        return (Sound.QUESTION,)
    made = before.moments and now.moments > before.moments and not now.dealt
    turn = now.due and now.due != before.due
    return (*[Sound.MADE] * bool(made), *[Sound.TURN] * bool(turn))


class Ears:
    """Remembers the last state, to play sounds for changes; `waits` says whose turn has a sound."""

    def __init__(self, loudness: Knob | None = None) -> None:
        self.loudness = loudness or Knob()
        self.waits: Callable[[Seat], bool] = lambda seat: True
        self._last = Heard()

    def tune(self, state: State) -> tuple[Note, ...]:
        """Return the notes for what has changed since the last call; () if nothing has."""
        before, self._last = self._last, audible_state(state, self._last)
        news = sounds(before, self._last)
        if not any(map(self.waits, self._last.due)):
            news = tuple(sound for sound in news if sound is not Sound.TURN)
        return self.loudness.tune(news)
