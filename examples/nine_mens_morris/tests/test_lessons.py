"""Its lessons, each solved by the simulated hand; and every rule in one of them."""

from pathlib import Path

import pytest

from controller.lessons.lesson import read
from controller.lessons.rulebook import numbers
from sims.scenarios.pupil import Pupil
from stardeck_nine_mens_morris import GAME


@pytest.mark.parametrize("path", GAME.lessons, ids=lambda path: path.stem)
def test_the_hand_learns_it(path: Path) -> None:
    pupil = Pupil(GAME, path.stem, GAME.panel)
    pupil.learn()
    assert pupil.teacher.done
    pupil.close()


def test_every_rule_is_taught_or_named() -> None:
    told = frozenset().union(*(read(path, GAME).names for path in GAME.lessons))
    assert numbers(GAME) - told == set()
