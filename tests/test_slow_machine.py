"""A machine that is busy with something else: the loop comes round late, and nothing goes wrong."""

from __future__ import annotations

from random import Random

import pytest

from controller.app.running.running_table import RunningTable
from controller.app.setup.start_game import GameSetup, who
from controller.game import Setting
from controller.games import SHELF
from controller.sitting.flow import Stage
from controller.sitting.keys import YES
from controller.values import Site
from sims.bench.rig import Rig
from tests.panels import load_panel
from tests.test_hints import house

LATE = 0.3  # s by which every other turn of the loop comes too late, at most
STUCK = 40.0  # s in which robots have done something
TURNS = 1500


@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=pytest.mark.long) for n in (2, 3))])
@pytest.mark.parametrize("name", SHELF)
def test_robots_play_on_by_their_own_hands_and_nobody_is_scolded_or_asked(name, seed):
    game, luck = SHELF[name], Random(seed)
    terms = GameSetup(game, game.start(Setting(2)), who(("robot", "robot")), seed)
    table = RunningTable(house(), terms, overheard=lambda words: None, pause=0.5)
    clock, history, since = table._clock, 0, 0.0
    for _ in range(TURNS):
        if luck.random() < 0.5:
            clock.sleep(luck.uniform(0.0, LATE))
        table.turn()
        table.let_robots_play()
        assert table.table.notice is None
        assert not table.table.asks().key.startswith(("table.choose", "table.confirm"))
        if len(table.table.history) != history:
            history, since = len(table.table.history), clock.now()
        assert clock.now() - since < STUCK, table.table.asks()
        if table.table.stage is Stage.OVER:
            break
    assert history > 40
    table.close()


@pytest.mark.parametrize("busy", [0.3, 3.0, 9.0, 60.0, 3600.0])
def test_a_key_is_felt_though_somebody_looked_at_it_before_the_pico_did(busy):
    """A press lasts 0.08 s, the machine is busy for longer, and the Pico samples all the same."""
    game = SHELF["astron"]
    rig = Rig(game.start(Setting(2)), load_panel("astron"), seed=1)
    rig.wait(1.0)
    for _ in range(5):
        pressed = rig.clock.now()
        rig.bench.press(YES)
        rig.bench.levels()
        rig.clock.sleep(busy)
        rig.wait(0.1)
        assert rig.table.state.input.felt.changed[YES] >= pressed - 0.01


@pytest.mark.parametrize("busy", [0.0, 0.5, 2.0, 3.5, 20.0])
@pytest.mark.parametrize("apart", [0.0, 0.01, 0.05, 0.2])
@pytest.mark.parametrize("first", [1, 2])
def test_two_sides_that_press_at_once_are_both_heard(first, apart, busy):
    """Both presses are read late and together: neither is a press without effect."""
    game = SHELF["situation7"]
    rig = Rig(game.start(Setting(2)), load_panel("situation7"), seed=1)
    rig.wait(1.0)
    rig.bench.press(Site(f"key.ready{first}"))
    rig.clock.sleep(apart)
    rig.bench.press(Site(f"key.ready{3 - first}"))
    rig.clock.sleep(busy)
    rig.wait(4.0)
    assert len(rig.table.history) == 2, rig.table.asks()


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", SHELF)
def test_a_board_that_is_set_up_by_itself_has_nothing_wrong_with_it(name, seats):
    """All pieces stand before the Pico is asked, so that they do not look like a burst."""
    game = SHELF[name]
    if seats not in game.seats:
        pytest.skip(f"{name} is not for {seats}")
    terms = GameSetup(game, game.start(Setting(seats)), who(["human"] * seats), 3)
    table = RunningTable(house(), terms, overheard=lambda words: None)
    for _ in range(60):
        table.turn()
        assert not table.board.ailments()
    table.close()
