"""The table in a real browser: watched, played by dragging, by keys, on a phone."""

from __future__ import annotations

import pytest

from tests.web.person import Person, rows_asked

pytestmark = pytest.mark.browser


@pytest.fixture
def person(house, window):
    """One person and a robot at a simulated table."""

    def sit(width: int = 1280, height: int = 800, **terms) -> Person:
        looks = {key: terms.pop(key) for key in ("has_touch", "reduced_motion") if key in terms}
        return Person(window(house(**terms).web_table.table, width, height, **looks))

    return sit


def test_a_whole_round_is_played_by_dragging(person):
    ada = person()
    ada.lay()
    ada.until_asked("flies")
    ada.fly()
    ada.until_recorded(4)  # the robot lays and flies by itself
    ada.until_asked("Turn the strip")
    ada.crank(rows_asked(ada.asked()))
    ada.until_recorded(5)
    ada.until_asked("Ship 1: play a card")
    assert ada.page.inner_text(".roller output") == "row 1"


def test_a_finger_that_carries_a_ship_up_or_down_does_not_scroll_the_page(person):
    ada = person(390, 844, has_touch=True)
    ada.lay()
    ada.until_asked("flies")
    ada.page.locator('.cell[data-site="b1"]').scroll_into_view_if_needed()
    top = "document.querySelector('#board').getBoundingClientRect().top"
    stands = ada.page.evaluate(top)  # words above it may grow: the browser keeps the board in place
    ada.slide_finger("b1", "b5")
    ada.page.wait_for_selector('.pieces .piece[data-site="b5"]')
    assert ada.page.evaluate(top) == stands


def test_a_refused_move_is_explained_with_its_rule(person):
    ada = person()
    ada.drag("b1", "b5")
    ada.page.wait_for_selector("#notice:has-text('rule A6')")
    ada.until_asked("Carry the piece from b5 to b1")
    assert ada.lit("fast") == ["b5"]
    ada.drag("b5", "b1")
    ada.until_asked("play a card")
    assert ada.recorded() == 0


def test_the_roller_stops_between_two_rows_and_is_seen_to(person):
    ada = person()
    ada.crank(0.5)
    ada.page.wait_for_selector(".roller.between")
    ada.until_asked("Turn the strip back")
    ada.page.click("button[data-rows='-1']")
    ada.crank(0.5)
    ada.until("() => !document.querySelector('.roller.between')")


def test_the_cable_is_pulled_and_put_back(person):
    ada = person()
    ada.page.click("#faults summary")
    ada.page.click("text=Pull the cable")
    ada.until_asked("The board does not answer")
    assert not ada.lit("steady", "pulse", "double")
    ada.page.click("text=Put it back")
    ada.until_asked("play a card")


def test_a_page_reloaded_in_mid_move_goes_on(person):
    ada = person()
    ada.lay()
    ada.until_asked("flies")
    ada.page.mouse.move(*ada.middle("b1"))
    ada.page.mouse.down()
    ada.until("() => !document.querySelector('.pieces [data-site=\"b1\"]')")
    ada.page.reload()
    ada.page.wait_for_selector(".cell")
    ada.page.wait_for_selector("#held .piece")
    goal = ada.lit("pulse", "double")
    ada.page.mouse.up()
    ada.page.mouse.click(*ada.middle(next(site for site in goal if site != "b1")))
    ada.until_recorded(2)


def test_a_round_by_keyboard_alone(person):
    ada = person()
    ada.page.wait_for_selector("#hand .card.open")
    keyboard = ada.page.keyboard
    keyboard.press("1")
    ada.until_asked("flies")
    ada.until("() => document.querySelectorAll('.light.pulse, .light.double').length > 1")
    goal = next(site for site in ada.lit("pulse", "double") if site != "b1")
    go(ada, "b1")
    keyboard.press("Enter")
    ada.until("() => !document.querySelector('.pieces [data-site=\"b1\"]')")
    go(ada, goal)
    keyboard.press("Enter")
    ada.until_asked("Turn the strip")
    keyboard.press("+")
    ada.until_asked("Ship 1: play a card")


def go(person: Person, site: str) -> None:
    """Tab to the board and walk to this cell with the arrow keys."""
    while not person.page.evaluate("document.activeElement.dataset.site || ''"):
        person.page.keyboard.press("Tab")
    for _ in range(40):
        here = person.page.evaluate("document.activeElement.dataset.site")
        if here == site:
            return
        x, y = ord(site[0]) - ord(here[0]), int(site[1:]) - int(here[1:])
        across = "ArrowRight" if x > 0 else "ArrowLeft"
        person.page.keyboard.press(across if x else "ArrowUp" if y > 0 else "ArrowDown")
    raise AssertionError(f"{site} was never reached")


def test_help_is_one_key_away_and_sound_one_tap(person):
    ada = person()
    ada.page.keyboard.press("?")
    ada.page.wait_for_selector("dialog[open]")
    ada.page.keyboard.press("Escape")
    ada.page.click("#sound")
    assert ada.page.inner_text("#sound") == "Sound off"


def test_a_phone_shows_it_all_without_scrolling_sideways(person):
    ada = person(390, 844, has_touch=True)
    wide = ada.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390
    ada.lay()
    ada.until_asked("flies")
    ada.page.locator("#board").scroll_into_view_if_needed()
    ada.fly()
    ada.until_recorded(2)


def test_who_wants_no_motion_sees_the_rhythm_as_a_sign(person):
    ada = person(reduced_motion="reduce")
    ada.lay()
    ada.page.wait_for_selector(".light.pulse .sign:visible, .light.double .sign:visible")
    moving = "getComputedStyle(document.querySelector('.light.pulse, .light.double')).animationName"
    assert ada.page.evaluate(moving) == "none"


def test_a_reed_that_is_welded_shut_is_led_away(person):
    ada = person()
    ada.page.click("#faults summary")
    ada.page.select_option("#faultcell", "e5")
    ada.page.click("text=welds shut")
    ada.until_asked("Take the piece on e5")
    ada.page.click("text=is mended")
    ada.until_asked("play a card")


def test_somebody_without_the_key_may_only_watch(house, window):
    web_table = house().web_table
    page = window(web_table.address.base + "/")
    page.wait_for_selector(".cell")
    assert page.locator("#faults").is_hidden()
    assert page.locator("#hand").is_hidden()
    assert page.locator("button.key").count() == 0
    assert page.locator("#simulated").is_visible()


@pytest.mark.parametrize("name", ["Ada, Countess", '<b>Ada</b> & "Ben"'])
def test_every_page_shows_any_name(house, window, name):
    web_table = house(players=(name, "Ben")).web_table
    for address in (web_table.table, web_table.address.base + "/", web_table.seat(1)):
        page = window(address)
        page.wait_for_function("(name) => document.body.innerText.includes(name)", arg=name)
