"""Boards to try the rules on."""

from __future__ import annotations

from stardeck.game import Seat, Site
from stardeck_nine_mens_morris import GAME
from stardeck_nine_mens_morris.board import GREEN, MEN, VIOLET
from stardeck_nine_mens_morris.rules import Morris

FOUR, APART = "a7 d7 g1 f2", "b6 d5 e3 c3"


def at(green: str, violet: str, mover: Seat = GREEN, *, beside: int = 0, **more: bool) -> Morris:
    """Men on these points, so many of each side still beside the board, the others taken."""
    sides = [tuple(map(Site, points.split())) for points in (green, violet)]
    filled = [side + (None,) * (MEN - beside - len(side)) for side in sides]
    return Morris((filled[GREEN], filled[VIOLET]), mover, **more)


def played(position: Morris, *lines: str) -> Morris:
    """The moment after these moves, each of them lawful."""
    for line in lines:
        move = GAME.parse(line)
        assert position.refusal(move) is None, line
        assert move in position.moves(), line
        position = position.after(move)
    return position


def rule(position: Morris, line: str) -> str:
    """The rule against this move; it is not among those that may be made."""
    move = GAME.parse(line)
    refusal = position.refusal(move)
    assert refusal and move not in position.moves(), line
    return refusal.rule
