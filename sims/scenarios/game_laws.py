"""What the table relies on in every game, checked along a game that is played at random."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, repeat
from random import Random
from typing import Any

from msgspec import to_builtins
from msgspec.json import encode

from controller.game import Game, Move, Position, Setting
from controller.lessons.rulebook import rule_numbers
from controller.robots.players import Player, random_player, robots_choice
from controller.values import CHANCE, Seat, Site, pieces_of
from controller.words import catalogue
from drivers.wiring import load_wiring

LONGEST_GAME = 10_000  # moves; a game that takes more has no end


def play_whole_game(
    game: Game,
    *players: Callable[[Random], Player],
    seed: int = 1,
    setting: Setting | None = None,
) -> Iterator[Position[Any]]:
    """Yield every position of a game between these players: `random_player`, `greedy`, your own.

    Seats without a player move at random. The same seed plays the same game.
    """
    luck, last = Random(seed), CHANCE
    position = game.start(setting or Setting(game.seats.start))
    kinds = chain(players, repeat(random_player))
    seats = range(len(position.scores()))
    choosers: dict[Seat, Player | None] = {Seat(seat): next(kinds)(luck) for seat in seats}
    choosers[CHANCE] = random_player(luck)
    yield position
    for _ in range(LONGEST_GAME):
        if position.outcome is not None:
            return
        move = robots_choice(position, choosers, last)
        assert move is not None, "every seat has a player"
        last, position = move.seat, position.after(move)
        yield position
    raise AssertionError(f"{game.name} has no end: seed {seed} made {LONGEST_GAME} moves")


def check_game(game: Game, seed: int = 1) -> None:
    """Play a game at random; raise AssertionError at the first law that a position breaks.

    Every offered move is lawful, every attempt is offered or refused by a rule of RULES.md, moves
    and positions are read back from text, and every sentence and every piece is known.
    """
    sites = frozenset(load_wiring(game.panel).senses)
    for position in play_whole_game(game, seed=seed):
        check_position(game, position)
        check_moves(game, position, sites)


def check_position(game: Game, position: Position[Any]) -> None:
    """Assert that JSON, words and pieces of a position are complete, and that somebody may act."""
    assert game.thaw(encode(position)) == position, f"JSON loses a part of {to_builtins(position)}"
    assert bool(position.actors) == (position.outcome is None), (
        "nobody may act in a game that goes on"
    )
    said = position.asks().key
    assert said in catalogue(), f"words.en.toml has no sentence {said}"
    known = set(game.pieces(position))
    lying = {piece.name for content in position.layout().values() for piece in pieces_of(content)}
    assert lying <= known, f"pieces() does not name {', '.join(sorted(lying - known))}"


def check_moves(game: Game, position: Position[Any], sites: frozenset[Site]) -> None:
    """Assert that lawful attempts are the moves, and that a rule refuses every other attempt."""
    offered = list(position.moves())
    for move in offered:
        check_move(game, move)
        refused = position.refusal(move)
        assert refused is None, f"{move} is offered, and refused by {refused and refused.rule}"
    rules = rule_numbers(game)
    for move in position.attempts(sites):
        refused = position.refusal(move)
        if refused is None:
            assert move in offered, f"{move} is lawful, and not offered"
        else:
            assert refused.rule in rules, f"RULES.md has no rule {refused.rule}"
            assert refused.words in catalogue(), f"words.en.toml has no sentence {refused.words}"


def check_move(game: Game, move: Move) -> None:
    """Assert that a move is read back from its notation, and has a word for its button."""
    assert game.parse(str(move)) == move, f"{move} is read back as another move"
    verb = f"{game.name}.verb.{str(move).split()[1]}"
    assert move.seat == CHANCE or verb in catalogue(), f"words.en.toml has no word {verb}"
