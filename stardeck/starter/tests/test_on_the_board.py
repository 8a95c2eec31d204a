"""Scenarios and lessons on a simulated board."""

from __future__ import annotations

import pytest
from stardeck.bench import play_scenario, take_lesson, untaught_rules

from stardeck_starter import GAME


@pytest.mark.parametrize("path", GAME.scenarios, ids=lambda path: path.stem)
def test_the_board_answers(path):
    play_scenario(path)


@pytest.mark.parametrize("path", GAME.lessons, ids=lambda path: path.stem)
def test_a_lesson_can_be_finished(path):
    take_lesson(GAME, path)


def test_every_rule_is_taught():
    assert not untaught_rules(GAME)
