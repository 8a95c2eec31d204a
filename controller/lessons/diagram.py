"""The small boards in the rules: a page of play, lit as the table would light it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from controller.errors import BadScenario
from controller.game import Game, Move, Position
from controller.lessons.goals import lines
from controller.lessons.page import LAID, Head, Laid, blaming, build_game, number_lines, read_head
from controller.scene import Scene
from controller.sitting.table import Table
from controller.values import Dials, Layout, Observation, Senses, Site, differing, expect

DIAGRAM_KEYS = ("lift", "try", "around", *LAID)
OBSERVE_EVERY = 0.25  # s between two observations of the board
SETTLED = 2.0  # s until the table accepts that the board stands as it should
THOUGHT = 6.0  # s until the table has answered what was tried


class PanelSenses(Struct, frozen=True):
    """The properties of a panel that a table needs: what its sites sense, and its dials."""

    senses: Senses
    dials: Dials


class Diagram(Struct, frozen=True):
    """A diagram: the pieces, the lights, and the part of the board to be shown."""

    caption: str
    layout: Layout
    lights: Scene
    around: tuple[Site, ...] = ()
    rule: str = ""  # the rule that refuses what was tried


def diagram(game: Game, text: Sequence[str], line: int, panel: PanelSenses) -> Diagram:
    """Return the diagram that a fenced block describes; BadScenario names a line that is wrong."""
    head = read_head(game.rules, list(number_lines(text, line)), DIAGRAM_KEYS)
    caption = next((row.lstrip("# ").strip() for row in text if row.startswith("#")), "")
    if not caption:
        raise BadScenario("scenario.untitled", path=game.rules)
    found = build_game(head, game)
    around = tuple(map(Site, head.value("around").split()))
    position = found.position.on_panel(panel.senses.keys())
    standing, touches = layout_after_hand(head, game, position)
    table = settled_table(found, game, panel)
    lights = table.see(at_rest(panel, position.layout())).scene
    for glance in glances(panel, position.layout(), standing, touches):
        lights = table.see(glance).scene
        while table.thinking:
            lights = table.see(glance).scene
        if table.notice:
            break
    rule = table.notice.rule if table.notice else ""
    return Diagram(caption, standing, lights, around, rule)


def layout_after_hand(
    head: Head, game: Game, position: Position[Any]
) -> tuple[Layout, frozenset[Site]]:
    """Return the layout after a hand did what the block says, and the sites it touched."""
    layout = position.layout()
    if "try" in head.terms:
        with blaming(head.path, head.line("try")):
            move: Move = lines(head.value("try"), game)[0]
        return position.after(move).layout(), move.touches
    lifted = Site(head.value("lift"))
    return {site: what for site, what in layout.items() if site != lifted}, frozenset()


def settled_table(found: Laid, game: Game, panel: PanelSenses) -> Table:
    """Return a table with this game, which has seen its board standing as it should."""
    table = Table(panel.senses, panel.dials)
    middles = game.middles(found.start)
    table.take(found.start, played=found.played, rules=found.rules, middles=middles)
    still = at_rest(panel, table.position.layout())
    for glance in range(int(SETTLED / OBSERVE_EVERY)):
        table.see(Observation(glance * OBSERVE_EVERY, still.readings, {}))
    return table


def at_rest(panel: PanelSenses, layout: Layout) -> Observation:
    """Return an observation of this layout with no recent changes."""
    return Observation(SETTLED, lasting_readings(panel, layout), {})


def glances(
    panel: PanelSenses, before: Layout, after: Layout, touches: frozenset[Site]
) -> Iterator[Observation]:
    """Yield observations of the changed board until the table has had time to answer."""
    senses, told = panel.senses, expect(after, panel.senses)
    moved = differing(before, after) & senses.keys()
    cards = {s: told[s] for s in moved if senses[s].momentary and s in told}
    felt = {s for s in moved if not senses[s].momentary} | cards.keys() | touches & senses.keys()
    if not felt:
        return
    readings = {**lasting_readings(panel, after), **cards}
    changed = dict.fromkeys(felt, SETTLED + OBSERVE_EVERY / 2)
    for glance in range(1, int(THOUGHT / OBSERVE_EVERY)):
        yield Observation(SETTLED + glance * OBSERVE_EVERY, readings, changed)


def lasting_readings(panel: PanelSenses, layout: Layout) -> dict[Site, Any]:
    """Return the readings of this layout, without those of momentary sites."""
    senses = panel.senses
    return {s: told for s, told in expect(layout, senses).items() if not senses[s].momentary}
