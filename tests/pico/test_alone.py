"""A whole evening without a page on the virtual Pico: `make hil` plays one game, `make long` all.

The firmware knows no games, and every panel has scenarios and lessons in `make hil`. An evening
asks the same of it on each: keys, letters made of lights, a game set up, played and resumed.
"""

from __future__ import annotations

import pytest

from controller.game import Setting
from controller.games import SHELF
from drivers.wiring import load_wiring
from tests.menu.board_alone import BoardAlone
from tests.menu.test_board_alone import evening

pytestmark = pytest.mark.pico
SAMPLE = "situation7"  # the shortest evening
GAMES = [
    pytest.param(name, marks=pytest.mark.hil if name == SAMPLE else pytest.mark.long)
    for name in SHELF
]


class OnPixels(BoardAlone):
    """Its lights are what the pixels show, watched for as long as the slowest rhythm takes."""

    def lights(self):
        return self.twin.chip.lights(self.wait)


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_evening_without_a_page(chips, name, tmp_path):
    from sims.pico.rig import PicoTwin

    game = SHELF[name]
    wiring = load_wiring(game.panel)
    chip = chips(wiring)
    chip.bench.plug()
    chip.reset()
    pieces = game.pieces(game.start(Setting(2)))
    at = OnPixels(PicoTwin(wiring, pieces, chip=chip, name="alone"), game, tmp_path)
    evening(at)
    at.close()
