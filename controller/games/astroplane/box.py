"""The contents of the Astroplane box: special places, four fleets and the terms of a match."""

from __future__ import annotations

from functools import cache, cached_property
from typing import Annotated

from msgspec import Meta, Struct

from controller.games.astroplane.chart import Chart
from controller.games.files import Paint
from controller.values import Piece, Seat, Site, Stack

CRAFT = 10  # craft in each fleet (P1)
GROUPED = 3  # craft in each start area
SIDES = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
"""The fleets that play, by number of players; two players sit opposite each other."""


class Fleet(Struct, frozen=True, forbid_unknown_fields=True):
    """A fleet of ten craft: name, colour, two start areas and the corner of its reserve."""

    name: Annotated[str, Meta(pattern="^[a-z]+$")]
    colour: Paint
    starts: tuple[Site, Site]
    reserve: Site

    @property
    def title(self) -> str:
        """The name of its player."""
        return self.name.capitalize()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its craft."""
        return tuple(f"{self.name}.{number}" for number in range(1, CRAFT + 1))


class Corner(Struct, frozen=True, forbid_unknown_fields=True):
    """A corner of the board: a wormhole, and two firing positions with their targets."""

    wormhole: tuple[str, str]
    shots: tuple[tuple[Site, Site], tuple[Site, Site]]


class Box(Struct, frozen=True, dict=True):
    """The contents of one box."""

    hyperspace: tuple[Site, ...]
    corners: tuple[Corner, ...]
    fleets: tuple[Fleet, ...]
    first: int  # the number of the player who begins
    total: int  # points that end a match

    @cached_property
    def chart(self) -> Chart:
        """The lookup tables of where each position leads."""
        return chart(self)


class Crews(dict[tuple[int, ...], Stack]):
    """Stacks of pieces by the numbers of their craft, each built once."""

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
    """Return the fleet of each seat (cached)."""
    return tuple(box.fleets[side] for side in SIDES[seats])


@cache
def crews(box: Box, seats: int) -> Crews:
    """Return the stacks of a game with this number of players (cached)."""
    return Crews(playing(box, seats))


@cache
def chart(box: Box) -> Chart:
    """Return the lookup tables of this box (cached)."""
    return Chart(
        box.hyperspace,
        tuple((corner.wormhole, corner.shots) for corner in box.corners),
        tuple(fleet.starts for fleet in box.fleets),
        tuple(fleet.reserve for fleet in box.fleets),
    )
