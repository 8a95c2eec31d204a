"""Seats in a real browser: own hands only, cards played, moves chosen and taken back."""

from __future__ import annotations

import re

import pytest

from controller.sitting.luck import Dealer
from tests.astron_at import astron
from tests.web.person import Person
from tests.web.test_server import post

pytestmark = pytest.mark.browser

CARD = re.compile(r"\b[FBS][1-9]\.[1-9]\b|U[+-][1-9]\.[1-9]\b")


class Wiretap:
    """Everything a page is sent, by whatever way."""

    def __init__(self, page) -> None:
        self.heard: list[str] = []
        self._answers = []  # read at the end: a text waited for in an event may outlive its page
        page.on("websocket", self._listen)
        page.on("response", self._keep)

    def _listen(self, socket) -> None:
        self.heard.append(socket.url)
        socket.on("framereceived", lambda frame: self.heard.append(str(frame)))

    def _keep(self, response) -> None:
        if response.status == 200 and "/static/" not in response.url:
            self._answers.append(response)

    def cards(self) -> set[str]:
        self.heard += [response.text() for response in self._answers]
        self._answers.clear()
        return {name for text in self.heard for name in CARD.findall(text)}


def test_a_card_is_played_from_a_seat_page(house, window):
    web_table = house().web_table
    table = Person(window(web_table.table))
    seat = window(web_table.seat(1), 390, 844)
    seat.locator(".card.open button").first.click()
    table.until_asked("Ship 1 flies")
    seat.wait_for_selector("#turn:has-text('Your turn')")


def test_a_card_that_cannot_be_played_says_which_rule_forbids_it(house, window):
    start = astron("e12", "b1", hands=("F2.1 S2.1", "B1.1"))
    page = window(house(start=start).web_table.seat(1))
    why = page.locator(".card.shut .why").inner_text()
    assert why.startswith("A7")
    assert page.locator(".card.open").count() == 1


def test_whose_turn_it_is_not_sees_the_cards_and_that_it_must_wait(house, window):
    page = window(house(players=("Ada", "Bob")).web_table.seat(2))
    page.wait_for_selector(".card.shut")
    assert page.locator(".card.open").count() == 0
    assert "Not your turn" in page.locator(".card .why").first.inner_text()
    assert "ADA TO MOVE" in page.inner_text("#turn").upper()


@pytest.mark.long
def test_two_seats_cannot_see_each_others_hand(house, window, browser):
    web_table = house(players=("Ada", "Bob")).web_table
    taps, pages = {}, {}
    doors = {"Ada": web_table.seat(1), "Bob": web_table.seat(2), "table": web_table.table}
    for who, url in doors.items():
        pages[who] = browser.new_context().new_page()
        taps[who] = Wiretap(pages[who])
        pages[who].goto(url)
    table = Person(pages["table"])
    held = web_table.host.table.position.hands
    pages["Ada"].locator(".card.open button").first.click()
    table.until_asked("flies")
    laid = {web_table.host.table.position.laid}
    table.fly()
    table.until_asked("Ship 2: play a card")
    pages["Bob"].wait_for_selector(".card.open")
    assert taps["Ada"].cards() <= set(held[0]) | laid
    assert taps["Bob"].cards() <= set(held[1]) | laid
    assert taps["table"].cards() <= laid
    assert set(held[0]) <= taps["Ada"].cards(), "the tap hears what it should"
    for page in pages.values():
        page.context.close()


def test_moves_that_look_alike_are_chosen_on_the_page(house, window):
    """A card that may be played or thrown away looks the same at the reader."""
    deadly = astron("e4", "b1", hands=("F1.1", "B1.1"), offset=52)
    terms = {"start": replace_option(deadly), "dealer": Dealer.ROBOT}
    web_table = house(**terms).web_table
    page = window(web_table.seat(1))
    page.wait_for_selector(".card")
    assert page.locator(".card.open button.small").all_inner_texts() == ["Play", "Throw away"]
    web_table.host.mailbox.post(tap("card F1.1"))
    page.wait_for_selector(".choice button[data-move*='discards']")
    assert not page.locator(".choice button:has-text('F1.1')").count(), "in words, not in notation"
    page.click(".choice button[data-move*='discards']")
    page.wait_for_function("() => document.querySelector('#last').textContent.includes('throws')")


def replace_option(position):
    from msgspec.structs import replace

    return replace(position, no_forced_suicide=True)


def tap(words: str):
    from controller.web.mailbox import Obey

    return Obey(f"tap {words}")


