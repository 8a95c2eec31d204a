"""What the tests of a game import: whole games, scenarios and lessons on a simulated board."""

from __future__ import annotations

from pathlib import Path

from controller.game import Game
from controller.lessons.lesson import read_lesson
from controller.lessons.rulebook import rule_numbers
from controller.robots.players import greedy, random_player
from sims.scenarios.game_laws import check_game, play_whole_game
from sims.scenarios.pupil import Pupil, Stuck
from sims.scenarios.scenario import Scenario, read_scenario
from sims.scenarios.worlds import Twin, Unmet, run_scenario

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


def play_scenario(path: Path) -> None:
    """Play a scenario on a simulated board; raise Unmet at the first check that stays false."""
    scenario = read_scenario(path)
    twin = Twin(scenario, scenario.wiring)
    try:
        run_scenario(scenario, twin)
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
    return rule_numbers(game).difference(*(read_lesson(path, game).names for path in game.lessons))
