"""The stages of a sitting, and every way from one to the next.

Everything that decides which stage follows which is in ARROWS. The events are the findings of
`infer`, by name, and those of the sitting itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import ClassVar

from transitions import Machine


class Stage(Enum):
    SHELF = "shelf"  # choosing a game
    SETUP = "setup"  # the board is being laid out
    WAITING = "waiting"  # the board stands right; someone is to act
    MOVING = "moving"  # a hand is in the board
    ASKING = "asking"  # two readings of one gesture; a key decides
    MENDING = "mending"  # something stands wrong; the lights lead back
    PAUSED = "paused"  # the board has gone silent
    OVER = "over"


LEAVING = {"take_back": Stage.SETUP, "lose_board": Stage.PAUSED, "end": Stage.OVER}
READING = {
    "quiet": Stage.WAITING,
    "underway": Stage.MOVING,
    "made": Stage.WAITING,
    "unclear": Stage.ASKING,
    "forbidden": Stage.MENDING,
    "stray": Stage.MENDING,
}
ARROWS: Mapping[Stage, Mapping[str, Stage]] = {
    Stage.SHELF: {"take_game": Stage.SETUP},
    Stage.SETUP: {"quiet": Stage.WAITING, "made": Stage.SETUP, **LEAVING},
    Stage.WAITING: READING | LEAVING,
    Stage.MOVING: READING | LEAVING,
    Stage.ASKING: READING | LEAVING,
    Stage.MENDING: READING | LEAVING,
    Stage.PAUSED: {"find_board": Stage.SETUP},
    Stage.OVER: {"take_back": Stage.SETUP, "clear_table": Stage.SHELF},
}


class Flow:
    """Where the sitting is."""

    stage: Stage
    trigger: Callable[[str], bool]
    rows: ClassVar[list[list[str | Enum]]] = [
        [event, here, there] for here, ways in ARROWS.items() for event, there in ways.items()
    ]

    def __init__(self) -> None:
        Machine(
            self,
            states=Stage,
            transitions=self.rows,
            initial=Stage.SHELF,
            model_attribute="stage",
            auto_transitions=False,
        )

    def hear(self, event: str) -> None:
        """Take the arrow for this event, if this stage has one and it leads elsewhere."""
        there = ARROWS[self.stage].get(event, self.stage)
        if there is not self.stage:
            self.trigger(event)


def diagram() -> str:
    """The arrows as a Mermaid drawing; arrows between the same two stages share a line."""
    lines = ["stateDiagram-v2", f"    [*] --> {Stage.SHELF.name}"]
    for here, ways in ARROWS.items():
        for there in Stage:
            events = [event for event, goal in ways.items() if goal is there and goal is not here]
            if events:
                lines.append(f"    {here.name} --> {there.name}: {', '.join(events)}")
    return "\n".join(lines)
