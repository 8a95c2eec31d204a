"""Learning in a browser: rules are read, lessons taken, things explain themselves."""

from __future__ import annotations

import pytest

from controller.games import SHELF
from controller.lessons.rulebook import rules_of
from controller.words import said
from tests.web.person import Person

pytestmark = pytest.mark.browser

COLOURS = ["dark", "light"]
BROKEN = {"type": "learn", "game": "space_walk", "lesson": "3-whose"}
OWN = ("astron", "space_walk", "situation7", "zylatron", "astroplane")


def complaints(page) -> str:
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page)
    return found.generate_report() if found.response["violations"] else ""


@pytest.mark.long
@pytest.mark.parametrize("name", OWN)
def test_axe_finds_nothing_in_the_rules(house, window, name):
    """By day or by night, in turn; and nothing runs out of a phone's screen."""
    base = house(sit=False).web_table.address.base
    page = window(f"{base}/rules/{name}", color_scheme=COLOURS[OWN.index(name) % 2])
    page.wait_for_selector(".rule")
    assert not complaints(page)
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_rule_is_found_by_its_number_and_drawn_with_its_board(house, window):
    base = house(sit=False).web_table.address.base
    page = window(f"{base}/rules/astron#A7")
    page.wait_for_selector(".diagram .piece")
    page.wait_for_function("() => document.activeElement.id === 'A7'")
    assert page.locator(".diagram .light.fast, .diagram .light.double").count() > 1
    assert page.locator("[data-board] [tabindex]").count() == 0


@pytest.mark.parametrize("colours", COLOURS[1:])
def test_a_lesson_is_taken_from_the_lobby_by_mouse_alone(house, window, colours, tmp_path):
    web_table = house(sit=False, folder=tmp_path, pace=20.0).web_table
    page = window(web_table.lobby, color_scheme=colours)
    page.click("#school button.loud")
    page.wait_for_selector("#lesson h3")
    learner = Person(page)
    page.wait_for_selector("#hand .card .pointed")
    assert not complaints(page)
    page.click("#hand .card:has(.pointed) button")
    page.wait_for_selector(".arrows path", state="attached")
    learner.drag("b1", "b3")
    page.wait_for_selector("#lesson:has-text('Turn it')")
    page.click("[data-rows='1']")
    page.wait_for_selector("#lesson button.loud")
    page.click("#lesson button.loud")
    page.wait_for_selector("#lesson h2:has-text('2 of')")
    page.goto(web_table.lobby)
    page.wait_for_selector("#school .tick")
    assert page.locator("#school button.loud").inner_text().endswith("2")


def stood(page) -> list[list[str]]:
    """Every piece that is to be seen, and where, when all has come to rest."""
    now, then = None, []
    while now != then:
        now = then
        page.wait_for_timeout(400)
        pieces = "all => all.map(one => [one.dataset.piece, one.dataset.site]).sort()"
        then = page.eval_on_selector_all(".pieces .piece", pieces)
    return then


@pytest.mark.parametrize("name", [OWN[1], *(pytest.param(n, marks=pytest.mark.long) for n in OWN)])
def test_another_lesson_on_the_same_page_shows_what_a_fresh_page_shows(house, window, name):
    web_table = house(sit=False, pace=20.0).web_table
    page = window(web_table.lobby)
    page.click(f".poster:has(input[value='{name}'])")
    page.click("#school button.loud")
    for number in (2, 3, 3):  # on, on, and from the beginning
        page.wait_for_selector("#lesson h3")
        again = page.locator(f"#lesson h2:has-text('{number} of')").count()
        page.click(
            f"#ways button:has-text('{said('ui.lesson.again' if again else 'ui.lesson.skip')}')"
        )
        page.wait_for_selector(f"#lesson h2:has-text('{number} of')")
        shown = stood(page)
        page.reload()
        page.wait_for_selector("#lesson h3")
        assert shown == stood(page)


def test_what_misses_the_goal_is_taken_back_and_said(house, window):
    web_table = house(sit=False, pace=20.0).web_table
    page = window(web_table.lobby)
    page.click("#school button.loud")
    page.wait_for_selector("#lesson h3")
    learner = Person(page)
    learner.lay("Forwards 4")
    page.wait_for_selector("#lesson .missed")
    learner.lay("Forwards 2")
    page.wait_for_selector(".arrows path", state="attached")


