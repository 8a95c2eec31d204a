"""The phases of Zylatron."""

from __future__ import annotations

from enum import Enum


class Phase(Enum):
    """The kind of move that the game waits for."""

    LOT = "lot"
    PLAY = "play"
    AIM = "aim"  # naming the piece that fires
    TARGET = "target"  # naming the target
    LAUNCH = "launch"
    BEAM = "beam"
    BUY = "buy"
    REPAIR = "repair"
    BLAST = "blast"  # naming the next victim of a blast
    STRIKE = "strike"
    REMOVE = "remove"
    OVER = "over"


CHOOSING = {
    "fire": Phase.AIM,
    "launch": Phase.LAUNCH,
    "beam": Phase.BEAM,
    "buy": Phase.BUY,
    "repair": Phase.REPAIR,
}
"""The phase that each key of a choice opens."""

UNDECIDED = frozenset(CHOOSING.values()) | {Phase.TARGET}
"""The phases in which nothing is spent yet and the choice can be cancelled."""
