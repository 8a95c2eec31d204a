"""A move of several pieces may be made piece by piece, and look like others midway."""

from __future__ import annotations

from random import Random

import pytest

from controller.game import Setting
from controller.games import SHELF
from controller.values import differing, standing
from sims.bench.rig import Rig
from tests.panels import load_panel


def walk(luck):
    """Positions of a game that nobody plays well."""
    position = SHELF["zylatron"].start(Setting(2))
    while position.outcome is None:
        yield position
        position = position.after(luck.choice(list(position.moves())))


def loaded(position):
    """A move that carries three pieces and more from one cell to an empty one, and whence."""
    layout = position.layout()
    for move in position.moves():
        after = position.after(move).layout()
        source, *more = [s for s in differing(layout, after) if standing(layout, s)] or [None]
        if source and not more and len(standing(layout, source)) > 2 and source not in after:
            return move, source
    return None


@pytest.mark.parametrize("panel", ["zylatron", "zylatron_matrix"])
@pytest.mark.parametrize("pause", [0.1, 0.6])
@pytest.mark.parametrize("asked", [True, False])
def test_a_load_is_carried_after_its_star(panel, pause, asked):
    start = next(filter(loaded, walk(Random(0))))
    rig = Rig(start, load_panel(panel))
    rig.settle()
    move, source = loaded(start)
    pieces = standing(rig.table.position.layout(), source)
    (goal,) = differing(rig.table.position.layout(), rig.table.position.after(move).layout()) - {
        source
    }
    if asked:
        assert rig.table.say(move) is None and rig.table.wish == move
    for piece in pieces:
        rig.bench.lift(source, piece.name)
        rig.wait(0.2)
        rig.bench.put(piece, goal)
        rig.wait(pause)
    rig.wait(1.0)
    assert rig.table.history == [move]
