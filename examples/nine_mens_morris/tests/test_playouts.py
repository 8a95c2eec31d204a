"""Whole games: what always holds, how they end, and what a robot is worth."""

from __future__ import annotations

from random import Random

import pytest

from stardeck.bench import check_game, greedy, play_whole_game, random_player
from stardeck.game import Seat, Setting
from stardeck_nine_mens_morris import GAME
from stardeck_nine_mens_morris.board import MEN, POINTS, SEATS, other
from stardeck_nine_mens_morris.moves import Take


def games(*players, seed):
    """Every position of a game between these two, flying or not."""
    setting = Setting(2, options={"no_flying": bool(seed % 2)})
    return play_whole_game(GAME, *players, seed=seed, setting=setting)


@pytest.mark.parametrize("seed", range(3))
def test_the_table_can_rely_on_it(seed):
    check_game(GAME, seed)


@pytest.mark.parametrize("seed", range(8))
def test_men_are_never_lost_but_by_taking(seed):
    for position in games(random_player, random_player, seed=seed):
        for seat in SEATS:
            on_board = position.held(seat)
            assert len(set(on_board)) == len(on_board) and set(on_board) <= set(POINTS)
            gone = position.scores()[other(seat)]
            assert len(on_board) + position.beside(seat) + gone == MEN
            assert position.outcome or position.strength(seat) >= 2
        assert all(len(stack) == 1 for stack in position.layout().values())
        assert len(position.past) <= 51


@pytest.mark.parametrize("seed", range(4))
def test_a_man_can_be_taken_exactly_when_a_mill_was_closed(seed):
    for position in games(random_player, random_player, seed=seed):
        takes = [isinstance(move, Take) for move in position.moves()]
        assert all(takes) == any(takes) == position.takes or not takes


def test_a_robot_beats_who_does_anything():
    won = 0
    for seed in range(10):
        robot = Seat(seed % 2)
        kinds = (greedy, random_player) if robot == 0 else (random_player, greedy)
        *_, end = games(*kinds, seed=seed)
        won += end.outcome.winners == {robot}
    assert won >= 9


def test_a_robot_closes_a_mill_and_stops_one():
    choose = greedy(Random(1))
    begun = GAME.start(Setting(2))
    for line in ("1 places a7", "2 places b2", "1 places d7", "2 places f2"):
        begun = begun.after(GAME.parse(line))
    assert str(choose(begun, Seat(0))) == "1 places g7"
    threatened = begun.after(GAME.parse("1 places g4"))
    assert str(choose(threatened, Seat(1))) == "2 places d2"
