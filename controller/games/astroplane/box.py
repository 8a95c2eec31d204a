"""What comes in the box: the places on the board, the four fleets, the terms of a match."""

from __future__ import annotations

from functools import cache, cached_property
from typing import Annotated

from msgspec import Meta, Struct

from controller.games.astroplane.chart import Chart
from controller.games.files import Paint
from controller.values import Piece, Seat, Site, Stack

CRAFT = 10  # of each fleet (P1)
GROUPED = 3  # in each start area
SIDES = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
"""Which fleets play: two sit opposite each other."""


class Fleet(Struct, frozen=True, forbid_unknown_fields=True):
    """Ten craft: their name, colour, two start areas and the corner of their reserve."""

    name: Annotated[str, Meta(pattern="^[a-z]+$")]
    colour: Paint
    starts: tuple[Site, Site]
    reserve: Site

    @property
    def title(self) -> str:
        """What its player is called."""
        return self.name.capitalize()

    @property
    def names(self) -> tuple[str, ...]:
        """What its craft are called."""
        return tuple(f"{self.name}.{number}" for number in range(1, CRAFT + 1))


class Corner(Struct, frozen=True, forbid_unknown_fields=True):
    """A corner of the board: a wormhole, and its anomaly's two firing positions and aims."""

    wormhole: tuple[str, str]
    shots: tuple[tuple[Site, Site], tuple[Site, Site]]


class Box(Struct, frozen=True, dict=True):
    """One set of the game."""

    hyperspace: tuple[Site, ...]
    corners: tuple[Corner, ...]
    fleets: tuple[Fleet, ...]
    first: int  # the number of the player who begins
    total: int  # points that end a match

    @cached_property
    def chart(self) -> Chart:
        """Where every position leads."""
        return chart(self)


class Crews(dict[tuple[int, ...], Stack]):
    """Stacks by the numbers of their craft, each made once."""

    def __init__(self, fleets: tuple[Fleet, ...]) -> None:
        super().__init__()
        self.crew = tuple(
            Piece(name, Seat(seat)) for seat, fleet in enumerate(fleets) for name in fleet.names
        )

    def __missing__(self, numbers: tuple[int, ...]) -> Stack:
        stack = self[numbers] = tuple(self.crew[number] for number in numbers)
        return stack


@cache
def playing(box: Box, seats: int) -> tuple[Fleet, ...]:
    """The fleet of each seat."""
    return tuple(box.fleets[side] for side in SIDES[seats])


@cache
def crews(box: Box, seats: int) -> Crews:
    """The stacks of a game for so many."""
    return Crews(playing(box, seats))


@cache
def chart(box: Box) -> Chart:
    """Boxes with the same places share a chart."""
    return Chart(
        box.hyperspace,
        tuple((corner.wormhole, corner.shots) for corner in box.corners),
        tuple(fleet.starts for fleet in box.fleets),
        tuple(fleet.reserve for fleet in box.fleets),
    )
