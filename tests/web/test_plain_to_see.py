"""Whatever the table says is wholly seen, and every place that it names is found on the board."""

from __future__ import annotations

import re

import pytest

from controller.game import Setting
from controller.games import SHELF
from controller.words import catalogue
from tests.web.person import Person, touch

pytestmark = pytest.mark.browser

WIDTHS = {390: 844, 1280: 800, 1920: 1080}
SHARES = {
    "#asks": r"{game}\.(?!about|verb|option|rule|lobby|told)|table\.",
    "#how": r"ui\.how\.",
    "#notice": r"{game}\.(?!about|verb|option|goal|lobby|told)",
    "#message": r"table\.(?!about|option)",
}
FILL = """(said) => {
  for (const [where, words] of Object.entries(said))
    document.querySelector(where).textContent = words;
}"""
CUT = """(wheres) => wheres.filter((where) => {
  let one = document.querySelector(where);
  const { left, right, top, bottom } = one.getBoundingClientRect();
  if (bottom <= top || left < 0 || right > innerWidth + 1) return true;
  for (one = one.parentElement; one && one !== document.body; one = one.parentElement) {
    const { left: l, right: r, top: t, bottom: b } = one.getBoundingClientRect();
    const shut = getComputedStyle(one).overflow !== 'visible';
    if (one.matches('.telegram, .told') || shut)
      if (left < l - 1 || right > r + 1 || top < t - 1 || bottom > b + 1) return true;
  }
  return false;
})"""
TOPS = """() => ['.told', '.glass'].map((where) => {
  const { top, bottom } = document.querySelector(where).getBoundingClientRect();
  return { top, bottom };
})"""
READ = """() => [...document.querySelectorAll('.told, #hand, #end, #record li:first-child')]
  .filter((one) => one.checkVisibility())
  .flatMap((one) => {
    const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) found.push(texts.currentNode.textContent);
    return found;
  }).join(' ')"""
LABELS = """() => [...document.querySelectorAll('.calls text')]
  .filter((one) => one.getBoundingClientRect().height >= 9)
  .map((one) => one.textContent)"""


def longest(game: str, pattern: str) -> str:
    key = re.compile(pattern.format(game=game))
    return max((words for name, words in catalogue().items() if key.match(name)), key=len)


@pytest.mark.parametrize("name", ["situation7"])
def test_the_longest_that_can_be_said_is_wholly_seen(name, house, window):
    """At every width, all at once; and on a phone the board is pushed aside by it only once."""
    page = window(house(game=SHELF[name]).web_table.table)
    page.wait_for_selector(".cell")
    said = {where: longest(name, pattern) for where, pattern in SHARES.items()}
    for width, height in WIDTHS.items():
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(100)
        page.evaluate(FILL, said)
        page.wait_for_timeout(100)
        assert not page.evaluate(CUT, list(said)), width
        full = page.evaluate(TOPS)
        page.evaluate(FILL, dict.fromkeys(said, ""))
        page.wait_for_timeout(100)
        if width == 390:
            assert full[0]["bottom"] <= full[1]["top"] and full == page.evaluate(TOPS)


def sites(name: str) -> set[str]:
    game = SHELF[name]
    return {cell.site for cell in game.drawing(game.start(Setting(2))).cells}


def labelled(page, name: str) -> bool:
    """Every site that is named in words has its label; whether there was one."""
    named = {word.rstrip(".") for word in re.split(r"[^A-Za-z0-9.]+", page.evaluate(READ))}
    assert named & sites(name) <= set(page.evaluate(LABELS))
    return bool(named & sites(name))


@pytest.mark.parametrize("name", ["astroplane", "space_walk"])
def test_whatever_place_is_named_is_labelled_on_the_board(name, house, window):
    page = window(house(game=SHELF[name], pace=20.0).web_table.table, 390, 844)
    page.wait_for_selector("#hand .choice button")
    while not labelled(page, name):
        page.locator("#hand .choice .more").first.click()
        page.wait_for_timeout(100)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.wait_for_timeout(100)
    assert labelled(page, name)


def test_a_lesson_and_its_board_are_seen_together_on_a_phone(house, window):
    page = window(house(sit=False, pace=20.0).web_table.lobby, 390, 844)
    page.click("#game label:has([value='astroplane'])")
    page.click("#school button.loud")
    page.wait_for_selector(".calls text", state="attached")
    assert labelled(page, "astroplane")
    page.locator(".glass").evaluate("(glass) => glass.scrollIntoView({ block: 'end' })")
    told, glass = page.evaluate(TOPS)
    assert told["top"] >= 0 and told["bottom"] <= glass["top"] and glass["bottom"] <= 844
    page.click("#ways a")
    page.wait_for_selector("#game [value='astroplane']:checked", state="attached")
    assert page.locator("#codes").is_hidden()
    page.click("#begin")
    page.wait_for_selector("#lesson", state="hidden")
    page.wait_for_selector("#seats:has-text('Player 1')")


