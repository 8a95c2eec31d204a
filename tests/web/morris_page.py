"""Nine Men's Morris in a page that was not told of it; played where it is installed."""

from __future__ import annotations

import pytest

from controller.games import SHELF
from tests.web.person import Person

pytestmark = pytest.mark.browser


@pytest.fixture
def ada(house, window):
    """Ada and Grace at one screen."""
    opened = house(game=SHELF["nine_mens_morris"], players=("Ada", "Grace"))
    return Person(window(opened.web_table.table))


def place(person: Person, colour: str, site: str) -> None:
    """Drag a man out of the box on to a point."""
    carry(person, middle(person, f'#box [data-pile^="{colour}"]'), person.middle(site))


def middle(person: Person, selector: str) -> tuple[float, float]:
    box = person.page.locator(selector).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def carry(person: Person, source: tuple[float, float], target: tuple[float, float]) -> None:
    person.page.mouse.move(*source)
    person.page.mouse.down()
    person.page.mouse.move(*target, steps=6)
    person.page.mouse.up()


def test_its_lines_are_drawn_without_a_picture_of_their_own(ada):
    ada.page.wait_for_selector(".print.line path", state="attached")
    lines = ada.page.eval_on_selector_all(
        ".print.line path", "all => all.map(one => one.getTotalLength())"
    )
    assert sorted(lines) == [2] * 8 + [4] * 4 + [6] * 4


def test_a_mill_is_closed_and_a_man_taken_by_dragging(ada):
    assert len(ada.lit("pulse")) == 24
    placed = ("green a7", "violet b6", "green d7", "violet f6", "green g7")
    for count, words in enumerate(placed, 1):
        place(ada, *words.split())
        ada.until_recorded(count)
    ada.until_asked("A mill! Ada (green): lift a violet man off")
    assert sorted(ada.lit("pulse")) == ["b6", "f6"]
    carry(ada, ada.middle("f6"), middle(ada, "#box"))
    ada.until_recorded(6)
    assert "takes the man on f6" in ada.page.inner_text("#record")
    assert sorted(ada.standing()) == ["a7", "b6", "d7", "g7"]
