"""Robots: not clever, but not foolish either."""

from __future__ import annotations

from random import Random

import pytest

from controller.game import Setting
from controller.games import SHELF
from controller.robots import players
from controller.robots.players import greedy, random_player, robots_choice
from controller.values import CHANCE, Seat
from tests.astron_at import astron

COUNTS = {"astron": 20, "space_walk": 10, "zylatron": 2}
"""How many of each are played, six unless told: short ones are decided by luck more often."""


def winner(name: str, robot: Seat, seed: int) -> bool:
    """Whether a robot on this seat beats one that does anything."""
    luck = Random(seed)
    other = Seat(1 - robot)
    seats = {robot: greedy(Random(seed)), other: random_player(Random(seed))}
    position, last = SHELF[name].start(Setting(2)), CHANCE
    while position.outcome is None:
        dealt = position.actors == {CHANCE}
        move = (
            luck.choice(list(position.moves())) if dealt else robots_choice(position, seats, last)
        )
        position, last = position.after(move), move.seat
    return position.outcome.winners == {robot}


LONG = {"zylatron": [pytest.mark.long]}


@pytest.mark.parametrize("name", [pytest.param(name, marks=LONG.get(name, [])) for name in SHELF])
def test_a_robot_beats_who_does_anything(name):
    count = COUNTS.get(name, 6)
    won = sum(winner(name, Seat(seed % 2), seed) for seed in range(count))
    assert won >= 0.75 * count


def test_a_robot_steers_clear_of_a_comet_that_the_base_brings_next(monkeypatch):
    monkeypatch.setattr(players, "WHIM", 0.0)
    robot = greedy(Random(1))
    under = astron("f5", "a1", hands=("S1.1 B1.1", "F1.1"), offset=44)
    assert under.box.strip[45].letters["f5"] == "C"
    assert under.box.strip[44].letters["g5"] == "C", "and one beside it already"
    laid = robot(under, Seat(0))
    assert str(laid) == "1 lays S1.1"
    assert str(robot(under.after(laid), Seat(0))) == "1 flies f5-e5"


@pytest.mark.parametrize("name", SHELF)
def test_a_robot_moves_whenever_the_game_waits_for_it_alone(name):
    luck, robot = Random(5), greedy(Random(5))
    position, asked = SHELF[name].start(Setting(2)), 0
    for number in range(150):
        if position.outcome is not None:
            break
        if len(position.due) == 1 and position.due != {CHANCE} and number % 5 == 0:
            (seat,) = position.due
            assert robot(position, seat) is not None, "nobody else would go on with it"
            asked += 1
        position = position.after(luck.choice(list(position.moves())))
    assert asked or name == "situation7", "there all may act at any time"
