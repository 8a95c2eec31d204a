"""How a board looks, in plain shapes: what a page needs to draw a game it has never heard of.

Unit coordinates: x to the right, y towards the players, one cell about one unit wide. A shape is a
polygon when it has points, else a disc.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct

from controller.scene import RGB
from controller.values import Seat, Site

Point: TypeAlias = tuple[float, float]
Picture: TypeAlias = tuple[tuple[tuple[Site, str], ...], ...]
"""A board in letters: rows of cells, the far one first, each with the sign printed there."""


class Cell(Struct, frozen=True):
    """A place to stand on, as it is outlined and called."""

    site: Site
    centre: Point
    points: tuple[Point, ...] = ()
    radius: float = 0.5
    room: int = 0  # pieces that find room there; 0 when they may be stacked without end
    turn: float = 0.0  # degrees, clockwise, by which a piece that stands here turns its nose


class Print(Struct, frozen=True):
    """Something printed: its kind chooses the picture, its box and places say where it goes."""

    kind: str
    centre: Point
    size: Point
    label: str = ""
    title: str = ""  # what it is called aloud
    places: tuple[Point, ...] = ()  # the middle of every cell that it covers
    idle: bool = False  # it has no part in this game, and is drawn dark
    colour: RGB | None = None  # of its picture, where the box says


class Paper(Struct, frozen=True):
    """A strip that scrolls beneath the cells: its prints as they lie when the dial reads zero."""

    dial: Site
    step: Point  # how far it moves for one row onward
    prints: tuple[Print, ...]


class Token(Struct, frozen=True):
    """A piece: whose it is, its colour, and its outline about its own middle, nose up.

    In the box, pieces that look alike lie in one pile, and so do those that name the same pile.
    """

    name: str
    title: str
    seat: Seat
    colour: RGB
    points: tuple[Point, ...] = ()
    radius: float = 0.3
    label: str | None = None  # printed on it: the number of its seat, unless told
    pile: str = ""
    home: Site | None = None  # the only cell it fits, if it fits but one
    count: int = 1  # how many of this very name there are
    border: RGB | None = None  # painted round it, where it is marked by one
    heap: str = ""  # what its pile is called, where each piece in it has a name of its own


class Face(Struct, frozen=True):
    """What is printed on a card: a sign one sees across the table, and its name."""

    sign: str
    title: str
    suit: str = ""


class Drawing(Struct, frozen=True):
    """A game's board. Nothing in it changes while the game is played."""

    size: Point
    cells: tuple[Cell, ...]
    tokens: tuple[Token, ...]
    prints: tuple[Print, ...] = ()  # on the board itself
    paper: Paper | None = None
    cards: Mapping[str, Face] = {}  # by what the names of its copies begin with, up to the dot
    called: Mapping[str, str] = {}  # what else moves speak of by name, and how it is said aloud
    ground: str = "space"
    piled: bool = False  # pieces of one cell lie upon each other, not side by side