def test_a_move_is_taken_back_by_whoever_made_it(house, window):
    web_table = house(players=("Ada", "Bob")).web_table
    table = Person(window(web_table.table))
    seat = window(web_table.seat(1))
    seat.locator(".card.open button").first.click()
    table.until_asked("flies")
    table.fly()
    table.until_asked("Ship 2: play a card")
    assert (
        "who made the last move"
        in post(web_table, "/seat/2", {"type": "back"}, web_table.seat_key(2)).text
    )
    seat.click("text=Take my last move back")
    seat.wait_for_selector("#message:has-text('Taken back')")
    table.until_asked("flies")
    table.until_recorded(1)
    assert table.recorded() == 1


def test_the_lobby_begins_another_game_and_leads_to_the_table(house, window):
    web_table = house().web_table
    page = window(web_table.lobby)
    page.wait_for_selector("#back:has-text('Back to Astron')")
    page.select_option("#count", "3")
    page.fill("[aria-label='Name of seat 1']", "Ada")
    page.select_option("[aria-label='Player of seat 2']", "human")
    page.fill("[aria-label='Name of seat 2']", "Bob")
    page.select_option("[aria-label='Colour of seat 1']", "1")
    page.check("[name='heat_symmetric']")
    page.click("text=Begin the game")
    page.click("#leave")
    page.wait_for_url(web_table.address.base + "/")
    page.wait_for_selector(".seats li >> nth=2")
    names = page.locator(".seats .who").all_inner_texts()
    assert [name.split("\n")[0] for name in names] == ["Bob", "Ada", "Cadet 3"]
    assert web_table.host.table.position.heat_symmetric
    assert page.locator(".door").count() == 2


def test_ships_and_take_off_cells_are_picked_in_the_lobby(house, window):
    web_table = house(sit=False).web_table
    page = window(web_table.lobby)
    page.select_option("[aria-label='Ship of seat 1']", "5")
    page.select_option("[aria-label='Ship of seat 2']", "3")
    page.select_option("[aria-label='Take-off cell of seat 2']", "h1")
    page.click("text=Begin the game")
    page.wait_for_url(web_table.address.base + "/")
    page.wait_for_selector(".seats li >> nth=1")
    begun = web_table.host.table.moments[0].position
    assert (begun.fleet, begun.ships) == ((4, 2), ("g1", "h1"))


@pytest.mark.long
def test_an_interrupted_game_is_gone_on_with_or_discarded(house, window, tmp_path):
    journal = tmp_path / "journal.db"
    web_table = house(journal=journal, sit=False).web_table
    page = window(web_table.lobby)
    for running in (False, True):
        page.goto(web_table.lobby)
        page.click("text=Begin the game")
        if running:
            page.click("#leave")
        page.wait_for_url(web_table.address.base + "/")
        page.wait_for_selector(".seats li")
    page.goto(web_table.lobby)
    page.wait_for_selector("#kept .ticket")
    page.click("text=Go on")
    page.click("#leave")
    page.wait_for_url(web_table.address.base + "/")
    page.wait_for_selector(".seats li")
    page.goto(web_table.lobby)
    page.click("text=Give up")
    page.wait_for_selector("text=Really give it up?")
    assert page.locator("#kept .ticket").count()
    page.click("text=Really give it up?")
    page.wait_for_selector("#kept", state="hidden")


def test_the_workshop_shows_every_sensor_live(house, window):
    web_table = house().web_table
    page = window(web_table.service)
    page.wait_for_selector(".sensor:has-text('b1')")
    assert page.locator(".sensor").count() == len(web_table.host.sitting.senses)
    assert "closed" in page.locator(".sensor:has(b:text-is('b1'))").inner_text()
    web_table.host.mailbox.post(lift("b1"))
    page.wait_for_selector(".sensor:not(.closed):has(b:text-is('b1'))")
    web_table.host.mailbox.post(lift("c1", "unplug"))
    page.wait_for_selector("#link:has-text('silent')")


def lift(site: str, line: str = ""):
    from controller.web.mailbox import Obey

    return Obey(line or f"lift {site}")


PAGES = ["table", "watch", "lobby", "service", "seat", "locked"]


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("colours", ["dark", pytest.param("light", marks=pytest.mark.long)])
def test_axe_finds_nothing_to_complain_of(house, window, name, colours):
    from axe_playwright_python.sync_playwright import Axe

    web_table = house(players=("Ada", "first", "Bob")).web_table
    urls = {
        "table": web_table.table,
        "watch": web_table.address.base,
        "lobby": web_table.lobby,
        "service": web_table.service,
        "seat": web_table.seat(1),
        "locked": web_table.address.base + "/seat/1?key=wrong",
    }
    seen = {
        "table": ".cell",
        "watch": "#watching",
        "lobby": "#places .pass",
        "service": ".sensor",
        "seat": ".card",
    }
    page = window(urls[name], color_scheme=colours)
    page.wait_for_selector(seen.get(name, ".telegram"))
    found = Axe().run(page)
    assert not found.response["violations"], found.generate_report()
