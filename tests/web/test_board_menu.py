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
    page.wait_for_selector("#boardmenu .asks:has-text('Begin a new game?')")
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
