"""On a wide board only what a hand comes near is worked out, and found is the same."""

from __future__ import annotations

from itertools import islice
from random import Random

from controller.game import Setting
from controller.games import SHELF
from controller.reading.move_index import LocalMoveIndex, MoveIndex, know, marks
from controller.reading.stepwise import finish
from controller.values import Trace, expect
from tests.panels import load_panel

GAME, SENSES = SHELF["zylatron"], load_panel("zylatron").senses


def wide_moments(luck):
    """Moments of a random game with more moves than are worked out beforehand."""
    position = GAME.start(Setting(4))
    while position.outcome is None:
        if isinstance(finish(know(position, SENSES)), LocalMoveIndex):
            yield position
        position = position.after(luck.choice(list(position.moves())))


def felt(position, luck):
    """What a hand may leave: a piece lifted, a move, two moves, a cell closed by itself."""
    moves = luck.sample(list(position.moves()), 2)
    whole, other = marks(position, moves, SENSES)
    expected = expect(position.layout(), SENSES)
    site = luck.choice(sorted(expected))
    free = luck.choice(sorted(s for s in SENSES if SENSES[s].holds and s not in expected))
    both = {**whole.trace.changes, **other.trace.changes}
    yield Trace({site: None}, frozenset({site}))
    yield whole.trace
    yield Trace(both, whole.trace.touched | other.trace.touched)
    yield Trace({**whole.trace.changes, free: True}, whole.trace.touched | {free})
    yield Trace({}, frozenset({site}))


def test_what_is_worked_out_for_a_hand_is_what_the_whole_board_knows():
    luck = Random(7)
    for position in islice(wide_moments(luck), 0, 90, 10):
        layout = position.layout()
        every = MoveIndex(marks(position, position.moves(), SENSES), SENSES, layout)
        for seen in felt(position, luck):
            around = finish(know(position, SENSES))
            finish(around.feel(seen))
            for question in ("completed", "begun", "included"):
                near, known = (getattr(who, question)(seen) for who in (around, every))
                assert set(map(str, near)) == set(map(str, known)), (question, seen)
            assert around.loose(seen) == every.loose(seen)
