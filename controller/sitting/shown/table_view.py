"""A snapshot of what the table shows, as a frozen value that another thread may read."""

from __future__ import annotations

from msgspec import Struct

from controller.game import Move
from controller.reading.moment import Moment
from controller.reading.move_index import MoveIndex
from controller.sitting.flow import Stage
from controller.sitting.shown.advice import ways
from controller.sitting.state import State
from controller.sitting.table import Table
from controller.values import Observation, Readings, Refusal, Saying, Site


class TableView(Struct, frozen=True):
    """A snapshot of what a table shows; the defaults are for a table without a game."""

    stage: Stage = Stage.SHELF
    asks: Saying = Saying("table.shelf")
    moments: tuple[Moment, ...] = ()
    notice: Refusal | None = None
    message: Saying | None = None
    unsaved: str = ""
    alarm: Saying | None = None
    alike: tuple[tuple[Move, ...], ...] = ()  # the candidates, if it is unclear what was moved
    unfelt: str = ""  # "on" or "off" the board if a move is open that only YES reports, else ""
    back: int = -1  # number of the moment that a takeback leads to, -1 if there is none
    readings: Readings = {}
    tells: Saying | None = None  # how to report what this board cannot feel
    hoped: Move | None = None  # what a lesson asks for
    advised: tuple[tuple[Site, Site | None], ...] = ()  # starts and goals that a hint points at
    firm: bool = False  # finished moves stay; only what was misread is taken back
    why: Saying | None = None  # why the table asks or refuses


def view_table(table: Table, observation: Observation) -> TableView:
    """Return what this table shows now."""
    state = table.state
    return TableView(
        stage=table.stage,
        asks=table.asks(),
        moments=state.moments,
        notice=table.notice,
        message=table.message,
        unsaved=table.unsaved,
        alarm=table.alarm,
        alike=state.gesture.answers if table.stage is Stage.ASKING else (),
        unfelt=unfelt(table),
        back=way_back(table),
        readings={**observation.readings, **state.input.rows(observation)},
        tells=tells(state),
        hoped=state.lesson.hoped,
        advised=hint_ways(table),
        firm=state.progress.rules.firm is not None,
        why=state.why,
    )


def tells(state: State) -> Saying | None:
    """Return how to report what this board cannot feel; None if that is not possible now."""
    if state.stage is not Stage.WAITING or state.wish:
        return None
    return state.panel.told_by(state.progress.here, state.input.senses)


def hint_ways(table: Table) -> tuple[tuple[Site, Site | None], ...]:
    """Return what a hint points at, as long as it is the same moment."""
    advice = table.state.said.advice
    return advice.ways if advice and advice.about is table.position else ()


def way_back(table: Table) -> int:
    """Return the number of the moment that a takeback leads to, -1 if there is none."""
    found = table.state.way_back() if table.moments else -1
    return found if isinstance(found, int) else -1


def unfelt(table: Table) -> str:
    """Return "on" or "off" if some lawful move leaves no trace, "off" if it only takes pieces off.

    "" on a wide board, where not all such moves are computed.
    """
    known = table.moments[-1].known if table.moments else None
    if not isinstance(known, MoveIndex) or not known.unseen:
        return ""
    return "on" if any(ways(table.position, mark.move)[1] for mark in known.unseen) else "off"
