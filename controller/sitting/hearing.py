"""What is heard of a sitting: decided by how it stands now beside how it stood, as lights are."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from controller.sitting.flow import Stage
from controller.sitting.table import Table
from controller.sounds.knob import Knob
from controller.sounds.sound import Note, Sound
from controller.values import CHANCE, Refusal, Seat

AWAY = (Stage.SHELF, Stage.SETUP, Stage.PAUSED, Stage.OVER)  # nobody's turn


class Heard(Struct, frozen=True):
    """As much of a sitting as the ear goes by."""

    stage: Stage = Stage.SHELF
    moments: int = 0
    notice: Refusal | None = None
    alarm: bool = False
    due: frozenset[Seat] = frozenset()  # for whom the table waited when it last waited
    dealt: bool = False  # the last move was nobody's


def heard(table: Table, before: Heard) -> Heard:
    """How the sitting stands; a hand in the board does not end a turn."""
    stage, due = table.stage, before.due
    if stage in AWAY:
        due = frozenset()
    elif stage is Stage.WAITING:
        due = frozenset(table.position.actors) - {CHANCE} or due
    dealt = len(table.moments) > 1 and table.state.last_seat == CHANCE
    return Heard(stage, len(table.moments), table.notice, bool(table.alarm), due, dealt)


def sounds(before: Heard, now: Heard) -> tuple[Sound, ...]:
    """What there is to be heard about the difference; what is wrong goes before what is right."""
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
    """What was heard of a sitting so far; `waits` says whose turn is worth a sound."""

    def __init__(self, loudness: Knob | None = None) -> None:
        self.loudness = loudness or Knob()
        self.waits: Callable[[Seat], bool] = lambda seat: True
        self._last = Heard()

    def tune(self, table: Table) -> tuple[Note, ...]:
        """The notes that go with what has just changed, if any do."""
        before, self._last = self._last, heard(table, self._last)
        news = sounds(before, self._last)
        if not any(map(self.waits, self._last.due)):
            news = tuple(sound for sound in news if sound is not Sound.TURN)
        return self.loudness.tune(news)