BROKEN_RULE = """([rule, words]) => document.querySelector('#notice a')?.textContent === rule
  && document.querySelector('#lesson').textContent.includes(words)"""


def test_a_rule_that_is_to_be_broken_is_broken_by_a_drag_however_far(house, window):
    web_table = house(sit=False, pace=5.0).web_table
    page = window(web_table.lobby)
    learn = "import('/static/line/live.js').then(({ ask }) => ask('/lobby', request))"
    page.evaluate(f"(request) => {learn}", BROKEN)
    page.goto(web_table.table)
    page.wait_for_selector("#lesson:has-text('take up the red ship on i3')")
    learner = Person(page)
    learner.drag("i3", "o5")
    page.wait_for_function(BROKEN_RULE, arg=["W3", said("lesson.mistaken")])
    learner.drag("i3", "o5")
    learner.until_asked("from o5 to i3")
    learner.drag("o5", "o1")
    learner.until_asked("from o1 to i3")
    learner.drag("o1", "i3")
    page.wait_for_selector("#lesson:has-text('Empty o1')")


def test_a_refusal_leads_to_its_rule(house, window):
    page = window(house(players=("Ada", "first")).web_table.table)
    Person(page).drag("b1", "b2")
    page.wait_for_selector("#notice a")
    assert page.locator("#notice a").get_attribute("href") == "/rules/astron#A6"
    assert page.locator("#notice a").get_attribute("title") == rules_of(SHELF["astron"])["A6"].brief


def test_the_goal_stands_there_until_somebody_moves_and_a_rule_is_told_once(house, window):
    page = window(house(players=("Ada", "first"), pace=20.0).web_table.table)
    ada = Person(page)
    page.wait_for_selector("#goal:has-text('Saturn')")
    page.wait_for_selector("#rulecard:has-text('A6')")
    page.click("#rulecard button")
    ada.lay()
    page.wait_for_selector("#goal", state="hidden")
    page.reload()
    page.wait_for_selector("#hand .card")
    assert page.locator("#rulecard:has-text('A6')").count() == 0


def test_help_says_what_the_game_wants(house, window):
    page = window(house(players=("Ada", "first")).web_table.table)
    Person(page)
    page.set_viewport_size({"width": 1366, "height": 500})
    page.click("#help")
    page.wait_for_selector("dialog[open]")
    top, longer = page.evaluate("[helping.scrollTop, helping.scrollHeight > helping.clientHeight]")
    assert top == 0 and longer, "a long text is read from its top"
    assert "Saturn" in page.inner_text("#wantedgoal")
    assert "play a card" in page.inner_text("#wantednow")


@pytest.mark.parametrize("phone", [False, True])
def test_help_speaks_of_keys_or_of_fingers_by_what_there_is(house, window, phone):
    page = window(house(players=("Ada", "first")).web_table.table, has_touch=phone, is_mobile=phone)
    Person(page)
    page.click("#help")
    page.wait_for_selector("dialog[open]")
    assert page.is_visible(".fingers") == phone
    assert page.is_visible(".keyboard") == page.is_visible("#help kbd") == (not phone)


def test_things_explain_themselves_to_a_pointer_and_in_focus(house, window):
    page = window(house(players=("Ada", "first")).web_table.table)
    ada = Person(page)
    page.mouse.move(*ada.middle("h10"))
    page.wait_for_selector("#about:has-text('The first scores most')")
    page.mouse.move(*ada.middle("b1"))
    page.wait_for_selector("#about:has-text('cards say')")
    page.hover("[data-key='back']")
    page.wait_for_selector("#about:has-text('takes the last move back')")
    page.hover("#hand .card >> nth=0")
    page.wait_for_selector("#about:has-text('as the card says')")
    page.mouse.move(0, 0)
    page.wait_for_selector("#about", state="hidden")
    card = page.locator("#hand .card.open button").first
    card.hover()
    page.wait_for_selector("#about", state="visible")
    card.click()
    page.wait_for_selector("#record li")
    page.wait_for_timeout(600)
    assert page.locator("#about").is_hidden()
    page.focus(".cell[data-site='b2']")
    page.keyboard.press("ArrowDown")
    page.wait_for_selector("#about:has-text('cards say')")
