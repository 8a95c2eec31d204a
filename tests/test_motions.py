"""What a simulated hand does with pieces: each is in one place, however often a move is tried."""

from __future__ import annotations

from random import Random

import pytest

from controller.game import Setting
from controller.games import SHELF
from sims.bench.rig import Rig
from tests.panels import PANELS, load_panel

MOVES = 30


@pytest.mark.parametrize("panel", PANELS)
def test_a_move_that_is_made_again_moves_no_second_copy_of_a_piece(panel):
    wiring, luck = load_panel(panel), Random(panel)
    game = SHELF[wiring.file.game]
    position = game.start(Setting(game.seats.start))
    rig = Rig(position, wiring)
    rig.bench.stand(position.layout())
    for _ in range(MOVES):
        if position.outcome:
            break
        move = luck.choice(list(position.moves()))
        for _ in range(2):
            for _ in rig.hand.motions.make(move, position):
                pass
            names = [piece.name for stack in rig.bench.stacks.values() for piece in stack]
            tags = {*wiring.tags.values()} or {*names}
            assert all(names.count(name) == 1 for name in names if name in tags), str(move)
        position = position.after(move)
