"""What the tests of a game import: whole games, scenarios and lessons on a simulated board."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from controller.game import Game, Position, Setting
from controller.lessons.lesson import read as read_lesson
from controller.lessons.rulebook import numbers
from controller.robots.players import Player, greedy, random_player
from controller.values import CHANCE, Seat
from sims.scenarios.laws import check_game
from sims.scenarios.pupil import Pupil, Stuck
from sims.scenarios.scenario import Scenario
from sims.scenarios.scenario import read as read_scenario
from sims.scenarios.worlds import Twin, Unmet, play

__all__ = [
    "Pupil",
    "Scenario",
    "Stuck",
    "Twin",
    "Unmet",
    "check_game",
    "greedy",
    "play_scenario",
    "play_whole_game",
    "random_player",
    "read_lesson",
    "read_scenario",
    "take_lesson",
    "untaught_rules",
]

LONGEST = 10_000  # moves; a game that takes more has no end


def play_scenario(path: Path) -> None:
    """Play a scenario on a simulated board; raise Unmet at the first check that stays false."""
    scenario = read_scenario(path)
    twin = Twin(scenario, scenario.wiring)
    try:
        play(scenario, twin)
    finally:
        twin.close()


def take_lesson(game: Game, path: Path, panel: Path | None = None) -> None:
    """Take a lesson as it is meant, on a simulated board; raise Stuck if it does not go on."""
    pupil = Pupil(game, path.stem, panel or game.panel)
    try:
        pupil.learn()
    finally:
        pupil.close()


def untaught_rules(game: Game) -> frozenset[str]:
    """Return the numbers of the rules that no lesson names."""
    return numbers(game).difference(*(read_lesson(path, game).names for path in game.lessons))


def play_whole_game(
    game: Game,
    *players: Callable[[Random], Player],
    seed: int = 1,
    setting: Setting | None = None,
) -> Iterator[Position[Any]]:
    """Yield every position of a game between these players: `random_player`, `greedy`, your own.

    Seats without a player move at random. The same seed plays the same game.
    """
    luck = Random(seed)
    position = game.start(setting or Setting(game.seats.start))
    seats = range(CHANCE, len(position.scores()))
    named = dict(enumerate(players))
    by_seat = {Seat(seat): named.get(seat, random_player)(luck) for seat in seats}
    yield position
    for _ in range(LONGEST):
        if position.outcome is not None:
            return
        choices = (by_seat[seat](position, seat) for seat in sorted(position.actors))
        move = next(choice for choice in choices if choice is not None)
        position = position.after(move)
        yield position
    raise AssertionError(f"{game.name} has no end: {LONGEST} moves were made with seed {seed}")
