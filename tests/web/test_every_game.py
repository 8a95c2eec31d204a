"""Every game on the shelf on the pages: drawn by its own hand, hit where it is, fit for a phone."""

from __future__ import annotations

import pytest
from msgspec import to_builtins

from controller.games import SHELF
from tests.often import one_in
from tests.web.person import Person

EVERY = [pytest.param(name, id=name) for name in sorted(SHELF)]
pytestmark = [pytest.mark.browser, pytest.mark.parametrize("name", one_in(2, EVERY))]


@pytest.fixture
def web_table(house, name):
    """As few as may play it, all of them people."""
    game = SHELF[name]
    return house(game=game, players=[f"Player {n + 1}" for n in range(game.seats.start)]).web_table


KINDS = """async ([name, kinds]) => {
  const { pictures } = await import("/static/drawing/scenery.js");
  const own = await pictures(name);
  return kinds.filter((kind) => !own[kind]);
}"""


@pytest.mark.long
def test_everything_that_is_printed_has_a_picture(web_table, window, name):
    drawing = web_table.host.sitting.drawing
    paper = drawing.paper.prints if drawing.paper else ()
    kinds = sorted({printed.kind for printed in (*drawing.prints, *paper)})
    ada = Person(window(web_table.table))
    ada.page.wait_for_selector(".print")
    assert ada.page.evaluate(KINDS, [name, kinds]) == []


MISSED = """async (cells) => {
  const { Atlas, reach } = await import("/static/drawing/shapes.js");
  const atlas = new Atlas(cells.map((cell) => ({ ...cell, reach: reach(cell) })));
  return cells.filter((cell) => atlas.at(cell.centre)?.site !== cell.site);
}"""


@pytest.mark.long
def test_every_cell_is_hit_in_its_middle(web_table, window, name):
    ada = Person(window(web_table.table))
    cells = to_builtins(web_table.host.sitting.drawing.cells)
    assert ada.page.evaluate(MISSED, cells) == []


def test_a_phone_shows_it_without_scrolling_sideways(web_table, window, name):
    ada = Person(window(web_table.table, 390, 844, has_touch=True))
    assert ada.page.evaluate("document.documentElement.scrollWidth") <= 390
    seat = window(web_table.seat(1), 390, 844)
    seat.wait_for_selector(".seats li")
    assert seat.evaluate("document.documentElement.scrollWidth") <= 390


def test_axe_finds_nothing_to_complain_of(web_table, window, name):
    """By day or by night, in turn; the page itself is looked at in both elsewhere."""
    from axe_playwright_python.sync_playwright import Axe

    page = window(web_table.table, color_scheme=("dark", "light")[sorted(SHELF).index(name) % 2])
    page.wait_for_selector(".print")
    found = Axe().run(page)
    assert not found.response["violations"], found.generate_report()
