"""Seats that choose for themselves."""

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
"""Given a position, the move this seat makes; None when it lets the others act first."""

LONGEST = 12  # moves of one turn that a robot thinks ahead ...
WIDEST = 40  # ... and how many it looks at each time
DELAY = 1e-4  # what each further step costs: of two ways to the same end the shorter one
WHIM = 1 / 8  # of its moves it makes at random, or two of its kind would go round in circles

ROBOTS = ("robot", "random", "first", *LEVELS)


def first(position: Position[Any], seat: Seat) -> Move | None:
    """The first lawful move there is, if it is this seat's."""
    move: Move = next(iter(position.moves()))
    return move if move.seat == seat else None


def at_random(luck: Random) -> Player:
    """Any lawful move, with equal odds; while several may act, whoever it falls to."""

    def choose(position: Position[Any], seat: Seat) -> Move | None:
        move: Move = luck.choice(list(position.moves()))
        return move if move.seat == seat else None

    return choose


def greedy(luck: Random) -> Player:
    """The move whose turn ends best for its own seat; while the game waits for others too, none
    that is worse than to wait."""

    def choose(position: Position[Any], seat: Seat) -> Move | None:
        able: list[Move] = [move for move in position.moves() if move.seat == seat]
        moves = [move for move in able if not position.vain(move)] or able
        alone = position.due == {seat}
        if moves and alone and luck.random() < WHIM:
            return luck.choice(moves)
        ahead = LONGEST if len(moves) <= WIDEST else 0
        worth = {move: turned_out(position.after(move), seat, ahead) for move in moves}
        best = max(worth.values(), default=0.0)
        if not moves or (not alone and best < position.evaluate(seat)):
            return None
        return luck.choice([move for move in moves if worth[move] == best])

    return choose


def turned_out(position: Position[Any], seat: Seat, ahead: int) -> float:
    """What the turn promises at its end, if every further move is the best at first sight."""
    steps = 0
    while steps < ahead and position.actors == {seat}:
        following = [position.after(move) for move in islice(position.moves(), WIDEST)]
        position = max(following, key=lambda after: after.evaluate(seat))
        steps += 1
    return position.evaluate(seat) - DELAY * steps


def scripted(game: Game, lines: Iterable[str]) -> Player:
    """The moves of a script, one after the other."""
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
    """What the seats that choose for themselves do now; None while they wait for a person.

    While several may act, whoever acted last is asked last. Each is shown what his seat sees.
    """
    turn = sorted(position.actors, key=lambda seat: (seat <= last, seat))
    robots = {seat: chooser for seat in turn if (chooser := players.get(seat))}
    for seat, chooser in robots.items():
        if move := chooser(position if seat == CHANCE else position.seen_by(seat), seat):
            return move
    waiting = robots.keys() < position.actors
    return None if waiting or not robots else next(iter(position.moves()))


def player(name: str, luck: Random, game: Game) -> Player | None:
    """The player of this name; None for a human, who chooses, and where a lesson says what."""
    if name in LEVELS:
        return thoughtful(game, ladder(game).levels[name], luck)
    match name:
        case "human" | "lesson":
            return None
        case "robot":
            return greedy(luck)
        case "random":
            return at_random(luck)
        case "first":
            return first
    raise Misuse("player.no_such", name=name, names=", ".join(ROBOTS))
