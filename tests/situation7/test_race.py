"""Both sides at full speed: what was lawful counts once and in order, what was not never does."""

import pytest

from tests.situation7.race import game


@pytest.mark.parametrize("seed", range(2000, 2008))
def test_two_hands_at_full_speed(seed):
    seen = game(seed)
    assert seen["acts"] > 50
