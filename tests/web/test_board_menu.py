"""The board's menu in the lobby of a real browser: one question, one agreement, both ways."""

from __future__ import annotations

import pytest

from controller.app.appliance.table_menu import TableMenu
from controller.games import SHELF
from drivers.wiring import load_wiring

pytestmark = pytest.mark.browser


def test_what_is_chosen_on_the_board_stands_in_the_lobby_and_the_other_way_round(house, window):
    web_table = house(sit=False).web_table
    host, game = web_table.host, SHELF["astron"]
    wiring = load_wiring(game.panel)
    host.menu = menu = TableMenu(host.house, wiring, [game], lambda: host.kept)
    page = window(web_table.lobby)
    page.wait_for_selector("#boardmenu .asks:has-text('Start a new game?')")
    page.click("#boardmenu .keys button:has-text('YES')")
    page.wait_for_selector("#boardmenu .asks:has-text('how many play, 2')")
    page.click("#boardmenu .keys button:has-text('NEXT')")
    page.wait_for_selector("#boardmenu .asks:has-text('how many play, 3')")
    page.wait_for_function("() => document.querySelector('#count').value === '3'")
    assert menu.menu.agreement.seats == 3
    page.select_option("#count", "4")
    page.wait_for_function(
        "() => document.querySelector('#boardmenu .asks').textContent.includes('play, 4')"
    )
    assert menu.menu.agreement.seats == 4
    page.select_option("#places li:nth-child(2) select[aria-label^=Ship]", "4")
    answered(page, "YES", "YES begins")
    assert "seat 2, Ship: " in asked(page)
    answered(page, "BACK", "House rules")
    answered(page, "NEXT", "who plays with whom")
    answered(page, "YES", "Seat 1 plays for no team")
    answered(page, "NEXT", "Seat 1 plays for team 1")
    page.wait_for_function(
        "() => document.querySelector('#places select[aria-label^=Team]').value === '1'"
    )


def asked(page) -> str:
    return page.text_content("#boardmenu .asks")


def answered(page, key: str, words: str) -> None:
    """By this key, as often as it takes until this is asked."""
    for _ in range(20):
        before = asked(page)
        if words in before:
            return
        page.click(f"#boardmenu .keys button:has-text('{key}')")
        page.wait_for_function(
            "was => document.querySelector('#boardmenu .asks').textContent !== was", arg=before
        )
    raise AssertionError(f"{words!r} is never asked")
