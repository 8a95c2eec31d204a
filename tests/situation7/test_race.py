"""Both sides at full speed: what was lawful counts once and in order, what was not never does."""

import pytest

from controller.games.situation7.moves import Stop
from controller.sitting.flow import Stage
from controller.values import Seat
from tests.situation7.race import Race, game

# 61: a piece laid while another hand took one off was taken for that one
SEEDS = [2000, 61, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2001, 2008))]


@pytest.mark.parametrize("seed", SEEDS)
def test_two_hands_at_full_speed(seed):
    seen = game(seed)
    assert seen["acts"] > 50


def test_no_refusal_outlives_the_game():
    """What lies wrong when the other side ends it all is nothing to be put right any more."""
    race = Race(1)
    race.blunder(Seat(0))
    race.wait(1.0)
    assert race.rig.table.notice
    for seat in (Seat(0), Seat(1)):
        race.act(Stop(seat))
        race.wait(1.0)
    assert race.rig.table.stage is Stage.OVER and race.rig.table.notice is None
