"""No picture, menu or title covers another, however wide the window, however large the letters."""

from __future__ import annotations

from itertools import cycle, product

import pytest

from controller.games import SHELF
from tests.often import one_in
from tests.test_library import kept
from tests.web.test_school import complaints

pytestmark = pytest.mark.browser

SIZES = {
    "a phone": (390, 844),
    "a phone on its side": (844, 390),
    "a laptop at 200 %": (640, 400),
    "a laptop": (1280, 800),
    "a television": (1920, 1080),
}
THINGS = "header *, main :is(h2, h3, p, button, a, select, input, li, label, figure, .glass, .box)"
COVERED = """(things) => {
  const seen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const box = (one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return { one, left, top, right, bottom };
  };
  const scrolled = (one) => {
    const pane = one.parentElement?.closest(".record, .box, .held, .fan");
    if (!pane) return false;
    const [own, all] = [one.getBoundingClientRect(), pane.getBoundingClientRect()];
    return own.bottom > all.bottom + 1 || own.right > all.right + 1;
  };
  const all = [...document.querySelectorAll(things)]
    .filter((one) => seen(one) && !one.closest("svg") && !scrolled(one))
    .map(box)
    .filter(({ left, right, top, bottom }) => right - left > 1 && bottom - top > 1);
  const across = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const down = (a, b) => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  const kin = (a, b) => a.one.contains(b.one) || b.one.contains(a.one);
  const called = ({ one }) => `${one.tagName} ${one.id} ${one.textContent}`.slice(0, 60);
  const found = [];
  for (const [at, a] of all.entries())
    for (const b of all.slice(at + 1))
      if (!kin(a, b) && across(a, b) > 2 && down(a, b) > 2)
        found.push(`${called(a)} / ${called(b)}`);
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth + 1) found.push(`the page is ${wide} wide`);
  return found;
}"""


COLOURS = ("dark", "light")


IN_TURN = tuple(zip(SIZES, cycle(COLOURS), strict=False))


def looked_at(page, looks=IN_TURN) -> None:
    """At every size, by night and by day in turn, nothing lies upon anything else."""
    troubles = {}
    for name, colours in looks:
        width, height = SIZES[name]
        page.emulate_media(color_scheme=colours)
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(250)
        if found := page.evaluate(COVERED, THINGS):
            troubles[name, colours] = found[:8]
    assert not troubles


def test_on_a_seat_and_in_the_workshop_nothing_covers_anything(house, window):
    web_table = house(players=("Ada", "Grace", "first")).web_table
    for url, sign in ((web_table.seat(1), ".card"), (web_table.service, ".sensor")):
        page = window(url)
        page.wait_for_selector(sign)
        looked_at(page)


@pytest.mark.hil
@pytest.mark.parametrize("name", SHELF)
def test_at_every_size_by_night_and_by_day_nothing_covers_anything(name, house, window):
    web_table = house(game=SHELF[name], players=("Ada", "Grace"), lan=True).web_table
    signs = {"table": ".cell", "seat": ".seats li", "service": ".sensor", "rules": ".rule"}
    base = web_table.address.base
    urls = [web_table.table, web_table.seat(1), web_table.service, f"{base}/rules/{name}"]
    for url, sign in zip(urls, signs.values(), strict=True):
        page = window(url)
        page.wait_for_selector(sign)
        looked_at(page, tuple(product(SIZES, COLOURS)))


@pytest.mark.parametrize("name", one_in(2, [pytest.param(name, id=name) for name in SHELF]))
def test_on_the_table_nothing_covers_anything(name, house, window):
    web_table = house(game=SHELF[name], players=("Ada", "Grace"), lan=True).web_table
    page = window(web_table.table)
    page.wait_for_selector(".cell")
    page.wait_for_selector(".door")
    looked_at(page)
    page.locator(".door button").first.click()
    looked_at(page)


def test_at_the_door_of_all_games_nothing_covers_anything(house, window):
    page = window(house(sit=False).web_table.lobby)
    page.wait_for_selector(".poster")
    looked_at(page)
    for poster in page.locator(".poster").all():
        poster.click()
        looked_at(page, [("a phone", "light")])


@pytest.mark.long
def test_in_the_lobby_and_in_a_review_nothing_covers_anything(house, window, tmp_path):
    journal = tmp_path / "journal.db"
    number = kept(journal, SHELF["space_walk"])
    web_table = house(journal=journal, players=("Ada", "Grace"), lan=True).web_table
    page = window(web_table.lobby)
    page.wait_for_selector(".pass")
    page.wait_for_selector("#past .ticket")
    looked_at(page)
    page.goto(f"{web_table.address.base}/review/{number}#5")
    page.wait_for_selector("#record li")
    looked_at(page)
    for colours in COLOURS:
        page.emulate_media(color_scheme=colours)
        assert not complaints(page)


def test_this_law_sees_what_lies_upon_something_else(house, window):
    page = window(house().web_table.table)
    page.wait_for_selector(".card")
    page.evaluate("document.querySelector('#seats').style.marginTop = '-6rem'")
    assert page.evaluate(COVERED, THINGS)
