"""The pages of play, on a simulated board."""

from __future__ import annotations

import pytest

from sims.scenarios.scenario import read
from sims.scenarios.worlds import Twin, play
from stardeck_nine_mens_morris import GAME


@pytest.mark.parametrize("path", GAME.scenarios, ids=lambda path: path.stem)
def test_the_board_answers(path):
    scenario = read(path)
    twin = Twin(scenario, scenario.wiring)
    play(scenario, twin)
    twin.close()
