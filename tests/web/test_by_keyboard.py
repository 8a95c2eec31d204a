"""Keyboard alone: a whole game from the lobby to the rematch, and a lesson."""

from __future__ import annotations

from random import Random

import pytest

from tests.web.typist import TypingLearner, Typist

pytestmark = [pytest.mark.browser, pytest.mark.long]

PIECES = 4  # that are laid before the side stops
ACTS = 600  # looks, by which the robot has stopped too, or covered the rest


def chosen(page, name: str) -> Typist:
    """At the lobby: this game's poster, by Tab and arrows."""
    page.wait_for_selector(".poster")
    typist = Typist.__new__(Typist)
    typist.page = page
    typist.tab_to(".poster input")
    for _ in range(5):
        if page.evaluate("document.activeElement.value") == name:
            return typist
        page.keyboard.press("ArrowDown")
    raise AssertionError(f"The arrows never come to {name}")


def test_a_whole_game_is_played_by_keys_from_the_lobby_to_the_rematch(house, window, tmp_path):
    terms = {"sit": False, "journal": tmp_path / "journal.db", "pace": 10.0}
    page = window(house(**terms).web_table.lobby)
    typist = chosen(page, "situation7")
    typist.tab_to("#places select[aria-label='Player of seat 2']")
    for _ in range(12):
        if page.evaluate("document.activeElement.value") == "random":
            break
        page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.value") == "random"
    typist.enter("#begin")
    page.wait_for_selector(".cell")
    hand = Typist(page, Random(7))
    laid = 0
    while laid < PIECES and not hand.sees()["over"]:
        hand.act()
        laid = page.locator("#record li:has-text('Player 1 lays')").count()
    for _ in range(ACTS):
        if (now := hand.settled())["over"]:
            break
        if "stop1" in now["keys"]:
            hand.press("stop1")
    assert hand.sees()["over"], hand.sees()
    hand.enter("#end button.loud")
    page.wait_for_function("() => document.querySelector('#end').hidden")
    assert hand.recorded() == 0


def test_a_lesson_is_taken_by_keys(house, window, tmp_path):
    page = window(house(sit=False, folder=tmp_path, pace=10.0).web_table.lobby)
    chosen(page, "astron").enter("#school button.loud")
    page.wait_for_selector("#lesson h3")
    learner = TypingLearner(page, Random(7))
    for _ in range(60):
        if page.locator("#lesson button.loud").count():
            break
        learner.learn()
    learner.enter("#lesson button.loud")
    page.wait_for_selector("#lesson h2:has-text('2 of')")
