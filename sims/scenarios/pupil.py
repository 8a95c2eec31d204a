"""A simulated learner: takes lessons at a simulated table, for tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from controller.app.running.running_table import RunningTable
from controller.app.setup.start_game import Environment, lesson_of
from controller.app.setup.twin import OpenTwin
from controller.errors import StardeckError
from controller.game import Game, Move
from controller.lessons.teacher import RESTING_STAGES, Teacher
from controller.sitting.flow import Stage
from controller.sitting.table import Table
from drivers.clock import Clock, StepClock
from drivers.wiring import load_wiring
from sims.bench.twin import Twin, open_twin

EFFECT_TIMEOUT = 60.0  # s, in the table's time, until an act must have had its effect
REPLY_PAUSE = 0.2  # s until the table replies: short, as nobody watches
CHOICE = 200  # most moves to choose from at random


class Stuck(StardeckError):
    """Raised when a lesson does not go on."""


def school(panel: Path, opened: OpenTwin, clock: Clock) -> Environment:
    """Return an environment in which this panel is simulated and nothing is kept."""
    return Environment(
        url="sim://",
        panel=lambda game: load_wiring(panel),
        journal=None,
        seed=lambda: 7,
        today=lambda: "",
        clock=clock,
        open_twin=opened,
    )


class Pupil:
    """One lesson at one simulated table."""

    def __init__(
        self,
        game: Game,
        name: str,
        panel: Path,
        *,
        opened: OpenTwin = open_twin,
        clock: Clock | None = None,
    ) -> None:
        self.clock = clock or StepClock()
        house, terms = school(panel, opened, self.clock), lesson_of(game, name)
        self.running = RunningTable(house, terms, overheard=lambda words: None, pause=REPLY_PAUSE)
        assert isinstance(self.running.twin, Twin) and self.running.teacher
        self.twin: Twin = self.running.twin
        self.teacher: Teacher = self.running.teacher
        self.settle()

    @property
    def table(self) -> Table:
        return self.running.table

    def close(self) -> None:
        self.running.close()

    def wait(self, seconds: float) -> None:
        until = self.clock.now() + seconds
        while self.clock.now() < until:
            self.running.turn()
            self.running.let_robots_play()

    def settle(self, seconds: float = 0.6) -> None:
        """Wait until the table rests and a player is to act; mend the board meanwhile."""
        self.wait(seconds)
        until = self.clock.now() + EFFECT_TIMEOUT
        while not self.quiet:
            if self.clock.now() > until:
                raise self.stuck()
            self.wait(1.0)
            self._mend()

    def stuck(self) -> Stuck:
        lesson, task = self.teacher.lesson, self.teacher.taught().task
        stage, asked = self.table.stage.value, self.table.asks().key
        return Stuck("lesson.stuck", lesson=lesson.name, task=task, stage=stage, asked=asked)

    def _mend(self) -> None:
        """Do what the lights ask for; confirm the place of a strip."""
        if self.table.asks().key == "table.locate":
            self.twin.obey("press yes", lambda sentence: None)
        elif self.table.stage in (Stage.SETUP, Stage.MENDING) and not self.twin.busy:
            self.twin.obey("tidy", lambda sentence: None)

    @property
    def quiet(self) -> bool:
        """True if the table rests and the teacher has nothing left to do."""
        table = self.table
        resting = table.stage in RESTING_STAGES and not table.busy and not self.twin.busy
        touched = bool(table.state.input.felt.touched)
        now = self.clock.now()
        waits = self.teacher.attend(table, now) is None and not self.teacher.lingers(now)
        return resting and not touched and waits

    # ---------------------------------------------------------------------------------- learning

    def learn(self) -> None:
        """Do all tasks as asked, from the first to the last."""
        for _ in range(3 * len(self.teacher.lesson.tasks)):
            if self.teacher.done:
                return
            self.do_task()
        if not self.teacher.done:
            raise self.stuck()

    def do_task(self) -> None:
        """Do the task in the lesson's own way, or by any lawful move if that is impossible."""
        task, number = self.teacher.task, self.teacher.taught().task
        breaks = any(kind == "refused" for goal in task.goals for kind, _, _ in goal.ways)
        for move in task.way:
            refused = self.table.position.refusal(move) and not breaks
            self.make(next(self.lawful()) if refused else move)
            if self.teacher.taught().task != number or self.teacher.done:
                return

    def make(self, move: Move) -> None:
        self.running.make(move)
        self.settle(1.0)

    def lawful(self) -> Iterator[Move]:
        """Yield the learner's lawful moves; if there are none, everyone's."""
        every: list[Move] = list(self.table.position.moves())
        own = [move for move in every if move.seat == self.teacher.lesson.learner]
        return iter(own or every)

    def disturb(self, luck: Random) -> None:
        """Make a random lawful move, which may not be what is asked for."""
        if not self.teacher.done and self.table.position.actors:
            self.make(luck.choice(list(self.lawful())[:CHOICE]))
