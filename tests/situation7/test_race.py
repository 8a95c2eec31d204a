"""Both sides at full speed: what was lawful counts once and in order, what was not never does."""

import pytest

from tests.situation7.race import game

SEEDS = [2000, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2001, 2008))]


@pytest.mark.parametrize("seed", SEEDS)
def test_two_hands_at_full_speed(seed):
    seen = game(seed)
    assert seen["acts"] > 50
