"""A small board in the rules: a page of play, lit as the table would light it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from controller.errors import BadScenario
from controller.game import Game, Move, Position
from controller.lessons.goals import lines
from controller.lessons.page import LAID, Head, Laid, blaming, head_of, laid, numbered
from controller.scene import Scene
from controller.sitting.table import Table
from controller.values import Dials, Layout, Observation, Senses, Site, differing, expect

KEYS = ("lift", "try", "around", *LAID)
STEP = 0.25  # s between two looks at the board
SETTLED = 2.0  # s until a table that stands right says so
THOUGHT = 6.0  # s until all has been said of what was tried


class Panel(Struct, frozen=True):
    """What a table needs to know of the board it is lit on."""

    senses: Senses
    dials: Dials


class Diagram(Struct, frozen=True):
    """What stands there, what is lit, and how much of the board is to be seen."""

    caption: str
    layout: Layout
    lights: Scene
    around: tuple[Site, ...] = ()
    rule: str = ""  # by which what was tried is refused


def diagram(game: Game, text: Sequence[str], line: int, panel: Panel) -> Diagram:
    """What the lines of a fenced block describe; BadScenario names the line that is wrong."""
    head = head_of(game.rules, list(numbered(text, line)), KEYS)
    caption = next((row.lstrip("# ").strip() for row in text if row.startswith("#")), "")
    if not caption:
        raise BadScenario("scenario.untitled", path=game.rules)
    found = laid(head, game)
    around = tuple(map(Site, head.value("around").split()))
    position = found.position.on_panel(panel.senses.keys())
    standing, touches = tried(head, game, position)
    table = seen(found, game, panel)
    lights = table.see(at_rest(panel, position.layout()))
    for glance in glances(panel, position.layout(), standing, touches):
        lights = table.see(glance)
        while table.thinking:
            lights = table.see(glance)
        if table.notice:
            break
    rule = table.notice.rule if table.notice else ""
    return Diagram(caption, standing, lights, around, rule)


def tried(head: Head, game: Game, position: Position[Any]) -> tuple[Layout, frozenset[Site]]:
    """How the board stands when a hand has done what the block says, and what it touched."""
    layout = position.layout()
    if "try" in head.terms:
        with blaming(head.path, head.line("try")):
            move: Move = lines(head.value("try"), game)[0]
        return position.after(move).layout(), move.touches
    lifted = Site(head.value("lift"))
    return {site: what for site, what in layout.items() if site != lifted}, frozenset()


def seen(found: Laid, game: Game, panel: Panel) -> Table:
    """A table at which this is played, and which finds its board as it should stand."""
    table = Table(panel.senses, panel.dials)
    middles = game.middles(found.start)
    table.take(found.start, played=found.played, rules=found.rules, middles=middles)
    still = at_rest(panel, table.position.layout())
    for glance in range(int(SETTLED / STEP)):
        table.see(Observation(glance * STEP, still.readings, {}))
    return table


def at_rest(panel: Panel, layout: Layout) -> Observation:
    return Observation(SETTLED, lasting(panel, layout), {})


def glances(
    panel: Panel, before: Layout, after: Layout, touches: frozenset[Site]
) -> Iterator[Observation]:
    """The board looked at until nothing more comes of what was done to it."""
    senses, told = panel.senses, expect(after, panel.senses)
    moved = differing(before, after) & senses.keys()
    cards = {s: told[s] for s in moved if senses[s].momentary and s in told}
    felt = {s for s in moved if not senses[s].momentary} | cards.keys() | touches & senses.keys()
    if not felt:
        return
    readings = {**lasting(panel, after), **cards}
    changed = dict.fromkeys(felt, SETTLED + STEP / 2)
    for glance in range(1, int(THOUGHT / STEP)):
        yield Observation(SETTLED + glance * STEP, readings, changed)


def lasting(panel: Panel, layout: Layout) -> dict[Site, Any]:
    """What lies on the board and is felt."""
    senses = panel.senses
    return {s: told for s, told in expect(layout, senses).items() if not senses[s].momentary}
