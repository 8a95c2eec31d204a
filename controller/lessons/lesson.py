"""A lesson: a page of play with `say`, `show` and `goal`, read into tasks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from msgspec import Struct

from controller.errors import BadScenario, Misuse
from controller.game import Game, Move, Position
from controller.games import SHELF
from controller.lessons.goals import Goal, goal_of, lines, require_rule_of
from controller.lessons.page import (
    LAID,
    PageLine,
    blaming,
    build_game,
    read_head,
    read_page,
    split_at_bar,
)
from controller.table_rules import TableRules
from controller.values import CHANCE, Seat

LESSON_KEYS = ("learner", "teaches", "luck", *LAID)
FREE_GOALS = ("turn", "moves")  # goals that are reached by any moves
SPOKEN = ("say", "show", "reply", "goal", "way")


class Pointer(Struct, frozen=True):
    """Something to look at: a site, key or card; with a target, the way from one to the other."""

    source: str
    target: str = ""


class Task(Struct, frozen=True):
    """One task: sentences, pointers, replies of the others that come first, and goals."""

    says: tuple[str, ...] = ()
    shows: tuple[Pointer, ...] = ()
    replies: tuple[Move, ...] = ()
    goals: tuple[Goal, ...] = ()
    way: tuple[Move, ...] = ()  # moves that reach the goal; illegal ones if it is a refusal

    @property
    def strict(self) -> bool:
        """True if any move but those it asks for is taken back."""
        return any(goal.made for goal in self.goals)

    @property
    def mistake(self) -> bool:
        """True if the learner is asked to break a rule."""
        return any(kind == "refused" for goal in self.goals for kind, _, _ in goal.ways)

    @property
    def free(self) -> bool:
        """True if any moves will do, in any number."""
        return any(kind in FREE_GOALS for goal in self.goals for kind, _, _ in goal.ways)


class Lesson(Struct, frozen=True, eq=False):
    """A lesson: the position it starts from, then tasks. The last task may only say something."""

    name: str
    title: str
    game: Game
    start: Position[Any]
    played: tuple[tuple[Move, Position[Any]], ...]
    seed: int
    rules: TableRules
    luck: tuple[Move, ...]  # the moves of CHANCE that come before any others
    learner: Seat
    teaches: frozenset[str]
    tasks: tuple[Task, ...]

    @property
    def position(self) -> Position[Any]:
        """The position when the lesson begins."""
        return self.played[-1][1] if self.played else self.start

    @property
    def names(self) -> frozenset[str]:
        """The rules it teaches, and all words of its sentences, which may name further rules."""
        said = " ".join(text for task in self.tasks for text in task.says)
        return self.teaches | frozenset(re.findall(r"\w+", said))


def lesson_names(game: Game) -> tuple[str, ...]:
    """Return the names of a game's lessons, in order."""
    return tuple(path.stem for path in game.lessons)


@cache
def lesson_titles(name: str) -> dict[str, str]:
    """Return the titles of a game's lessons by name (cached)."""
    return {path.stem: read_page(path)[0] for path in SHELF[name].lessons}


def next_lesson(game: Game, name: str) -> str:
    """Return the name of the lesson after this one, or ''."""
    return dict(pairwise(lesson_names(game))).get(name, "")


def lesson_file(game: Game, name: str) -> Path:
    """Return the file of the lesson of this name; Misuse if there is none."""
    found = {path.stem: path for path in game.lessons}
    if name not in found:
        raise Misuse("lesson.unknown", game=game.title, name=name, names=", ".join(found))
    return found[name]


