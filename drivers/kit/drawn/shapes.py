"""Lines, discs and words on a sheet of paper, in millimetres, y downwards."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import TypeAlias

from msgspec import Struct

PaperPoint: TypeAlias = tuple[float, float]
Box: TypeAlias = tuple[float, float, float, float]  # left, top, right, bottom
INK, GREY, BLUE, RED, PALE = "#111111", "#8a8a8a", "#1f5fbf", "#c0281f", "#d8d8d8"


class Look(Struct, frozen=True):
    """The style of a shape; `layer` names its role, for example as an SVG class."""

    layer: str
    stroke: str = INK
    fill: str = ""
    width: float = 0.2  # mm
    dashed: bool = False


class Outline(Struct, frozen=True):
    """A line through these points, returning to the first one if it is closed."""

    points: tuple[PaperPoint, ...]
    look: Look
    closed: bool = True

    @property
    def box(self) -> Box:
        across, down = zip(*self.points, strict=True)
        return min(across), min(down), max(across), max(down)


class Disc(Struct, frozen=True):
    """A circle; its name, if any, is the channel or pixel it is for."""

    at: PaperPoint
    radius: float
    look: Look
    name: str = ""

    @property
    def box(self) -> Box:
        (x, y), r = self.at, self.radius
        return x - r, y - r, x + r, y + r


class Anchor(Enum):
    """The part of a text that is placed at its point, in SVG's terms."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


LETTER = 0.6  # width of a letter as a share of its height, rounded up
# share of the text's width that is left of its point
BEFORE = {Anchor.START: 0.0, Anchor.MIDDLE: 0.5, Anchor.END: 1.0}


class Words(Struct, frozen=True):
    """A line of text at a point on its base line."""

    at: PaperPoint
    text: str
    high: float  # mm, of its letters' em
    look: Look
    anchor: Anchor = Anchor.MIDDLE

    @property
    def box(self) -> Box:
        (x, y), wide = self.at, LETTER * self.high * len(self.text)
        start = x - BEFORE[self.anchor] * wide
        return start, y - self.high, start + wide, y + self.high / 3


Shape: TypeAlias = Outline | Disc | Words


class Sheet(Struct, frozen=True):
    """A drawing at true size, in mm."""

    title: str
    wide: float
    high: float
    shapes: tuple[Shape, ...]


def rectangle(left: float, top: float, wide: float, high: float, look: Look) -> Outline:
    """Return a closed rectangle."""
    right, bottom = left + wide, top + high
    return Outline(((left, top), (right, top), (right, bottom), (left, bottom)), look)


def stroke(start: PaperPoint, end: PaperPoint, look: Look) -> Outline:
    """Return a straight line."""
    return Outline((start, end), look, closed=False)


def meets(one: Box, other: Box) -> bool:
    """True if the two boxes touch or overlap."""
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


def fold_text(text: str, room: int) -> list[str]:
    """Break the text into lines of at most `room` letters; a longer word stays whole."""
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + len(word) >= room:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def box_around(shapes: Iterable[Shape]) -> Box:
    """Return the box around all shapes."""
    boxes = [shape.box for shape in shapes]
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def shift_shape(shape: Shape, by: PaperPoint) -> Shape:
    """Return the shape shifted by `by`."""
    dx, dy = by
    match shape:
        case Outline(points, look, closed):
            return Outline(tuple((x + dx, y + dy) for x, y in points), look, closed)
        case Disc((x, y), radius, look, name):
            return Disc((x + dx, y + dy), radius, look, name)
        case Words((x, y), text, high, look, anchor):
            return Words((x + dx, y + dy), text, high, look, anchor)
