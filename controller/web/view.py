"""The table at one instant, as one frozen value: made by the loop, read by the pages' thread."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from controller.drawing import Drawing
from controller.game import Game, Position
from controller.lessons.teacher import Taught
from controller.menu.agreement import Agreement
from controller.scene import Scene
from controller.sitting.flow import Stage
from controller.sitting.shown.table_view import TableView
from controller.values import (
    Limits,
    Saying,
    Seat,
    Senses,
    Site,
    Stack,
)
from controller.why.explain import Heading
from controller.words import say


class Who(Struct, frozen=True):
    """Who sits there: a name, and human or the robot's kind."""

    name: str
    kind: str = "human"
    together: tuple[str, ...] = ()  # the names of each, where several share the seat

    @property
    def people(self) -> tuple[str, ...]:
        """By their own names."""
        return self.together or (self.name,)


class Kept(Struct, frozen=True):
    """A game that was interrupted and may be gone on with."""

    number: int
    title: str
    opened: str
    players: tuple[str, ...]
    moves: int


class Past(Struct, frozen=True):
    """A game that is over."""

    number: int
    title: str
    opened: str
    players: tuple[str, ...]
    won: tuple[str, ...]
    moves: int


class Regular(Struct, frozen=True):
    """Somebody who has played here: by game how often, and how often that was won."""

    name: str
    played: Mapping[str, int]
    won: Mapping[str, int]


class History(Struct, frozen=True):
    """Who has played here and what: the people, the last games, the last line-up of each game."""

    people: tuple[Regular, ...] = ()
    past: tuple[Past, ...] = ()
    lineups: Mapping[str, tuple[Who, ...]] = {}  # by game


NO_HISTORY = History()


class Eyes(Struct, frozen=True):
    """What somebody at a simulated board sees and no sensor feels."""

    pieces: Mapping[Site, Stack]
    held: tuple[str, ...]
    rows: Mapping[Site, float]
    lights: Scene
    busy: bool = False  # hands are in the board


class Sensor(Struct, frozen=True):
    """One site as the driver knows it."""

    sense: str
    reading: str
    edges: int = 0
    bounces: int = 0
    believed: bool = True


class Reel(Struct, frozen=True):
    """A recording in the ring; the last one may still be running."""

    name: str
    size: int  # bytes
    running: bool = False
    sealed: bool = False  # until its game is over


class Condition(Struct, frozen=True):
    """How well the board is, for whoever looks after it."""

    sensors: Mapping[Site, Sensor]
    facts: Mapping[str, str]  # what it says of itself, by the key of its label
    meters: Mapping[str, float]  # supply in V, current and limit in mA, loop in ms
    ailments: tuple[Saying, ...]
    log: tuple[str, ...]
    recording: bool = False
    reels: tuple[Reel, ...] = ()
    decided: tuple[Heading, ...] = ()  # the last decisions about a hand, the newest first
    covered: bool = False  # somebody holds cards, so decisions are not explained yet


class Wrong(Struct, frozen=True):
    """A flaw: its number in the list of faults, what it is, and what to do."""

    fault: str
    saying: Saying
    remedy: Saying


class Step(Struct, frozen=True):
    """A part of an errand that is done: sound, flawed or skipped, and what was found."""

    name: str
    state: str
    told: tuple[Saying, ...] = ()
    wrong: tuple[Wrong, ...] = ()


class Errand(Struct, frozen=True):
    """The workshop at the board: how far it is, what it asks a hand to do, what it has found."""

    kind: str  # check, calibrate or enrol
    step: str = ""
    number: int = 0  # steps that are done ...
    steps: int = 1
    done: int = 0  # ... and parts of this one
    whole: int = 0
    task: Saying | None = None
    pointing: bool = False  # a cell may be named in answer
    found: tuple[Step, ...] = ()
    notes: tuple[Saying, ...] = ()  # the latest
    hand: str = ""  # of a bench: "" where there is none, else idle or helping
    running: bool = True
    ended: tuple[Saying, ...] = ()
    files: tuple[str, ...] = ()  # what may be taken away

    @property
    def share(self) -> float:
        """Of the whole way, 0 to 1."""
        part = self.done / self.whole if self.whole else 0.0
        return min(1.0, (self.number + part) / self.steps) if self.running else 1.0


class Sitting(Struct, frozen=True, eq=False):
    """What stays the same while one game is played."""

    number: int
    game: Game
    drawing: Drawing
    who: tuple[Who, ...]
    senses: Senses
    limits: Mapping[Site, Limits]
    simulated: bool
    hints: bool = True  # nobody has agreed to do without
    readers: frozenset[Site] = frozenset()  # where the game's own panel is shown cards
    foreseen: bool = False  # somebody gave the seed: whoever knows it knows what luck deals


class View(Struct, frozen=True, eq=False):
    """Everything a page may ask about. Secrets are still in it: `pages` blanks them."""

    sitting: Sitting | None = None
    table: TableView = TableView()
    scene: Scene = {}
    present: bool = True
    trouble: str = ""
    eyes: Eyes | None = None
    condition: Condition | None = None
    kept: tuple[Kept, ...] = ()
    errand: Errand | None = None
    lesson: Taught | None = None
    learnt: Mapping[str, tuple[str, ...]] = {}  # the lessons that were finished, by game
    history: History = NO_HISTORY
    saved: int = 0  # the number of this game in the journal, 0 where it has none
    menu: Saying | None = None  # what the menu on the board asks
    agreed: Agreement | None = None  # on what it stands
    helps: Mapping[Seat, int] = {}  # moments for which what is good is still lit, by seat

    @property
    def asks(self) -> Saying:
        """What is asked now by the menu on the board, the workshop that has it, or the table."""
        if self.menu:
            return self.menu
        if self.errand and self.errand.running and self.sitting:
            return lent(self.errand)
        return self.table.asks

    @property
    def position(self) -> Position[Any]:
        return self.table.moments[-1].position

    @property
    def dismissed(self) -> bool:
        """The lesson is done, and nobody is to move."""
        return self.lesson is not None and self.lesson.done and self.table.stage is Stage.WAITING

    def differs(self, other: View | None) -> bool:
        """Something can be seen to have changed."""
        return other is None or visible_parts(self) != visible_parts(other)


def visible_parts(view: View) -> tuple[object, ...]:
    """Return what of it can be seen."""
    shown = view.table
    last = shown.moments[-1] if shown.moments else None
    told = (view.asks, shown.notice, shown.message, shown.unsaved, shown.alarm, shown.tells)
    board = (view.scene, shown.readings, view.present, view.trouble, view.eyes, view.condition)
    house = (view.kept, view.errand, view.lesson, view.learnt, view.history, view.menu, view.agreed)
    game = (view.sitting, shown.stage, last, len(shown.moments), shown.advised, view.helps)
    return (*game, *told, shown.why, shown.alike, *board, *house)


def lent(errand: Errand) -> Saying:
    """Return what is asked for while the workshop has the board."""
    task = say(errand.task) if errand.task else ""
    return Saying("errand.lent", {"task": task}) if task else Saying("errand.lent_still")
