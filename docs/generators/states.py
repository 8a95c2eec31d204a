"""The states of a table as a drawing, whose arrows are compared with the program, and as a table.

States that share an arrow are drawn in one frame, and the arrow begins at the frame.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from msgspec import Struct

from controller.sitting.flow import ARROWS, Event, Stage
from generators.markdown import code, table
from generators.meanings import meanings

READING_STAGES = (Stage.WAITING, Stage.MOVING, Stage.ASKING, Stage.MENDING)
PRESENT = (Stage.SETUP, *READING_STAGES)
BEGUN_STAGES = (*PRESENT, Stage.PAUSED)
WIDTH, HEIGHT = 900, 560
StageStep = tuple[Stage, Event, Stage]


class StageBox(Struct, frozen=True):
    """Where a state or a frame is drawn: left, top, width, height."""

    left: int
    top: int
    width: int
    height: int


class StageFrame(Struct, frozen=True):
    """States that lie within one line, and what they have in common."""

    title: str
    within: tuple[Stage, ...]
    box: StageBox


class Arrow(Struct, frozen=True):
    """An event that leads from each of some states to another, and the line it is drawn as."""

    event: Event
    sources: tuple[Stage, ...]
    goal: Stage
    path: str
    label: tuple[int, int]
    anchor: str = "start"


STAGE_BOXES: Mapping[Stage, StageBox] = {
    Stage.SHELF: StageBox(70, 15, 130, 52),
    Stage.OVER: StageBox(690, 15, 150, 52),
    Stage.SETUP: StageBox(110, 225, 150, 60),
    Stage.WAITING: StageBox(350, 225, 140, 64),
    Stage.MOVING: StageBox(550, 225, 140, 64),
    Stage.ASKING: StageBox(350, 375, 140, 64),
    Stage.MENDING: StageBox(550, 375, 140, 64),
    Stage.PAUSED: StageBox(755, 300, 115, 60),
}
FRAMES = (
    StageFrame("a game is on the table", BEGUN_STAGES, StageBox(30, 105, 860, 440)),
    StageFrame("the board answers", PRESENT, StageBox(80, 145, 650, 355)),
    StageFrame("the table reads what hands do", READING_STAGES, StageBox(335, 180, 370, 290)),
)
ARROWS_DRAWN = (
    Arrow(Event.TAKE_GAME, (Stage.SHELF,), Stage.SETUP, "M150 67V221", (142, 92), "end"),
    Arrow(Event.CLEAR_TABLE, (Stage.OVER,), Stage.SHELF, "M690 29H205", (450, 23), "middle"),
    Arrow(Event.TAKE_BACK, (Stage.OVER,), Stage.SETUP, "M690 54H235V221", (450, 48), "middle"),
    Arrow(Event.QUIET, (Stage.SETUP,), Stage.WAITING, "M260 255H346", (268, 248)),
    Arrow(Event.TAKE_BACK, READING_STAGES, Stage.SETUP, "M335 420H215V289", (223, 412)),
    Arrow(Event.LOSE_BOARD, PRESENT, Stage.PAUSED, "M730 330H751", (738, 292), "start"),
    Arrow(Event.FIND_BOARD, (Stage.PAUSED,), Stage.SETUP, "M812 360V522H150V289", (450, 516)),
    Arrow(Event.END, BEGUN_STAGES, Stage.OVER, "M765 105V71", (774, 93)),
)
CROSSED = (
    *("M494 257H546", "M494 407H546", "M420 293V371", "M620 293V371"),
    *("M494 291L546 373", "M546 291L494 373"),
)  # between any two that are read
# Within a page the drawing takes the colour of the text; as a picture it brings a background.
DIAGRAM_STYLE = """\
.ts { color: inherit; max-width: 100%; height: auto; font: 12px system-ui, sans-serif; }
svg.ts:root { color: #24292f; background: #ffffff; }
@media (prefers-color-scheme: dark) { svg.ts:root { color: #d0d7de; background: #131416; } }
.ts text { fill: currentColor; }
.ts .name { font-weight: 700; font-size: 15px; text-anchor: middle; }
.ts .about { font-size: 12px; text-anchor: middle; }
.ts .event { font: 12px ui-monospace, monospace; }
.ts .title { font-style: italic; opacity: .8; }
.ts .box { fill: currentColor; fill-opacity: .09; stroke: currentColor; stroke-width: 1.5; }
.ts .frame { fill: none; stroke: currentColor; stroke-opacity: .55; stroke-dasharray: 5 4; }
.ts .way { fill: none; stroke: currentColor; stroke-width: 1.3; marker-end: url(#ts-head); }
.ts .both { marker-start: url(#ts-head); stroke-opacity: .6; }"""
ARROW_HEAD = (
    '<marker id="ts-head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
    'orient="auto-start-reverse"><path d="M0 0L8 4L0 8z" fill="currentColor"/></marker>'
)


def states_drawing() -> str:
    """Return the drawing as SVG; ValueError when the program has other arrows."""
    check_drawing()
    about = meanings("Stage", (stage.name for stage in Stage))
    title = "The states of a table and the events that lead from one to the next"
    shapes = [
        *frames(),
        *crossing_lines(),
        *drawn_arrows(),
        *(line for s in Stage for line in state(s, about)),
    ]
    body = "\n".join(shapes)
    return (
        f'<svg class="ts" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" role="img" aria-label="{title}">\n'
        f"<style>{DIAGRAM_STYLE}</style>\n<defs>{ARROW_HEAD}</defs>\n{body}\n</svg>\n"
    )


def check_drawing() -> None:
    """Raise ValueError when the drawing shows other steps than the program takes."""
    drawn = {(source, one.event, one.goal) for one in ARROWS_DRAWN for source in one.sources}
    drawn |= {
        (here, event, goal)
        for here in READING_STAGES
        for event, goal in events_within()
        if goal != here
    }
    if wrong := drawn ^ set(state_steps()):
        raise ValueError(f"draw these again: {sorted(map(str, wrong))}")


def state_steps() -> Iterator[StageStep]:
    """Yield every step from a state to another."""
    for here, ways in ARROWS.items():
        yield from ((here, event, goal) for event, goal in ways.items() if goal is not here)


def events_within() -> set[tuple[Event, Stage]]:
    """Return the events that lead to a state in the innermost frame from within it."""
    return {
        (event, goal) for here, event, goal in state_steps() if {here, goal} <= {*READING_STAGES}
    }


def frames() -> Iterator[str]:
    """Yield a dashed line round states that share arrows."""
    for one in FRAMES:
        box = one.box
        yield rect("frame", box, 14)
        right, line = box.left + box.width - 14, box.top + 20
        yield text_element("title", right, line, one.title, ' text-anchor="end"')


def drawn_arrows() -> Iterator[str]:
    """Yield each arrow with its event."""
    for one in ARROWS_DRAWN:
        yield f'<path class="way" d="{one.path}"/>'
        x, y = one.label
        yield text_element("event", x, y, one.event.value, f' text-anchor="{one.anchor}"')


def crossing_lines() -> Iterator[str]:
    """Yield the lines between any two states that are read."""
    yield from (f'<path class="way both" d="{path}"/>' for path in CROSSED)


def state(stage: Stage, about: Mapping[str, str]) -> Iterator[str]:
    """Yield one state: its name, what it is, and what leads to it within its frame."""
    box = STAGE_BOXES[stage]
    events = ", ".join(sorted(event.value for event, goal in events_within() if goal is stage))
    middle, line = box.left + box.width // 2, box.top + 22
    yield rect("box", box, 8)
    yield text_element("name", middle, line, stage.name)
    yield text_element("about", middle, line + 16, about[stage.name])
    if events:
        yield text_element("event", middle, line + 33, events, ' text-anchor="middle"')


def rect(kind: str, box: StageBox, round_: int) -> str:
    """Return a rectangle with round corners."""
    place = f'x="{box.left}" y="{box.top}" width="{box.width}" height="{box.height}"'
    return f'<rect class="{kind}" {place} rx="{round_}"/>'


def text_element(kind: str, x: int, y: int, words: str, more: str = "") -> str:
    """Return words at a place."""
    return f'<text class="{kind}" x="{x}" y="{y}"{more}>{escape(words)}</text>'


def state_table() -> str:
    """Return a table of every state: what it is, and where each event leads."""
    about = meanings("Stage", (stage.name for stage in Stage))
    rows = ((code(one.name), about[one.name], leads(one)) for one in Stage)
    return table(("state", "meaning", "event → next state"), rows) + "\n"


def leads(stage: Stage) -> str:
    """Return where each event leads from this state, goal by goal."""
    goals: dict[Stage, list[str]] = {}
    for here, event, goal in state_steps():
        if here is stage:
            goals.setdefault(goal, []).append(event.value)
    return "; ".join(
        f"{', '.join(map(code, names))} → {goal.name}" for goal, names in goals.items()
    )
