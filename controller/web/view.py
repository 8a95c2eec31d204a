"""The snapshot of the table that the loop makes and the pages' thread reads."""

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
from controller.why.explain import DecisionHeading
from controller.words import say


class Who(Struct, frozen=True):
    """Who sits at a seat: a name, and "human" or the robot's kind."""

    name: str
    kind: str = "human"
    together: tuple[str, ...] = ()  # the names of all, if several share the seat

    @property
    def people(self) -> tuple[str, ...]:
        """The names of the people at this seat."""
        return self.together or (self.name,)


class KeptGame(Struct, frozen=True):
    """An interrupted game that can be continued."""

    number: int
    title: str
    opened: str
    players: tuple[str, ...]
    moves: int


class Past(Struct, frozen=True):
    """A finished game."""

    number: int
    title: str
    opened: str
    players: tuple[str, ...]
    won: tuple[str, ...]
    moves: int


class Regular(Struct, frozen=True):
    """A player who has played here, with games played and won, by game."""

    name: str
    played: Mapping[str, int]
    won: Mapping[str, int]


class History(Struct, frozen=True):
    """What was played here: the players, the last games, the last line-up of each game."""

    people: tuple[Regular, ...] = ()
    past: tuple[Past, ...] = ()
    lineups: Mapping[str, tuple[Who, ...]] = {}  # by game


NO_HISTORY = History()


class Eyes(Struct, frozen=True):
    """What can be seen on a simulated board and no sensor feels."""

    pieces: Mapping[Site, Stack]
    held: tuple[str, ...]
    rows: Mapping[Site, float]
    lights: Scene
    busy: bool = False  # a hand is moving


class Sensor(Struct, frozen=True):
    """One site as the driver reports it."""

    sense: str
    reading: str
    edges: int = 0
    bounces: int = 0
    believed: bool = True


class Reel(Struct, frozen=True):
    """A recording; the last one may still be running."""

    name: str
    size: int  # bytes
    running: bool = False
    sealed: bool = False  # not available until its game is over


class Condition(Struct, frozen=True):
    """The state of the board's hardware, for the workshop."""

    sensors: Mapping[Site, Sensor]
    facts: Mapping[str, str]  # what it reports about itself, by the key of the label
    meters: Mapping[str, float]  # supply in V, current and limit in mA, loop in ms
    ailments: tuple[Saying, ...]
    log: tuple[str, ...]
    recording: bool = False
    reels: tuple[Reel, ...] = ()
    decided: tuple[DecisionHeading, ...] = ()  # the last decisions about a hand, newest first
    covered: bool = False  # hidden cards are in play, so decisions are not explained yet


class Wrong(Struct, frozen=True):
    """A fault: its number in the list, what it is, and what to do."""

    fault: str
    saying: Saying
    remedy: Saying


class JobStep(Struct, frozen=True):
    """A finished step of a workshop job: its result and what was found."""

    name: str
    state: str
    told: tuple[Saying, ...] = ()
    wrong: tuple[Wrong, ...] = ()


class Errand(Struct, frozen=True):
    """A workshop job at the board: its progress, the present task and the findings."""

    kind: str  # check, calibrate or enrol
    step: str = ""
    number: int = 0  # finished steps ...
    steps: int = 1
    done: int = 0  # ... and finished parts of this step
    whole: int = 0
    task: Saying | None = None
    pointing: bool = False  # a cell may be named in answer
    found: tuple[JobStep, ...] = ()
    notes: tuple[Saying, ...] = ()  # the latest
    hand: str = ""  # on a simulated board "idle" or "helping", else ""
    running: bool = True
    ended: tuple[Saying, ...] = ()
    files: tuple[str, ...] = ()  # files to download

    @property
    def share(self) -> float:
        """The finished share of the job, 0 to 1."""
        part = self.done / self.whole if self.whole else 0.0
        return min(1.0, (self.number + part) / self.steps) if self.running else 1.0


class GameFacts(Struct, frozen=True, eq=False):
    """What does not change during one game."""

    number: int
    game: Game
    drawing: Drawing
    who: tuple[Who, ...]
    senses: Senses
    limits: Mapping[Site, Limits]
    simulated: bool
    hints: bool = True  # False if players agreed to do without
    readers: frozenset[Site] = frozenset()  # where the game's own panel reads cards
    foreseen: bool = False  # a person gave the seed, and can compute the deals from it


class View(Struct, frozen=True, eq=False):
    """Everything a page may show. It contains secrets, which `pages` removes."""

    sitting: GameFacts | None = None
    table: TableView = TableView()
    scene: Scene = {}
    present: bool = True
    trouble: str = ""
    eyes: Eyes | None = None
    condition: Condition | None = None
    kept: tuple[KeptGame, ...] = ()
    errand: Errand | None = None
    lesson: Taught | None = None
    learnt: Mapping[str, tuple[str, ...]] = {}  # finished lessons, by game
    history: History = NO_HISTORY
    saved: int = 0  # the game's number in the journal; 0 if none
    menu: Saying | None = None  # the question of the menu on the board
    agreed: Agreement | None = None  # what the menu has agreed on so far
    helps: Mapping[Seat, int] = {}  # for how many moments good moves are lit, by seat

    @property
    def asks(self) -> Saying:
        """What is asked now by the menu on the board, the workshop job, or the table."""
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
        """True if the lesson is finished and no move is asked for."""
        return self.lesson is not None and self.lesson.done and self.table.stage is Stage.WAITING

    def differs(self, other: View | None) -> bool:
        """True if any part has changed. Views are cached by identity, so they have no `==`."""
        parts = self.__struct_fields__
        return other is None or any(getattr(self, one) != getattr(other, one) for one in parts)


def lent(errand: Errand) -> Saying:
    """Return what is asked for while a workshop job uses the board."""
    task = say(errand.task) if errand.task else ""
    return Saying("errand.lent", {"task": task}) if task else Saying("errand.lent_still")