def read_lesson(path: Path, game: Game) -> Lesson:
    """Return the lesson in this file; BadScenario says which line is wrong, and why."""
    title, every = read_page(path)
    above, below = split_at_bar(path, every)
    head = read_head(path, above, LESSON_KEYS)
    found = build_game(head, game)
    with blaming(path, head.line("learner")):
        learner = Seat(seat_number(head.value("learner", "1"), len(found.start.scores())))
    with blaming(path, head.line("luck")):
        luck = lines(head.value("luck"), game) if "luck" in head.terms else ()
    with blaming(path, head.line("teaches")):
        taught = taught_by(head.value("teaches"), game)
    rules = TableRules(free_takeback=True, touched=found.rules.touched)
    tasks = tuple(tasks_of(path, join_continued(below), game))
    if CHANCE in found.position.actors:
        raise BadScenario("lesson.by_chance", path=path)
    start, moves, seed = found.start, found.played, found.seed
    return Lesson(path.stem, title, game, start, moves, seed, rules, luck, learner, taught, tasks)


def seat_number(text: str, seats: int) -> int:
    """Return the seat, from 0, of a player number; Misuse if there is no such seat."""
    if not (text.isdigit() and 1 <= int(text) <= seats):
        raise Misuse("lesson.no_learner", text=text)
    return int(text) - 1


def taught_by(text: str, game: Game) -> frozenset[str]:
    """Return the rule numbers in the text; Misuse if the game does not have one of them."""
    for number in text.split():
        require_rule_of(number, game)
    return frozenset(text.split())


# -------------------------------------------------------------------------------------- its tasks


def join_continued(below: Sequence[PageLine]) -> list[PageLine]:
    """Return the lines with each indented line appended to the one above it."""
    found: list[PageLine] = []
    for line in below:
        if line.indented and found:
            found[-1] = PageLine(found[-1].number, f"{found[-1].text} {line.text}")
        else:
            found.append(line)
    return found


def tasks_of(path: Path, below: Sequence[PageLine], game: Game) -> list[Task]:
    """Return the tasks of a lesson; a `say` or `reply` after a goal begins the next one."""
    found = [Told(path, game)]
    for line in below:
        with blaming(path, line.number):
            kind = line_kind(line.text)
            if kind in ("say", "reply") and found[-1].goals:
                found.append(Told(path, game))
            found[-1].take(kind, line.text.partition(":")[2].strip())
    tasks = [told.task for told in found]
    if not any(task.goals for task in tasks) or not tasks[0].says:
        raise BadScenario("lesson.aimless", path=path)
    for task in tasks:
        if task.goals and not task.way:
            raise BadScenario("lesson.no_way", path=path, text=task.says[0] if task.says else "")
    return tasks


def line_kind(text: str) -> str:
    """Return the word before the colon of a line; Misuse if it is none of SPOKEN."""
    kind, colon, _ = text.partition(":")
    if not colon or kind not in SPOKEN:
        raise Misuse("lesson.no_line", text=text, names=", ".join(SPOKEN))
    return kind


class Told:
    """Collects the lines of one task while they are read."""

    def __init__(self, path: Path, game: Game) -> None:
        self.path, self.game = path, game
        self.says: list[str] = []
        self.shows: list[Pointer] = []
        self.replies: list[Move] = []
        self.goals: list[Goal] = []
        self.way: list[Move] = []

    def take(self, kind: str, text: str) -> None:
        """Add one line of this kind to the task."""
        match kind:
            case "say":
                self.says.append(text)
            case "show":
                self.shows += [pointer(part) for part in text.split(",")]
            case "reply":
                self.replies += lines(text, self.game)
            case "goal":
                self.goals.append(goal_of(text, self.game))
            case _:
                self.way += lines(text, self.game)

    @property
    def task(self) -> Task:
        """The task; if it names no way, the moves its goals ask for are the way."""
        asked = [goal.made for goal in self.goals if goal.made]
        way = self.way or [move for made in asked for move in lines(made, self.game)]
        return Task(
            tuple(self.says),
            tuple(self.shows),
            tuple(self.replies),
            tuple(self.goals),
            tuple(way),
        )


def pointer(text: str) -> Pointer:
    """Return the pointer of a text such as `b1` or `b1 > b3`."""
    source, _, target = (part.strip() for part in text.partition(">"))
    return Pointer(source, target)
