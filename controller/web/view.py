"""The table at one instant, as one frozen value: made by the loop, read by the pages' thread."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from controller.drawing import Drawing
from controller.game import Game, Move, Position
from controller.lessons.teacher import Taught
from controller.menu.agreement import Agreement
from controller.reading.known import Known
from controller.reading.moment import Moment
from controller.scene import Scene
from controller.sitting.flow import Stage
from controller.sitting.shown.advice import ways
from controller.sitting.table import Table
from controller.values import (
    Limits,
    Observation,
    Readings,
    Refusal,
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

    sitting: Sitting | None
    stage: Stage
    moments: tuple[Moment, ...]
    asks: Saying
    notice: Refusal | None
    message: Saying | None
    unsaved: str
    alarm: Saying | None
    alike: tuple[tuple[Move, ...], ...]  # what the hand may have meant, when that is unclear
    unfelt: str  # a move is open that only YES tells of, `on` or `off` the board; "" for none
    back: int  # the moment that a takeback leads to; -1 where there is none
    scene: Scene
    readings: Readings
    present: bool
    trouble: str
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
    tells: Saying | None = None  # how to tell of what this board cannot feel
    hoped: Move | None = None  # what a lesson asks for
    advised: tuple[tuple[Site, Site | None], ...] = ()  # from where to where a hint points
    helps: Mapping[Seat, int] = {}  # moments for which what is good is still lit, by seat
    firm: bool = False  # what was let go stays: only what was read wrongly is taken back
    why: Saying | None = None  # why the table asks or refuses

    @property
    def position(self) -> Position[Any]:
        return self.moments[-1].position

    @property
    def dismissed(self) -> bool:
        """The lesson is done, and nobody is to move."""
        return self.lesson is not None and self.lesson.done and self.stage is Stage.WAITING

    def differs(self, other: View | None) -> bool:
        """Something can be seen to have changed."""
        return other is None or seen(self) != seen(other)


def seen(view: View) -> tuple[object, ...]:
    last = view.moments[-1] if view.moments else None
    told = (view.asks, view.notice, view.message, view.unsaved, view.alarm, view.tells, view.why)
    board = (view.scene, view.readings, view.present, view.trouble, view.eyes, view.condition)
    house = (view.kept, view.errand, view.lesson, view.learnt, view.history, view.menu, view.agreed)
    game = (view.sitting, view.stage, last, len(view.moments), view.advised, view.helps)
    return (*game, *told, view.alike, *board, *house)


def look(
    table: Table,
    observation: Observation,
    scene: Scene,
    *,
    sitting: Sitting | None,
    trouble: str = "",
    eyes: Eyes | None = None,
    condition: Condition | None = None,
    kept: tuple[Kept, ...] = (),
    lesson: Taught | None = None,
    learnt: Mapping[str, tuple[str, ...]] | None = None,
    history: History = NO_HISTORY,
    saved: int = 0,
    helps: Mapping[Seat, int] | None = None,
) -> View:
    """The table now."""
    return View(
        sitting=sitting,
        stage=table.stage,
        moments=tuple(table.moments),
        asks=table.asks(),
        notice=table.notice,
        message=table.message,
        unsaved=table.unsaved,
        alarm=table.alarm,
        alike=alike(table),
        unfelt=unfelt(table),
        back=way_back(table),
        scene=scene,
        readings={**observation.readings, **table.state.input.rows(observation)},
        present=observation.present,
        trouble=trouble,
        eyes=eyes,
        condition=condition,
        kept=kept,
        lesson=lesson,
        learnt=learnt or {},
        history=history,
        saved=saved,
        helps=helps or {},
        tells=table.state.tells(),
        hoped=table.state.hoped,
        advised=advised(table),
        firm=table.state.progress.rules.firm is not None,
        why=table.state.why,
    )


def advised(table: Table) -> tuple[tuple[Site, Site | None], ...]:
    """What a hint points at, as long as it is the same moment."""
    advice = table.state.said.advice
    return advice.ways if advice and advice.about is table.position else ()


def way_back(table: Table) -> int:
    found = table.state.progress.way_back(robots=table.state.robots.seats) if table.moments else -1
    return found if isinstance(found, int) else -1


def unfelt(table: Table) -> str:
    """Some lawful move leaves no trace; on a wide board nobody asks for all of them.

    All that it does may be to take something off.
    """
    known = table.moments[-1].known if table.moments else None
    if not isinstance(known, Known) or not known.unseen:
        return ""
    return "on" if any(ways(table.position, mark.move)[1] for mark in known.unseen) else "off"


def alike(table: Table) -> tuple[tuple[Move, ...], ...]:
    """The moves among which somebody has to choose."""
    if table.stage is Stage.ASKING:
        return table.state.gesture.answers
    return ()


def bare(kept: tuple[Kept, ...], history: History) -> View:
    """No game, no board: only what may be chosen."""
    return View(
        sitting=None,
        stage=Stage.SHELF,
        moments=(),
        asks=Saying("table.shelf"),
        notice=None,
        message=None,
        unsaved="",
        alarm=None,
        alike=(),
        unfelt="",
        back=-1,
        scene={},
        readings={},
        present=True,
        trouble="",
        kept=kept,
        history=history,
    )


def lent(errand: Errand) -> Saying:
    """What the table asks for while the workshop has the board."""
    task = say(errand.task) if errand.task else ""
    return Saying("errand.lent", {"task": task}) if task else Saying("errand.lent_still")
