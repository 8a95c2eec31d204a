"""What the rules of Nine Men's Morris judge, one small choice at a time, and how it is written."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from stardeck.game import Form, Move, Notation, Site
from stardeck_nine_mens_morris.board import POINTS

Point = Annotated[Site, Form("|".join(POINTS))]


class Place(Move, frozen=True):
    """A man comes on to the board."""

    LINE = "{seat} places {point}"

    point: Point


class Slide(Move, frozen=True):
    """A man goes to another point."""

    LINE = "{seat} moves {source}-{target}"

    source: Point
    target: Point


class Take(Move, frozen=True):
    """A mill was closed, and a man is lifted off the board."""

    LINE = "{seat} takes {point}"

    point: Point


Choice: TypeAlias = Place | Slide | Take

parse = Notation[Choice]("Nine Men's Morris", 2, "1 moves a7-d7", (Place, Slide, Take)).parse
