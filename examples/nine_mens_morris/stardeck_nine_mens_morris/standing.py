"""How a game of Nine Men's Morris stands, and what its rules ask about it."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeAlias

from stardeck.game import Piece, PlainPosition, Seat, Site, Stack
from stardeck_nine_mens_morris.board import (
    COLOURS,
    GREEN,
    LINES_AT,
    MEN,
    NEXT,
    POINTS,
    SEATS,
    other,
)

FLIERS = 3  # men who may fly (M4), and the fewest to play with (M7)

Men: TypeAlias = tuple[Site | None, ...]
"""Where each man of a side stands that was placed, in that order; None when he was taken."""


class Standing(PlainPosition, frozen=True):
    """All there is to know of one moment."""

    men: tuple[Men, Men] = ((), ())
    mover: Seat = GREEN
    takes: bool = False  # the mover has closed a mill, and takes a man
    past: tuple[str, ...] = ()  # how the board stood since a man last came or a mill was closed
    flying: bool = True

    def layout(self) -> dict[Site, Stack]:
        """How the board should stand: every man on his point."""
        board: dict[Site, Stack] = {}
        for seat in SEATS:
            for number, point in enumerate(self.men[seat], 1):
                if point:
                    man = Piece(f"{COLOURS[seat]}.{number}", seat)
                    board[point] = (*board.get(point, ()), man)
        return board

    def owner(self, point: Site) -> Seat | None:
        """Whose man stands there."""
        return next((seat for seat in SEATS if point in self.men[seat]), None)

    def held(self, seat: Seat) -> list[Site]:
        """The points where that seat has men."""
        return [point for point in self.men[seat] if point]

    def free(self) -> list[Site]:
        """The points where nobody stands."""
        return [point for point in POINTS if not any(point in men for men in self.men)]

    def beside(self, seat: Seat) -> int:
        """How many men of that seat wait beside the board."""
        return MEN - len(self.men[seat])

    def strength(self, seat: Seat) -> int:
        """How many men that seat has, on the board and beside it."""
        return MEN - self.men[seat].count(None)

    def flies(self, seat: Seat) -> bool:
        """Whether that seat's men need no lines (M4)."""
        return self.flying and self.strength(seat) == FLIERS

    def reach(self, seat: Seat, source: Site) -> Collection[Site]:
        """Where a man of that seat may go from there, if it is empty (M3, M4)."""
        return POINTS if self.flies(seat) else NEXT[source]

    def milled(self, seat: Seat, point: Site) -> bool:
        """Whether that seat has a mill through this point (M5)."""
        held = self.men[seat]
        return any(all(one in held for one in line) for line in LINES_AT[point])

    def prey(self, seat: Seat) -> list[Site]:
        """The men of that seat that may be taken: none out of a mill, unless all are (M6)."""
        held = self.held(seat)
        return [point for point in held if not self.milled(seat, point)] or held

    def figure(self) -> str:
        """Who is on turn and how the board stands, for comparing (M8)."""
        sides = (" ".join(sorted(self.held(seat))) for seat in SEATS)
        return f"{self.mover + 1}: {' / '.join(sides)}"

    def scores(self) -> tuple[int, ...]:
        """Every man taken from the other is a point."""
        return tuple(self.men[other(seat)].count(None) for seat in SEATS)
