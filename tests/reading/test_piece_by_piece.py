"""A move of several pieces may be made piece by piece, and look like others midway."""

from __future__ import annotations

from random import Random

import pytest

from controller.game import Setting
from controller.games import SHELF
from controller.sitting.flow import Stage
from controller.sitting.keys import YES
from controller.table_rules import TableRules
from controller.values import differing, standing
from sims.bench.rig import Rig
from tests.panels import load_panel

PANELS = ["zylatron", "zylatron_matrix"]


def walk(luck):
    """Yield positions of a game played at random."""
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


def laid(panel, rules=None):
    """A table with something loaded on it, the move of it, its pieces, and where they go."""
    start = next(filter(loaded, walk(Random(0))))
    rig = Rig(start, load_panel(panel), rules=rules)
    rig.settle()
    move, source = loaded(start)
    before, after = start.layout(), start.after(move).layout()
    (goal,) = differing(before, after) - {source}
    return rig, move, standing(before, source), source, goal


def carry(rig, pieces, source, goal, pause):
    for piece in pieces:
        rig.bench.lift(source, piece.name)
        rig.wait(0.2)
        rig.bench.put(piece, goal)
        rig.wait(pause)


@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize("pause", [0.1, 0.6])
@pytest.mark.parametrize("asked", [True, False])
def test_a_load_is_carried_after_its_star(panel, pause, asked):
    rig, move, pieces, *way = laid(panel)
    if asked:
        assert rig.table.say(move) is None and rig.table.wish == move
    carry(rig, pieces, *way, pause)
    rig.wait(1.0)
    assert rig.table.history == [move]


@pytest.mark.parametrize("panel", PANELS)
def test_where_yes_was_said_the_rest_is_asked_about_and_nothing_is_retold(panel):
    rig, _, pieces, *way = laid(panel, TableRules(confirm_moves=True))
    carry(rig, pieces[:1], *way, 1.0)
    assert rig.table.stage is Stage.ASKING
    rig.hand.press(YES)
    rig.wait(0.3)
    (first,) = rig.table.history
    carry(rig, pieces[1:], *way, 0.1)
    rig.wait(1.0)
    assert rig.table.history == [first] and rig.table.stage is Stage.ASKING
