"""What the table of Zylatron waits for."""

from __future__ import annotations

from enum import Enum


class Phase(Enum):
    """What the table waits for."""

    LOT = "lot"
    PLAY = "play"
    AIM = "aim"  # who fires?
    TARGET = "target"  # at whom?
    LAUNCH = "launch"
    BEAM = "beam"
    BUY = "buy"
    REPAIR = "repair"
    BLAST = "blast"  # who in the blast comes next?
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
"""What each key of a choice opens."""

UNDECIDED = frozenset(CHOOSING.values()) | {Phase.TARGET}
"""Where nothing is spent yet and a choice can be cancelled."""
