"""Every rule of Nine Men's Morris, by its number."""

from __future__ import annotations

import pytest

from morris import APART, FOUR, at, played, rule
from stardeck.game import Misuse, Setting
from stardeck_nine_mens_morris import GAME
from stardeck_nine_mens_morris.board import GREEN, LINES, NEXT, POINTS, SEATS, VIOLET

START = GAME.start(Setting(2))


def targets(position, source):
    """Where the man on this point may go."""
    return {move.target for move in position.moves() if move.source == source}


def choices(position):
    return [str(move) for move in position.moves()]


def test_the_board_has_24_points_on_16_lines():
    assert len(POINTS) == 24 and len(LINES) == 16
    assert sorted(len(ends) for ends in NEXT.values()) == [2] * 12 + [3] * 8 + [4] * 4
    assert NEXT["d5"] == {"c5", "e5", "d6"}


@pytest.mark.parametrize("seats", [1, 3])
def test_m1_two_play(seats):
    with pytest.raises(Misuse, match="for two players"):
        GAME.start(Setting(seats))


def test_m1_green_begins_and_they_take_turns():
    assert START.actors == {GREEN} and not START.layout()
    assert rule(START, "2 places a7") == "M1"
    placed = played(START, "1 places a7")
    assert placed.actors == {VIOLET}
    assert rule(placed, "1 places d7") == "M1"


def test_m2_a_man_comes_to_any_empty_point():
    placed = played(START, "1 places a7")
    assert len(list(placed.moves())) == 23
    assert rule(placed, "2 places a7") == "M2"


def test_m2_nobody_moves_before_all_are_placed():
    early = at(FOUR, APART, beside=1)
    assert rule(early, "1 moves a7-a4") == "M2"
    assert rule(at(FOUR, APART), "1 places a4") == "M2"


def test_m3_a_man_goes_along_a_line_to_the_next_point():
    board = at(FOUR, APART)
    assert targets(board, "d7") == {"g7", "d6"}
    assert played(board, "1 moves d7-d6").owner("d6") == GREEN
    assert rule(board, "1 moves g1-g7") == "M3"
    assert rule(board, "1 moves a7-b6") == "M3"
    assert rule(board, "1 moves a7-d7") == "M3"
    assert rule(board, "1 moves b6-b4") == "M3"


def test_m4_with_three_men_one_flies():
    board = at("a7 d7 g1", APART)
    assert targets(board, "a7") == set(POINTS) - {"a7", "d7", "g1"} - set(APART.split())
    assert rule(board, "1 moves a7-b6") == "M3"


def test_m4_three_of_which_one_waits_beside_the_board_are_placed_first():
    board = at("a7 d7", APART, beside=1)
    assert rule(board, "1 moves a7-a1") == "M2"


def test_m4_by_agreement_nobody_flies():
    start = GAME.start(Setting(2, options={"no_flying": True}))
    assert not start.flying
    board = at("a7 d7 g1", APART, flying=False)
    assert targets(board, "a7") == {"a4"}
    assert rule(board, "1 moves a7-a1") == "M3"


@pytest.mark.parametrize("line", LINES, ids=" ".join)
def test_m5_three_on_a_line_are_a_mill(line):
    others = [point for point in POINTS if point not in line][:2]
    board = at(" ".join(line[:2]), " ".join(others), beside=5)
    closed = played(board, f"1 places {line[2]}")
    assert closed.takes and closed.actors == {GREEN}
    assert rule(closed, "1 moves a7-a4") == "M5"


def test_m5_three_of_both_colours_or_round_a_corner_are_none():
    assert not played(at("a7 d7", "g7 a1", beside=5), "1 places d6").takes
    assert not played(at("a7 d7", "b6 b2", beside=5), "1 places a4").takes


def test_m5_moving_into_a_mill_takes_and_an_opened_mill_counts_again():
    opened = played(at("a7 d7 g7 b2", APART), "1 moves g7-g4")
    again = played(opened, "2 moves e3-e4", "1 moves g4-g7")
    assert again.takes


