"""Looking for garbage seldom is safe, because a table leaves none that has to be looked for."""

from __future__ import annotations

import gc
import subprocess
import sys
from itertools import islice
from random import Random

import pytest

from controller.app.computer.garbage import NEW_VALUES
from controller.game import Setting
from controller.games import SHELF
from controller.robots.players import random_player
from controller.values import Seat
from sims.bench.rig import Rig
from tests.panels import load_panel
from tests.played import play_out

MOVES = 25
CIRCLES = 20  # values in circles; a single one in each move would make more
SAYS = "import gc, stardeck; stardeck.main(); print(gc.isenabled(), gc.get_threshold()[0])"


@pytest.fixture
def without_looks():
    """Nothing is collected meanwhile."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("name", SHELF)
def test_a_game_leaves_no_circles(name, without_looks):
    game = SHELF[name]
    rig = Rig(game.start(Setting(2)), load_panel(game.panel.stem), seed=3)
    moves = play_out(rig, {Seat(seat): random_player(Random(seat)) for seat in range(2)})
    next(moves)
    gc.collect()
    assert len(list(islice(moves, MOVES))) == MOVES
    assert gc.collect() < CIRCLES


def test_the_command_looks_for_garbage_seldom():
    done = subprocess.run(
        [sys.executable, "-c", SAYS, "no-such-command"], check=False, capture_output=True, text=True
    )
    assert done.stdout.split() == ["True", str(NEW_VALUES)]
