"""What a kit is made of: a panel, the board it is drawn as, and what its maker has chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from msgspec import Struct

from controller.drawing import Drawing
from controller.values import Saying
from drivers.wiring import Wiring

Say: TypeAlias = Callable[[Saying], str]

PAPERS = {"A4": (210.0, 297.0), "A3": (297.0, 420.0), "letter": (215.9, 279.4)}  # mm


class Panel(Struct, frozen=True):
    """One panel, as it is wired and as its game is drawn."""

    name: str
    title: str  # of the game
    wiring: Wiring
    drawing: Drawing
    pieces: tuple[str, ...] = ()  # whatever in the box may carry a tag, by name
    file: str = ""  # its wiring, where no game on the shelf brings it
    tables: Mapping[str, tuple[tuple[str, ...], ...]] = {}  # what else the box has in print


class Wishes(Struct, frozen=True):
    """What a maker may choose; None leaves it to the kit."""

    pitch: float | None = None  # mm from one contact to the next
    wire: float | None = None  # mm², from the brick to the lights
    paper: str = "A4"