def test_m5_two_mills_at_once_take_one_man():
    board = at("d7 g7 a4 a1", APART, beside=3)
    closed = played(board, "1 places a7")
    assert played(closed, "1 takes d5").actors == {VIOLET}


def test_m6_who_has_closed_a_mill_takes_one_of_the_others_men():
    closed = played(at("a7 d7 g4 b2", APART), "1 moves g4-g7")
    assert rule(closed, "1 takes a7") == "M6"
    assert rule(closed, "2 takes a7") == "M6"
    taken = played(closed, "1 takes d5")
    assert "d5" not in taken.layout() and taken.scores() == (6, 5)
    assert taken.credits(closed, GREEN) == ("M6",) and not taken.credits(closed, VIOLET)


def test_m6_nobody_takes_without_a_mill():
    assert rule(at(FOUR, APART), "1 takes b6") == "M6"


def test_m6_a_man_in_a_mill_is_safe():
    closed = played(at("a7 d7 g4 b2", "b6 d6 f6 e3"), "1 moves g4-g7")
    assert choices(closed) == ["1 takes e3"]
    assert rule(closed, "1 takes d6") == "M6"


def test_m6_unless_all_are_in_mills():
    closed = played(at("a7 d7 g4 b2", "b6 d6 f6"), "1 moves g4-g7")
    assert choices(closed) == ["1 takes b6", "1 takes d6", "1 takes f6"]


def test_m7_with_two_men_the_game_is_lost():
    closed = played(at("a7 d7 g4 b2", "b6 d6 e3"), "1 moves g4-g7", "1 takes e3")
    assert closed.outcome and closed.outcome.winners == {GREEN}
    assert not closed.actors and rule(closed, "2 moves b6-b4") == "M7"


def test_m7_men_beside_the_board_count():
    closed = played(at("a7 d7", "b6 e3", beside=4), "1 places g7", "1 takes e3")
    assert closed.outcome is None


def test_m7_who_cannot_move_has_lost():
    shut = played(at("d6 d7 a4 b4 g4", "a7 b6 g7 f6", flying=False), "1 moves g4-f4")
    assert shut.outcome is None, "from g7 the way to g4 is open"
    shut = played(at("d6 d7 a4 b4 g4 e4", "a7 b6 g7 f6"), "1 moves e4-f4")
    assert shut.outcome and shut.outcome.winners == {GREEN}


ROUND = ("1 moves d7-d6", "2 moves c3-c4", "1 moves d6-d7", "2 moves c4-c3")


def test_m8_the_third_time_the_board_stands_alike_it_is_drawn():
    twice = played(at(FOUR, APART, VIOLET), "2 moves e3-e4", *ROUND)
    assert twice.outcome is None
    drawn = played(twice, *ROUND)
    assert drawn.outcome and drawn.outcome.winners == set(SEATS) and not drawn.actors


def test_m8_another_player_on_turn_is_another_board():
    board = played(at("a7 d7 g1", "b6 d5 e3"), "1 moves a7-a4", "2 moves b6-b4", "1 moves a4-a1")
    early = played(board, "2 moves b4-b6", "1 moves a1-a7")
    assert early.past.count(early.figure()) == 1 and early.actors == {VIOLET}


def test_m9_after_fifty_moves_without_a_mill_it_is_drawn():
    now = at("a7 d7 g1", "b6 d5 e3")
    past = tuple(f"another board, {number}" for number in range(49))
    quiet = played(type(now)(now.men, past=past), "1 moves a7-a4")
    assert quiet.outcome is None
    drawn = played(quiet, "2 moves b6-b4")
    assert drawn.outcome and drawn.outcome.winners == set(SEATS)


def test_m9_a_mill_begins_the_count_anew():
    closed = played(at("a7 d7 g4 b2", APART), "1 moves b2-b4", "2 moves e3-e4", "1 moves g4-g7")
    assert not closed.past
    assert len(played(closed, "1 takes d5").past) == 1
