"""Players that choose by simple rules, and the choice of a player by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from random import Random
from typing import Any, TypeAlias

from controller.errors import Misuse
from controller.game import Game, Move, Position
from controller.robots.levels import LEVELS, ladder
from controller.robots.opinion import thoughtful
from controller.values import CHANCE, Seat

Player: TypeAlias = Callable[[Position[Any], Seat], Move | None]
"""Returns the move of this seat in a position; None if it lets the others act first."""

LONGEST_TURN = 12  # most moves of one turn that a greedy robot looks ahead
WIDEST = 40  # most moves that it looks at in each step
DELAY = 1e-4  # cost of each further step, so that the shorter of two equal ways is taken
WHIM = 1 / 8  # share of random moves, so that two greedy robots do not repeat positions forever

ROBOTS = ("robot", "random", "first", *LEVELS)


def first_legal(position: Position[Any], seat: Seat) -> Move | None:
    """Return the first legal move if it is this seat's, else None."""
    move: Move = next(iter(position.moves()))
    return move if move.seat == seat else None


def random_player(luck: Random) -> Player:
    """Return a player that makes any legal move with equal odds; None if it is another seat's."""

    def choose(position: Position[Any], seat: Seat) -> Move | None:
        move: Move = luck.choice(list(position.moves()))
        return move if move.seat == seat else None

    return choose


def greedy(luck: Random) -> Player:
    """Return a player that makes the move whose turn ends with the best heuristic value.

    While the game also waits for others, it waits if every move is worse than waiting.
    """

    def choose(position: Position[Any], seat: Seat) -> Move | None:
        able: list[Move] = [move for move in position.moves() if move.seat == seat]
        moves = [move for move in able if not position.vain(move)] or able
        alone = position.due == {seat}
        if moves and alone and luck.random() < WHIM:
            return luck.choice(moves)
        ahead = LONGEST_TURN if len(moves) <= WIDEST else 0
        worth = {move: turned_out(position.after(move), seat, ahead) for move in moves}
        best = max(worth.values(), default=0.0)
        if not moves or (not alone and best < position.evaluate(seat)):
            return None
        return luck.choice([move for move in moves if worth[move] == best])

    return choose


def turned_out(position: Position[Any], seat: Seat, ahead: int) -> float:
    """Return the heuristic value at the end of the turn, if each further move is greedy."""
    steps = 0
    while steps < ahead and position.actors == {seat}:
        following = [position.after(move) for move in islice(position.moves(), WIDEST)]
        position = max(following, key=lambda after: after.evaluate(seat))
        steps += 1
    return position.evaluate(seat) - DELAY * steps


def scripted(game: Game, lines: Iterable[str]) -> Player:
    """Return a player that makes the moves of a script in order; Misuse at its end."""
    moves = iter([game.parse(line) for line in lines])

    def choose(position: Position[Any], seat: Seat) -> Move | None:
        move = next(moves, None)
        if move is None:
            raise Misuse("player.script_ended")
        if refusal := position.refusal(move):
            raise Misuse("player.script_forbidden", move=move, rule=refusal.rule)
        return move

    return choose


def robots_choice(
    position: Position[Any], players: Mapping[Seat, Player | None], last: Seat = CHANCE
) -> Move | None:
    """Return the next move of the seats that choose for themselves; None if a person is to act.

    While several seats may act, the one that acted last is asked last. Each is shown only what its
    seat sees.
    """
    turn = sorted(position.actors, key=lambda seat: (seat <= last, seat))
    robots = {seat: chooser for seat in turn if (chooser := players.get(seat))}
    for seat, chooser in robots.items():
        if move := chooser(position if seat == CHANCE else position.seen_by(seat), seat):
            return move
    waiting = robots.keys() < position.actors
    return None if waiting or not robots else next(iter(position.moves()))


def player_named(name: str, luck: Random, game: Game) -> Player | None:
    """Return the player of this name; None for a human or a lesson, who choose outside."""
    if name in LEVELS:
        return thoughtful(game, ladder(game).levels[name], luck)
    match name:
        case "human" | "lesson":
            return None
        case "robot":
            return greedy(luck)
        case "random":
            return random_player(luck)
        case "first":
            return first_legal
    raise Misuse("player.no_such", name=name, names=", ".join(ROBOTS))
