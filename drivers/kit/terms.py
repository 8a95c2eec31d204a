"""The input of a kit: a panel, its drawing, and what its maker has chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from msgspec import Struct

from controller.drawing import Drawing
from controller.values import Saying
from drivers.wiring import Wiring

Say: TypeAlias = Callable[[Saying], str]

PAPERS = {"A4": (210.0, 297.0), "A3": (297.0, 420.0), "letter": (215.9, 279.4)}  # mm


class KitPanel(Struct, frozen=True):
    """One panel with its wiring and the drawing of its game."""

    name: str
    title: str  # of the game
    wiring: Wiring
    drawing: Drawing
    pieces: tuple[str, ...] = ()  # names of all pieces that may carry a tag
    file: str = ""  # path of its wiring file, if no installed game brings it
    tables: Mapping[str, tuple[tuple[str, ...], ...]] = {}  # printed tables of the game


class Wishes(Struct, frozen=True):
    """What a maker may choose; None means the kit decides."""

    pitch: float | None = None  # mm from one contact to the next
    wire: float | None = None  # mm², from the brick to the lights
    paper: str = "A4"