def test_on_a_phone_the_key_that_is_asked_for_is_seen_and_nothing_jumps(house, window):
    """A refusal grows above the board, which stays under the finger; a second tap takes no more."""
    web_table = house(game=SHELF["situation7"], players=("Ada", "first"), pace=20.0).web_table
    page = window(web_table.table, 390, 844, has_touch=True)
    ada = Person(page)
    page.wait_for_function("() => document.querySelector('#how').textContent.includes('key')")
    key = page.locator("[data-key='ready1']").bounding_box()
    assert key["y"] + key["height"] <= 844
    page.locator("[data-key='ready1']").tap()
    ada.until_asked("Go!")
    pile, held = page.locator("[data-pile='puzzle1']"), page.locator("#held .pile")
    for count in (1, 0, 1):
        pile.tap()
        page.wait_for_function(
            "(n) => document.querySelectorAll('#held .pile').length === n", arg=count
        )
    assert held.count() == 1
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_timeout(100)
    told, stood = page.evaluate(TOPS)
    page.touchscreen.tap(*ada.middle("D0"))
    page.wait_for_selector("#notice:has-text('S2')")
    page.wait_for_timeout(100)
    grown, stands = page.evaluate(TOPS)
    assert grown["bottom"] - grown["top"] > told["bottom"] - told["top"]
    assert abs(stands["top"] - stood["top"]) < 1
    page.evaluate("document.querySelector('#notice').textContent = ''")
    page.evaluate("scrollBy(0, 150)")
    page.wait_for_timeout(100)
    assert page.evaluate(BARED), "the room that a refusal had is the board's again"


BARED = """() => {
  const [whole, words] = ["#told", ".telegram"].map((one) =>
    document.querySelector(one).getBoundingClientRect());
  const under = document.elementFromPoint(innerWidth / 2, (words.bottom + whole.bottom) / 2 + 4);
  return whole.bottom > words.bottom + 8 && !under.closest("#told");
}"""


def test_a_finger_that_rests_asks_and_one_that_carries_does_not(house, window):
    web_table = house(players=("Ada", "first"), pace=20.0).web_table
    page = window(web_table.table, 390, 844, has_touch=True)
    ada, line = Person(page), page.context.new_cdp_session(page)
    page.wait_for_selector(".pieces .piece")
    site = next(iter(ada.standing()))
    x, y = ada.middle(site)
    for way, asks in ((0, True), (60, False)):
        touch(line, "touchStart", (x, y))
        page.wait_for_timeout(700)
        page.wait_for_selector("#about", state="visible")
        for step in range(4):
            touch(line, "touchMove", (x, y - way * step / 3))
        touch(line, "touchEnd")
        page.wait_for_timeout(100)
        assert page.locator("#about").is_visible() is asks


def test_the_lobby_offers_the_gentlest_robot_and_colours_by_their_words(house, window):
    page = window(house(sit=False).web_table.lobby)
    page.wait_for_selector(".pass")
    words = {words for key, words in catalogue().items() if key.startswith("ui.hue.")}
    for name, game in SHELF.items():
        page.locator(f"#game label:has([value='{name}'])").click()
        page.select_option("#count", str(game.seats.stop - 1))
        colours = page.locator(".pass >> nth=0").locator("select").first.locator("option")
        assert len({*colours.all_inner_texts()} & words) == game.seats.stop - 1
        picked = page.locator(".pass select").evaluate_all("all => all.map((one) => one.value)")
        assert picked.count("cadet") == game.seats.stop - 2
        assert page.locator(".pass .says:not(:empty)").count() == game.seats.stop - 2


ASKED = """() => {
  document.body.dataset.stage = "asking";
  scrollTo(0, 0);
  return document.querySelector("[data-key='yes']").getBoundingClientRect().bottom;
}"""
"""Where YES ends while something is asked; at one go, before the table draws its page anew."""


@pytest.mark.parametrize("name", ["space_walk", "astron"])
def test_on_a_phone_who_is_asked_sees_the_keys_that_answer(name, house, window):
    web_table = house(game=SHELF[name], players=("Ada", "Grace")).web_table
    page = window(web_table.table, 390, 700, has_touch=True)
    page.wait_for_selector(".pieces .piece, #box .pile")
    assert page.evaluate(ASKED) <= 700
