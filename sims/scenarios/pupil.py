"""A simulated hand that takes lessons: it does what is asked for, or something else first."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from controller.app.running_table import RunningTable
from controller.app.start_game import Environment, lesson_of
from controller.app.twin import OpenTwin
from controller.errors import StardeckError
from controller.game import Game, Move
from controller.lessons.teacher import Teacher
from controller.sitting.flow import Stage
from controller.sitting.table import Table
from drivers.clock import Clock, StepClock
from drivers.wiring import load_wiring
from sims.bench.twin import Twin, open_twin

PATIENCE = 60.0  # s of the table's own time until something has come of what was done
PAUSE = 0.2  # s until the table replies; nobody is watching
CHOICE = 200  # moves among which luck chooses, on a wide board
QUIET = (Stage.WAITING, Stage.OVER)


class Stuck(StardeckError):
    """A lesson leads no further."""


def school(panel: Path, opened: OpenTwin, clock: Clock) -> Environment:
    """A house in which this panel is simulated, and nothing is kept."""
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
    """One lesson at one table, with hands."""

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
        self.running = RunningTable(house, terms, overheard=lambda words: None, pause=PAUSE)
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
        """Until nobody moves, the board stands right and somebody is to act."""
        self.wait(seconds)
        until = self.clock.now() + PATIENCE
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
        """What the lights ask for is done; a strip is vouched for, as somebody would."""
        if self.table.asks().key == "table.locate":
            self.twin.obey("press yes", lambda sentence: None)
        elif self.table.stage in (Stage.SETUP, Stage.MENDING) and not self.twin.busy:
            self.twin.obey("tidy", lambda sentence: None)

    @property
    def quiet(self) -> bool:
        """A teacher who has something to do has done it."""
        table = self.table
        resting = table.stage in QUIET and not table.busy and not self.twin.busy
        touched = bool(table.state.input.felt.touched)
        now = self.clock.now()
        waits = self.teacher.attend(table, now) is None and not self.teacher.lingers(now)
        return resting and not touched and waits

    # ---------------------------------------------------------------------------------- learning

    def learn(self) -> None:
        """From the first task to the last, as it is asked for."""
        for _ in range(3 * len(self.teacher.lesson.tasks)):
            if self.teacher.done:
                return
            self.do_task()
        if not self.teacher.done:
            raise self.stuck()

    def do_task(self) -> None:
        """The way that the lesson has; where that is shut by now, whatever may be done."""
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
        """What the learner may do; where it is not his turn, anybody."""
        every: list[Move] = list(self.table.position.moves())
        own = [move for move in every if move.seat == self.teacher.lesson.learner]
        return iter(own or every)

    def disturb(self, luck: Random) -> None:
        """Something that may be done, and is perhaps not what is asked for."""
        if not self.teacher.done and self.table.position.actors:
            self.make(luck.choice(list(self.lawful())[:CHOICE]))
