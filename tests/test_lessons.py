"""Lessons: every one can be learnt on every panel, none has a dead end, every rule is taught."""

from __future__ import annotations

from random import Random

import pytest

from controller.games import SHELF
from controller.lessons.lesson import read
from controller.lessons.rulebook import numbers
from tests.pupil import Pupil

EVERY = [
    pytest.param(game, path.stem, panel, id=f"{panel.stem}-{path.stem}")
    for game in SHELF.values()
    for panel in game.panels
    for path in game.lessons
]
TAUGHT = [game for game in SHELF.values() if game.lessons]


@pytest.mark.parametrize(("game", "name", "panel"), EVERY)
def test_the_hand_learns_it(game, name, panel):
    pupil = Pupil(game, name, panel)
    pupil.learn()
    assert pupil.teacher.done
    pupil.close()


@pytest.mark.parametrize(("game", "name", "panel"), EVERY)
def test_it_has_no_dead_end(game, name, panel):
    """Something else is done before every task; then what is asked for."""
    luck = Random(f"{panel.stem} {name}")
    pupil = Pupil(game, name, panel)
    for _ in pupil.teacher.lesson.tasks:
        pupil.disturb(luck)
        if not pupil.teacher.done:
            pupil.do_task()
    pupil.learn()
    assert pupil.teacher.done
    pupil.close()


@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.name)
def test_every_rule_is_taught_or_named(game):
    lessons = [read(path, game) for path in game.lessons]
    told = frozenset().union(*(lesson.names for lesson in lessons))
    assert numbers(game) - told == set()
