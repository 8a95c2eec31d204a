"""The table at one instant, as one frozen value: made by the loop, read by the pages' thread."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from controller.drawing import Drawing
from controller.flow import Stage
from controller.game import Game, Move, Position
from controller.infer import Unclear
from controller.moment import Moment
from controller.scene import Scene
from controller.table import Table
from controller.values import Limits, Observation, Readings, Refusal, Saying, Senses, Site


class Who(Struct, frozen=True):
    """Who sits there: a name, and human or the robot's kind."""

    name: str
    kind: str = "human"


class Kept(Struct, frozen=True):
    """A game that was interrupted and may be gone on with."""

    number: int
    title: str
    opened: str
    players: str
    moves: int


class Eyes(Struct, frozen=True):
    """What somebody at a simulated board sees and no sensor feels."""

    pieces: Mapping[Site, str]
    held: tuple[str, ...]
    rows: Mapping[Site, float]
    lights: Scene


class Sensor(Struct, frozen=True):
    """One site as the driver knows it."""

    sense: str
    reading: str
    edges: int = 0
    bounces: int = 0
    believed: bool = True


class Condition(Struct, frozen=True):
    """How well the board is, for whoever looks after it."""

    sensors: Mapping[Site, Sensor]
    facts: Mapping[str, str]  # what it says of itself, by the key of its label
    ailments: tuple[Saying, ...]
    log: tuple[str, ...]
    recording: bool = False


class Sitting(Struct, frozen=True, eq=False):
    """What stays the same while one game is played."""

    number: int
    game: Game
    drawing: Drawing
    who: tuple[Who, ...]
    senses: Senses
    limits: Mapping[Site, Limits]
    simulated: bool
    free: bool = False  # all agreed that cards seen may be taken back


class View(Struct, frozen=True, eq=False):
    """Everything a page may ask about. Secrets are still in it: `pages` blanks them."""

    sitting: Sitting | None
    stage: Stage
    moments: tuple[Moment, ...]
    asks: Saying
    notice: Refusal | None
    message: Saying | None
    unsaved: str
    alarm: bool
    alike: tuple[Move, ...]  # what the hand may have meant, when that is unclear
    scene: Scene
    readings: Readings
    present: bool
    trouble: str
    eyes: Eyes | None = None
    condition: Condition | None = None
    kept: tuple[Kept, ...] = ()

    @property
    def position(self) -> Position[Any]:
        return self.moments[-1].position

    def differs(self, other: View | None) -> bool:
        """Something can be seen to have changed."""
        return other is None or seen(self) != seen(other)


def seen(view: View) -> tuple[object, ...]:
    last = view.moments[-1] if view.moments else None
    about = (view.asks, view.notice, view.message, view.unsaved, view.alarm, view.alike)
    board = (view.scene, view.readings, view.present, view.trouble, view.eyes, view.condition)
    return (view.sitting, view.stage, last, len(view.moments), *about, *board, view.kept)


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
        scene=scene,
        readings={**observation.readings, **table.feel.readings},
        present=observation.present,
        trouble=trouble,
        eyes=eyes,
        condition=condition,
        kept=kept,
    )


def alike(table: Table) -> tuple[Move, ...]:
    """The moves among which somebody has to choose."""
    if isinstance(table.finding, Unclear) and table.stage is Stage.ASKING:
        return tuple(mark.move for mark in table.finding.marks)
    return ()
