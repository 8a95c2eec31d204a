"""Seats that choose for themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, TypeAlias

from controller.errors import Misuse
from controller.game import Game, Move, Position

Player: TypeAlias = Callable[[Position[Any]], Move]
"""Given a position, the move this seat makes."""

ROBOTS = ("random", "first")


def first(position: Position[Any]) -> Move:
    """The first lawful move there is."""
    move: Move = next(iter(position.moves()))
    return move


def at_random(luck: Random) -> Player:
    """Any lawful move, with equal odds."""

    def choose(position: Position[Any]) -> Move:
        move: Move = luck.choice(list(position.moves()))
        return move

    return choose


def scripted(game: Game, lines: Iterable[str]) -> Player:
    """The moves of a script, one after the other."""
    moves = iter([game.parse(line) for line in lines])

    def choose(position: Position[Any]) -> Move:
        move = next(moves, None)
        if move is None:
            raise Misuse("The script has come to its end, and the game has not.")
        if refusal := position.refusal(move):
            raise Misuse(f"The script says {move}, which rule {refusal.rule} forbids.")
        return move

    return choose


def player(name: str, luck: Random) -> Player | None:
    """The player of this name; None for a human, who chooses with his own hands."""
    match name:
        case "human":
            return None
        case "random":
            return at_random(luck)
        case "first":
            return first
    raise Misuse(f"There is no player called {name!r}: human, random or first.")
