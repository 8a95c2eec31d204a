"""Hands as people have them, on every panel; `make soak` tries many more of these."""

from __future__ import annotations

import pytest

from tests.hands.failure import told
from tests.hands.laws import all_tried
from tests.panels import PANELS

every_panel = pytest.mark.parametrize("panel", PANELS)


def holds(law: str, panel: str, seeds: int) -> None:
    failures = all_tried(law, panel, range(seeds)).failures
    assert not failures, told(failures)


@every_panel
def test_a_lawful_turn_is_read_whichever_way_a_hand_makes_it(panel):
    holds("natural", panel, seeds=10)


@every_panel
def test_who_does_what_is_said_brings_the_true_pieces_home(panel):
    holds("obedient", panel, seeds=6)


@every_panel
def test_what_no_hand_made_is_never_recorded(panel):
    holds("untouched", panel, seeds=2)


@every_panel
def test_who_carries_the_pieces_back_has_taken_back_what_was_played_since(panel):
    holds("takeback", panel, seeds=5)


@every_panel
def test_move_and_reply_are_read_though_they_are_made_in_one_go(panel):
    holds("reply", panel, seeds=4)


@every_panel
def test_what_was_wished_for_may_be_answered_by_another_lawful_move(panel):
    holds("wish", panel, seeds=5)


@every_panel
def test_from_everywhere_there_is_a_lit_way_back_to_play(panel):
    holds("deadends", panel, seeds=2)


@pytest.mark.parametrize("panel", [one for one in PANELS if one != "zylatron"])  # a long war
def test_what_robots_hands_show_is_read_back_to_the_end_of_the_game(panel):
    holds("demo", panel, seeds=1)
