"""The teacher of a lesson: follows the table, says what to do, replies, and takes mistakes back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from msgspec import Struct

from controller.game import Move
from controller.lessons.goals import Sight, own
from controller.lessons.lesson import Lesson, Pointer, Task, lesson_names, next_lesson
from controller.sitting.flow import Stage
from controller.sitting.table import Table
from controller.values import Layout, Site, standing
from controller.words import said

RESTING_STAGES = (Stage.WAITING, Stage.OVER)
REFUSAL_SHOWN = 3.0  # s for which a rule broken on request is shown before the next task


class Reply(Struct, frozen=True):
    """The answer that this move of the other players is to be made."""

    move: Move


class Rewind(Struct, frozen=True):
    """The answer that the game must go back to this moment, as the goal was missed."""

    moment: int


Answer: TypeAlias = Reply | Rewind | None


class Taught(Struct, frozen=True):
    """A snapshot of a lesson in progress, for display."""

    game: str
    name: str
    title: str
    number: int  # of the lesson among those of its game, from 1
    count: int
    says: tuple[str, ...]
    shows: tuple[Pointer, ...]
    task: int  # number of tasks done
    tasks: int  # number of tasks in the lesson
    done: bool
    missed: bool  # the last move was legal but missed the goal, and was taken back
    breaks: bool  # the task asks to break a rule
    replying: bool  # the others play first; what to do is said after that
    next: str  # the lesson after this one, or ""


class Teacher:
    """Follows one lesson at one table; moves that miss the goal are taken back."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.missed = False
        self._entries = [1 + len(lesson.played)]  # number of moments when each task began
        self._scores = [lesson.position.scores()]
        self._met = False
        self._stood = 0  # number of moments when it was met
        self._read_by = 0.0  # s, time until which the broken rule is shown
        self._mending = False
        self._replying = bool(lesson.tasks[0].replies)

    @property
    def task(self) -> Task:
        """The current task."""
        return self.lesson.tasks[len(self._entries) - 1]

    @property
    def done(self) -> bool:
        """True if nothing more is asked for and the others have replied."""
        last = len(self._entries) == len(self.lesson.tasks)
        return last and (self._met or not (self.task.goals or self._replying))

    def taught(self) -> Taught:
        """Return a snapshot of the lesson for display."""
        lesson, every = self.lesson, lesson_names(self.lesson.game)
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
            next=next_lesson(lesson.game, lesson.name),
        )

    def points(self, layout: Layout) -> frozenset[Site]:
        """Return the sites that the lights point at; not a source cell that is empty by now."""
        goals = (one.target for one in self._shows if one.target)
        left = (o.source for o in self._shows if o.target and not standing(layout, Site(o.source)))
        sources = {one.source for one in self._shows}.difference(left)
        return frozenset(map(Site, sources.union(goals)))

    def hope(self, table: Table) -> Move | None:
        """Return the legal move the task asks for next, or None if other moves will do."""
        task, made = self.task, len(self._story(table)) - len(self.task.replies)
        if self._met or self._replying or task.mistake or not 0 <= made < len(task.way):
            return None
        move = task.way[made]
        return move if task.strict and table.position.refusal(move) is None else None

    @property
    def _says(self) -> tuple[str, ...]:
        """The sentences of the task; after a requested mistake, that the table leads back."""
        if self._replying:
            return ()
        return (said("lesson.mistaken"),) if self._met and self.task.mistake else self.task.says

    @property
    def _shows(self) -> tuple[Pointer, ...]:
        return () if self._met or self._replying or self._mending else self.task.shows

    def attend(self, table: Table, now: float) -> Answer:
        """Check the table once and return the answer: a reply, a rewind, or None."""
        self._go_back_with(table)
        self._mending = table.stage is Stage.MENDING
        if table.stage is Stage.MOVING or table.notice:
            self.missed = False  # the player is doing something new
        if not self._met and self._reached(table):
            self._met, self._read_by = True, now + REFUSAL_SHOWN
            self._stood = len(table.moments)
        self._replying = len(self._story(table)) < len(self.task.replies)
        if table.busy or table.stage not in RESTING_STAGES or self.done:
            return None
        if self.lingers(now):
            return None
        if self._met:
            if self.task.mistake and self._since(self._stood, table):
                return self._miss(self._stood)  # the piece was moved on instead of being put back
            self._begin(table)
            self._replying = bool(self.task.replies)
        return self._judge(table)

    def lingers(self, now: float) -> bool:
        """True while the rule that was broken on request is still shown."""
        return self._met and self.task.mistake and now < self._read_by

    # ------------------------------------------------------------------------------ task by task

    def _begin(self, table: Table) -> None:
        """Start the next task."""
        self._entries.append(len(table.moments))
        self._scores.append(table.position.scores())
        self._met = self.missed = False
        table.hush()

    def _go_back_with(self, table: Table) -> None:
        """Return to an earlier task if its moves were taken back."""
        while len(self._entries) > 1 and len(table.moments) < self._entries[-1]:
            self._entries.pop()
            self._scores.pop()
            self._met = self.missed = False

    def _story(self, table: Table) -> Sequence[Move]:
        """Return the moves since the task began, the others' replies first."""
        return self._since(self._entries[-1], table)

    def _since(self, moments: int, table: Table) -> Sequence[Move]:
        """Return the moves after the first `moments` moments, without those of CHANCE."""
        return own([moment.move for moment in table.moments[moments:] if moment.move])

    def _miss(self, moments: int) -> Rewind:
        """Return the answer that goes back to when there were so many moments."""
        self.missed = True
        return Rewind(moments - 1)

    def _reached(self, table: Table) -> bool:
        """True if the replies were made and all goals of the task are met."""
        story, replies = self._story(table), self.task.replies
        if len(story) < len(replies) or not self.task.goals:
            return False
        sight = Sight(table, story[len(replies) :], self._scores[-1])
        return all(goal.met(sight) for goal in self.task.goals)

    def _judge(self, table: Table) -> Answer:
        """Return the next reply, or a rewind if the moves miss the goal, or None."""
        story, task = self._story(table), self.task
        if len(story) < len(task.replies) and story == task.replies[: len(story)]:
            return self._reply(task.replies[len(story)], table)
        made = story[len(task.replies) :]
        if story[: len(task.replies)] != task.replies or self._astray(made, table):
            return self._miss(self._entries[-1])
        return None

    def _reply(self, move: Move, table: Table) -> Answer:
        """Return the reply, or a rewind to the task before if the learner has made it illegal."""
        if table.position.refusal(move) is None:
            return Reply(move)
        return self._miss(self._entries[-2:][0])

    def _astray(self, made: Sequence[Move], table: Table) -> bool:
        """True if the goal cannot be reached by these moves, or no longer in time."""
        way = self.task.way
        if not made or not self.task.goals:
            return False
        if self.task.free:
            return self.lesson.learner not in table.position.actors
        if self.task.strict and made != way[: len(made)]:
            return True
        return len(made) >= len(way) or way[len(made)].seat not in table.position.actors
