"""The scenarios, on a simulated board."""

from __future__ import annotations

import pytest

from stardeck.bench import play_scenario
from stardeck_nine_mens_morris import GAME


@pytest.mark.parametrize("path", GAME.scenarios, ids=lambda path: path.stem)
def test_the_board_answers(path):
    play_scenario(path)
