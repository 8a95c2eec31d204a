"""How the board looks on a page: nine round cells, and five pieces of each colour."""

from __future__ import annotations

from functools import cache

from stardeck.game import Cell, Drawing, Saying, Token, say

from stardeck_starter.rules import CELLS, COLOURS, PAINTS, PIECES, SEATS, GamePosition


@cache
def board() -> Drawing:
    """Return the cells and the pieces, which stay the same all through a game."""
    cells = (
        Cell(cell, ("abc".index(cell[0]) + 0.5, 3.5 - int(cell[1])), radius=0.42, room=1)
        for cell in CELLS
    )
    tokens = (
        Token(f"{COLOURS[seat]}.{n}", title(COLOURS[seat], n), seat, PAINTS[seat], radius=0.32)
        for seat in SEATS
        for n in range(1, PIECES + 1)
    )
    return Drawing(size=(3, 3), cells=tuple(cells), tokens=tuple(tokens))


def title(colour: str, number: int) -> str:
    """Return what a piece is called."""
    return say(Saying("starter.piece", {"colour": colour, "number": number}))


def drawing(now: GamePosition) -> Drawing:
    """Return how the board looks in this position."""
    return board()


def pieces(now: GamePosition) -> tuple[str, ...]:
    """Return the names of all pieces."""
    return tuple(token.name for token in board().tokens)
