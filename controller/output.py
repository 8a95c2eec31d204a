"""The table's face: what it lights and what it asks for, stage by stage."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from controller import guide
from controller.flow import Stage
from controller.reading.infer import Forbidden, Made, Unclear, Underway
from controller.reading.known import Mark, marks
from controller.scene import RED, WHITE, Glow, Light, Scene
from controller.values import Saying

if TYPE_CHECKING:
    from controller.table import Table


def asks(table: Table) -> Saying:
    """The one thing the board asks for now."""
    match table.stage:
        case Stage.SHELF | Stage.PAUSED:
            return Saying(f"table.{table.stage.value}")
        case Stage.SETUP | Stage.MENDING if table.step:
            return guide.instruction(table.step, table.position.layout())
        case Stage.ASKING if isinstance(table.finding, Unclear):
            return choice(table.finding.marks, table.chosen)
    if table.wish:
        return Saying("table.wish", {"seat": table.wish.seat + 1, "move": str(table.wish)})
    return table.position.public().asks()


def choice(marks: tuple[Mark, ...], chosen: int) -> Saying:
    """Which of these was meant, or whether the only one was."""
    move = str(marks[chosen % len(marks)].move)
    elsewhere = len({mark.unfelt for mark in marks}) > 1
    key = "choose_place" if elsewhere else "choose"
    return Saying(f"table.{key if marks[1:] else 'confirm'}", {"count": len(marks), "move": move})


def scene(table: Table) -> Scene:
    """Everything the lights say, strips in danger before all else."""
    if table.alarm:
        return {**dict.fromkeys(table.senses, Light(RED, Glow.FAST)), **table.strips}
    if not table.moments or table.stage in (Stage.SHELF, Stage.PAUSED):
        return table.strips
    under = table.moments[-1].scene
    return {**under, **hints(table, under), **pointed(table), **table.strips}


def hints(table: Table, under: Scene) -> Scene:
    """What may be done, what is wrong, what is asked."""
    felt = table.feel.readings
    match table.stage, table.finding:
        case ((Stage.SETUP | Stage.MENDING), _):
            return {**at_once(table, under), **blame(table), **guide.lead(table.step, under)}
        case Stage.OVER, _:
            return {}
        case _, Made():
            return dict.fromkeys(felt.keys() - table.moments[-1].expected, Light(WHITE))
        case Stage.ASKING, Unclear(marks, others):
            still_open = guide.offers(others, under, felt, table.dials)
            return {**still_open, **guide.question(marks, table.chosen)}
        case Stage.MOVING, Underway(marks):
            return {**at_once(table, under), **guide.offers(marks, under, felt, table.dials)}
    return {**pieces(table, under), **guide.offers(offered(table), under, felt, table.dials)}


def pieces(table: Table, under: Scene) -> Scene:
    """Whoever may be lifted, where there are too many ways to light them all."""
    may = frozenset() if table.wish else table.moments[-1].known.starts
    return {site: guide.hint(site, under, Glow.PULSE) for site in may}


def at_once(table: Table, under: Scene) -> Scene:
    """While several may act, one's mistake does not keep the others from playing on."""
    if len(table.position.actors) < 2 or table.stage is Stage.SETUP:
        return {}
    return guide.offers(offered(table), under, table.feel.readings, table.dials)


def offered(table: Table) -> Iterable[Mark]:
    """What may be done: the wish of a seat without hands, or every lawful move."""
    if table.wish:
        return marks(table.position, [table.wish], table.senses)
    return table.moments[-1].known.marks


def blame(table: Table) -> Scene:
    """What was shown in error, and what stood in the way."""
    shown = dict.fromkeys(table.feel.taps & table.feel.readings.keys(), Light(RED, Glow.FAST))
    shown |= dict.fromkeys(table.feel.condemned, Light(RED, Glow.FAST))
    if not isinstance(table.finding, Forbidden):
        return shown
    return {**dict.fromkeys(table.finding.refusal.sites, Light(RED)), **shown}


def pointed(table: Table) -> Scene:
    """Where the piece belongs that was shown a moment ago."""
    return {table.pointing[0]: Light(WHITE, Glow.DOUBLE)} if table.pointing else {}
