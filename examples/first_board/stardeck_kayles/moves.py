"""What the rules of Kayles judge, and how it is written."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from stardeck.game import Form, Move, Notation, Site
from stardeck_kayles.board import PLACES

Place = Annotated[Site, Form("|".join(PLACES))]


class Take(Move, frozen=True):
    """One star is lifted off the board."""

    LINE = "{seat} takes {place}"

    place: Place

    @property
    def places(self) -> tuple[Site, ...]:
        return (self.place,)


class Pair(Move, frozen=True):
    """Two are."""

    LINE = "{seat} clears {left}-{right}"

    left: Place
    right: Place

    @property
    def places(self) -> tuple[Site, ...]:
        return (self.left, self.right)


Choice: TypeAlias = Take | Pair

parse = Notation[Choice]("Kayles", 2, "1 clears k1-k2", (Take, Pair)).parse
