"""Its lessons, each taken by the simulated hand; and every rule in one of them."""

from pathlib import Path

import pytest

from stardeck.bench import take_lesson, untaught_rules
from stardeck_nine_mens_morris import GAME


@pytest.mark.parametrize("path", GAME.lessons, ids=lambda path: path.stem)
def test_the_hand_learns_it(path: Path) -> None:
    take_lesson(GAME, path)


def test_every_rule_is_taught_or_named() -> None:
    assert not untaught_rules(GAME)
