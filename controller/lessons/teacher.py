"""Somebody who follows a lesson at a table: says, points, replies, and takes back what misses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from msgspec import Struct

from controller.game import Move
from controller.lessons.goals import Sight, own
from controller.lessons.lesson import Lesson, Pointer, Task, following, names
from controller.sitting.flow import Stage
from controller.sitting.table import Table
from controller.values import Layout, Site, standing
from controller.words import said

QUIET = (Stage.WAITING, Stage.OVER)
READ = 3.0  # s for which a rule that was to be broken is told, before the next task


class Reply(Struct, frozen=True):
    """The others' move, which somebody is to make."""

    move: Move


class Rewind(Struct, frozen=True):
    """Not what was asked for: all goes back to this moment."""

    moment: int


Answer: TypeAlias = Reply | Rewind | None


class Taught(Struct, frozen=True):
    """Where a lesson stands, as far as it is shown."""

    game: str
    name: str
    title: str
    number: int  # of the lesson among those of its game, from 1
    count: int
    says: tuple[str, ...]
    shows: tuple[Pointer, ...]
    task: int  # tasks that are done ...
    tasks: int  # ... of so many
    done: bool
    missed: bool  # what was just done was allowed, and was taken back
    breaks: bool  # a rule is to be broken
    replying: bool  # the others play first; only then is it said what to do
    next: str  # the lesson after this one, or ""


class Teacher:
    """One lesson at one table. What is missed costs nothing."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.missed = False
        self._entries = [1 + len(lesson.played)]  # moments there were when each task began
        self._scores = [lesson.position.scores()]
        self._met = False
        self._stood = 0  # moments there were when it was met
        self._read_by = 0.0  # s, when what was told of a mistake has been read
        self._mending = False
        self._replying = bool(lesson.tasks[0].replies)

    @property
    def task(self) -> Task:
        return self.lesson.tasks[len(self._entries) - 1]

    @property
    def done(self) -> bool:
        """Nothing more is asked for, and the others have replied."""
        last = len(self._entries) == len(self.lesson.tasks)
        return last and (self._met or not (self.task.goals or self._replying))

    def taught(self) -> Taught:
        lesson, every = self.lesson, names(self.lesson.game)
        return Taught(
            game=lesson.game.name,
            name=lesson.name,
            title=lesson.title,
            number=1 + every.index(lesson.name),
            count=len(every),
            says=self._says,
            shows=self._shows,
            task=len(self._entries) - (0 if self.done else 1),
            tasks=len(lesson.tasks),
            done=self.done,
            missed=self.missed,
            breaks=not self.done and self.task.mistake and not self._met,
            replying=self._replying,
            next=following(lesson.game, lesson.name),
        )

    def points(self, layout: Layout) -> frozenset[Site]:
        """What the lights point at, beside what may be done; not a cell that all have left."""
        goals = (one.target for one in self._shows if one.target)
        left = (o.source for o in self._shows if o.target and not standing(layout, Site(o.source)))
        sources = {one.source for one in self._shows}.difference(left)
        return frozenset(map(Site, sources.union(goals)))

    def hope(self, table: Table) -> Move | None:
        """The next move that is asked for, where another one leads nowhere; lawful by then."""
        task, made = self.task, len(self._story(table)) - len(self.task.replies)
        if self._met or self._replying or task.mistake or not 0 <= made < len(task.way):
            return None
        move = task.way[made]
        return move if task.strict and table.position.refusal(move) is None else None

    @property
    def _says(self) -> tuple[str, ...]:
        """What to do; once the mistake is made that was asked for, that the table leads back."""
        if self._replying:
            return ()
        return (said("lesson.mistaken"),) if self._met and self.task.mistake else self.task.says

    @property
    def _shows(self) -> tuple[Pointer, ...]:
        return () if self._met or self._replying or self._mending else self.task.shows

    def attend(self, table: Table, now: float) -> Answer:
        """Look at the table once round; what is to be done about it, if anything."""
        self._go_back_with(table)
        self._mending = table.stage is Stage.MENDING
        if table.stage is Stage.MOVING or table.notice:
            self.missed = False  # something else is done by now
        if not self._met and self._reached(table):
            self._met, self._read_by = True, now + READ
            self._stood = len(table.moments)
        self._replying = len(self._story(table)) < len(self.task.replies)
        if table.busy or table.stage not in QUIET or self.done:
            return None
        if self.lingers(now):
            return None
        if self._met:
            if self.task.mistake and self._since(self._stood, table):
                return self._miss(self._stood)  # what was wrong was not put back, but moved on
            self._begin(table)
            self._replying = bool(self.task.replies)
        return self._judge(table)

    def lingers(self, now: float) -> bool:
        """A rule was broken as it was asked for, and is still being read."""
        return self._met and self.task.mistake and now < self._read_by

    # ------------------------------------------------------------------------------ task by task

    def _begin(self, table: Table) -> None:
        """The next task, where the board stands right."""
        self._entries.append(len(table.moments))
        self._scores.append(table.position.scores())
        self._met = self.missed = False
        table.hush()

    def _go_back_with(self, table: Table) -> None:
        """Who takes back what an earlier task asked for is at that task again."""
        while len(self._entries) > 1 and len(table.moments) < self._entries[-1]:
            self._entries.pop()
            self._scores.pop()
            self._met = self.missed = False

    def _story(self, table: Table) -> Sequence[Move]:
        """What was made since the task began, the others' replies first."""
        return self._since(self._entries[-1], table)

    def _since(self, moments: int, table: Table) -> Sequence[Move]:
        """What was made after there were so many moments, but for luck."""
        return own([moment.move for moment in table.moments[moments:] if moment.move])

    def _miss(self, moments: int) -> Rewind:
        """Back to where there were so many moments."""
        self.missed = True
        return Rewind(moments - 1)

    def _reached(self, table: Table) -> bool:
        story, replies = self._story(table), self.task.replies
        if len(story) < len(replies) or not self.task.goals:
            return False
        sight = Sight(table, story[len(replies) :], self._scores[-1])
        return all(goal.met(sight) for goal in self.task.goals)

    def _judge(self, table: Table) -> Answer:
        """Others reply first; then what misses the goal is taken back."""
        story, task = self._story(table), self.task
        if len(story) < len(task.replies) and story == task.replies[: len(story)]:
            return self._reply(task.replies[len(story)], table)
        made = story[len(task.replies) :]
        if story[: len(task.replies)] != task.replies or self._astray(made, table):
            return self._miss(self._entries[-1])
        return None

    def _reply(self, move: Move, table: Table) -> Answer:
        """Where the learner's own choice has made it unlawful, that choice is made anew."""
        if table.position.refusal(move) is None:
            return Reply(move)
        return self._miss(self._entries[-2:][0])

    def _astray(self, made: Sequence[Move], table: Table) -> bool:
        """So that the goal is not reached this way, or not in time."""
        way = self.task.way
        if not made or not self.task.goals:
            return False
        if self.task.free:
            return self.lesson.learner not in table.position.actors
        if self.task.strict and made != way[: len(made)]:
            return True
        return len(made) >= len(way) or way[len(made)].seat not in table.position.actors
