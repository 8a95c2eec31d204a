"""How a game's board looks, in plain shapes, so that a page can draw any game.

Unit coordinates: x to the right, y towards the players, one cell about one unit wide. A shape is a
polygon if it has points, else a disc.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct

from controller.scene import RGB
from controller.values import Seat, Site

Point: TypeAlias = tuple[float, float]
Picture: TypeAlias = tuple[tuple[tuple[Site, str], ...], ...]
"""A board in characters: rows of cells, the far row first, each with what is printed on it."""


class Cell(Struct, frozen=True):
    """A place for pieces, with its outline and name."""

    site: Site
    centre: Point
    points: tuple[Point, ...] = ()
    radius: float = 0.5
    room: int = 0  # pieces that fit on it; 0 if stacks may be of any height
    turn: float = 0.0  # degrees, clockwise, by which a piece on it is turned


class Print(Struct, frozen=True):
    """Something printed on the board: its kind chooses the picture, its box the position."""

    kind: str
    centre: Point
    size: Point
    label: str = ""
    title: str = ""  # its name in sentences
    places: tuple[Point, ...] = ()  # the centre of every cell that it covers
    idle: bool = False  # not used in this game, drawn dark
    colour: RGB | None = None  # of its picture, if the game's files give one


class Paper(Struct, frozen=True):
    """A strip that scrolls under the cells: its prints as they lie when the dial reads 0."""

    dial: Site
    step: Point  # how far one row forward moves it
    prints: tuple[Print, ...]


class Token(Struct, frozen=True):
    """A piece: its seat, its colour, and its outline around its own centre, pointing up.

    In the box, pieces that look alike lie in one pile, and so do pieces that name the same pile.
    """

    name: str
    title: str
    seat: Seat
    colour: RGB
    points: tuple[Point, ...] = ()
    radius: float = 0.3
    label: str | None = None  # printed on it; None for the number of its seat
    pile: str = ""
    home: Site | None = None  # the only cell it fits on, if there is one
    count: int = 1  # how many have this same name
    border: RGB | None = None  # colour of its border, if it has one
    heap: str = ""  # name of its pile, if each piece in it has its own


class Face(Struct, frozen=True):
    """What is printed on a card: a large sign, and its name."""

    sign: str
    title: str
    suit: str = ""


class Drawing(Struct, frozen=True):
    """A game's board, which stays the same while the game is played."""

    size: Point
    cells: tuple[Cell, ...]
    tokens: tuple[Token, ...]
    prints: tuple[Print, ...] = ()  # on the board itself
    paper: Paper | None = None
    cards: Mapping[str, Face] = {}  # by a card's name before the dot, which copies share
    called: Mapping[str, str] = {}  # other names in moves, and how they are said
    ground: str = "space"
    piled: bool = False  # pieces of a cell are stacked, not side by side
