"""A simulated hand that takes lessons: it does what is asked for, or something else first."""

from __future__ import annotations

from pathlib import Path
from random import Random

from controller.app.running_table import RunningTable
from controller.app.start_game import House, lesson_of
from controller.game import Game, Move
from controller.lessons.teacher import Teacher
from controller.sitting.flow import Stage
from drivers.clock import StepClock
from drivers.wiring import load_wiring
from sims.bench.twin import open_twin

PATIENCE = 60.0  # s of the table's own time until something has come of what was done
QUIET = (Stage.WAITING, Stage.OVER)


def school(panel: Path, opened=open_twin, clock=None) -> House:
    """A house in which this panel is simulated, and nothing is kept."""
    return House(
        url="sim://",
        panel=lambda game: load_wiring(panel),
        journal=None,
        seed=lambda: 7,
        today=lambda: "1954-10-01 20:00",
        clock=clock or StepClock(),
        open_twin=opened,
    )


class Pupil:
    """One lesson at one table, with hands."""

    def __init__(self, game: Game, name: str, panel: Path, **world) -> None:
        self.house = school(panel, **world)
        terms = lesson_of(game, name)
        self.running = RunningTable(self.house, terms, overheard=lambda words: None, pause=0.2)
        self.running.twin.lights = lambda: dict(self.running.loop.scene)
        self.told: list[str] = []  # what was said, task by task
        self.settle()

    @property
    def teacher(self) -> Teacher:
        assert self.running.teacher
        return self.running.teacher

    @property
    def table(self):
        return self.running.table

    def close(self) -> None:
        self.running.close()

    def turn(self) -> None:
        self.running.turn()
        self.running.let_robots_play()

    def wait(self, seconds: float) -> None:
        until = self.house.clock.now() + seconds
        while self.house.clock.now() < until:
            self.turn()

    @property
    def stuck(self) -> str:
        asked, stage = self.table.asks(), self.table.stage.value
        return f"{self.teacher.lesson.name}, task {self.teacher.taught().task}: {stage}, {asked}"

    def settle(self, seconds: float = 0.0) -> None:
        """Until nobody moves, the board stands right and somebody is to act."""
        self.wait(max(seconds, 0.6))
        until = self.house.clock.now() + PATIENCE
        while not self.quiet:
            assert self.house.clock.now() < until, self.stuck
            self.wait(1.0)
            if self.table.asks().key == "table.locate":
                self.running.twin.obey("press yes", lambda sentence: None)
            elif self.table.stage in (Stage.SETUP, Stage.MENDING) and not self.running.twin.busy:
                self.running.twin.obey("tidy", lambda sentence: None)

    @property
    def quiet(self) -> bool:
        """A teacher who has something to do has done it."""
        table, teacher = self.table, self.teacher
        resting = table.stage in QUIET and not table.busy and not self.running.twin.busy
        return resting and teacher.attend(table) is None and not table.input.felt.touched

    # ---------------------------------------------------------------------------------- learning

    def learn(self) -> None:
        """From the first task to the last, as it is asked for."""
        for _ in range(3 * len(self.teacher.lesson.tasks)):
            if self.teacher.done:
                return
            self.do_task()
        raise AssertionError(self.stuck)

    def do_task(self) -> None:
        """The way that the lesson has; where that is shut by now, whatever may be done."""
        self.told += self.teacher.taught().says
        task, number = self.teacher.task, self.teacher.taught().task
        for move in task.way:
            refusal = self.table.position.refusal(move)
            wanted = any(kind == "refused" for goal in task.goals for kind, _, _ in goal.ways)
            self.make(next(self.lawful()) if refusal and not wanted else move)
            if self.teacher.taught().task != number or self.teacher.done:
                return

    def make(self, move: Move) -> None:
        self.running.make(move)
        self.settle(1.0)

    def lawful(self):
        moves = [m for m in self.table.position.moves() if m.seat == self.teacher.lesson.learner]
        return iter(moves or list(self.table.position.moves()))

    def disturb(self, luck: Random) -> None:
        """Something that may be done, and is perhaps not what is asked for."""
        if self.teacher.done or not self.table.position.actors:
            return
        moves = list(self.lawful())
        self.make(luck.choice(moves[:200]))
