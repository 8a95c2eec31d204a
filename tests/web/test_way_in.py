"""The way in, in a real browser: scanned once, kept out of the address, found by who watches."""

from __future__ import annotations

import pytest

from controller.sitting.luck import secret_seed
from controller.web.mailbox import Begin, Place
from tests.web.house import numbered, open_house

pytestmark = pytest.mark.browser

KEPT = "[location.href, document.cookie, {...localStorage}, history.state]"
UNHIDDEN = """() => [...document.querySelectorAll("[hidden]")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .map((one) => one.id || one.className)"""
USELESS = (".key", ".drum", "[data-rows]", "#lobby", "#faults", "#hand", "#doors", "#box", "#own")


def test_the_key_leaves_the_address_bar_and_no_script_finds_it(house, window):
    table = house(players=("Ada", "Bob")).web_table
    for address, seen in (
        (table.seat(1), ".card"),
        (table.table, ".cell"),
        (table.lobby, ".pass"),
        (table.service, ".sensor"),
    ):
        page = window(address)
        page.wait_for_selector(seen)
        path = address.removeprefix(table.address.base).partition("?")[0]
        assert page.url == table.address.base + path
        url, cookie, kept, left = page.evaluate(KEPT)
        assert (url, cookie, left) == (page.url, "", None)
        assert kept.keys() <= {"told astron"}, "which rules were told here, and nothing else"
        assert "secret-" not in str(kept)
        assert "secret-" not in page.content()
        assert page.evaluate(UNHIDDEN) == [], "what is hidden is not to be seen"
        page.reload()
        page.wait_for_selector(seen)


def shown(page, selector: str) -> int:
    return page.locator(f"{selector}:visible").count()


@pytest.mark.parametrize("width", [1280, 390])
def test_a_guest_is_told_that_he_watches_and_sees_nothing_that_would_not_work(house, window, width):
    table = house(players=("Ada", "Bob")).web_table
    host = window(table.table, width)
    host.wait_for_selector(".key")
    assert shown(host, ".drum") == 1 and shown(host, "#lobby") == 1
    assert shown(host, "#watching") == 0
    page = window(table.address.base, width)
    page.wait_for_selector("#watching:has-text('You are watching')")
    assert "open the address that was printed" in page.inner_text("#wayin")
    assert {selector: shown(page, selector) for selector in USELESS} == dict.fromkeys(USELESS, 0)
    page.wait_for_selector(".cell")
    assert page.locator("button:disabled:visible").count() == 0
    assert page.evaluate(UNHIDDEN) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_locked_door_says_how_to_come_in_and_lets_one_watch(house, window):
    table = house(players=("Ada", "Bob")).web_table
    used = table.seat(1)
    window(used).wait_for_selector(".card")
    page = window(used)
    page.wait_for_selector("text=A code works once")
    page.click("text=Watch the table")
    page.wait_for_selector("#watching:visible")


def test_a_player_who_watches_finds_the_own_cards(house, window):
    table = house(players=("Ada", "Bob")).web_table
    phone = window(table.seat(2), 390, 844)
    phone.wait_for_selector(".card")
    phone.goto(table.address.base)
    phone.click("#own:has-text('To your own page')")
    phone.wait_for_selector("#whose:has-text('Bob')")
    assert phone.url == f"{table.address.base}/seat/2"


def test_a_phone_is_still_there_after_a_restart_and_nobody_touched_it(window, tmp_path):
    terms = {"players": ("Ada", "Bob"), "folder": tmp_path, "token": numbered()}
    with open_house(**terms) as before:
        port = int(before.web_table.address.port)
        phone = window(before.web_table.seat(1), 390, 844)
        phone.wait_for_selector(".card.open")
        workshop = window(before.web_table.service)
        workshop.wait_for_selector("#devices li:has-text('the cards of Ada')")
    phone.wait_for_selector("body.cut")
    with open_house(port=port, **terms):
        phone.wait_for_selector("body:not(.cut)")
        phone.locator(".card.open button").first.click()
        phone.wait_for_selector(".card:not(.open)")
        workshop.wait_for_selector("#devices li:has-text('the cards of Ada')")
        workshop.click("#devices li:has-text('the cards of Ada') button")
        phone.wait_for_selector("text=This page is locked")
        workshop.wait_for_selector("#devices li:has-text('the cards of Ada')", state="detached")


def test_in_the_next_game_the_phone_goes_where_its_player_sits(house, window):
    table = house(players=("Ada", "Bob")).web_table
    ada, bob = window(table.seat(1), 390, 844), window(table.seat(2), 390, 844)
    bob.wait_for_selector(".card")
    ada.wait_for_selector(".card")
    table.host.mailbox.post(Begin("astron", (Place("Cleo"), Place("Ada")))).result(10)
    ada.wait_for_selector("#whose:has-text('Ada')")
    ada.wait_for_url(f"{table.address.base}/seat/2")
    bob.wait_for_selector("text=This page is locked")


def test_another_device_is_let_in_by_a_fresh_code(house, window):
    """Opening the cards uses up the code on the table's screen."""
    table = house(players=("Ada", "Bob"), lan=True).web_table
    screen = window(table.table)
    screen.wait_for_selector(".door:has-text('Ada') .qr")
    first = screen.locator(".door:has-text('Ada') .qr path").get_attribute("d")
    window(table.seat(1)).wait_for_selector(".card")
    screen.click(".door:has-text('Ada') button:has-text('Let another device in')")
    second = screen.locator(".door:has-text('Ada') .qr path").get_attribute("d")
    assert first != second


@pytest.mark.long
def test_a_seed_that_was_given_is_called_open_cards(house, window):
    for seed, open_cards in ((7, True), (secret_seed("x"), False)):
        table = house(players=("Ada", "Bob"), seed=seed).web_table
        for page in (window(table.table), window(table.seat(1))):
            page.wait_for_selector(".card, .door")
            page.wait_for_function("() => document.querySelector('.seats li')")
            assert page.locator("#opencards").is_visible() == open_cards
