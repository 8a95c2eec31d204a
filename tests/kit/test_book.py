"""The assembly book names what is there, tier by tier, and how each is proven."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from controller.app.making.panel_kit import make
from controller.values import Saying
from controller.words import say
from drivers.kit import book_html
from drivers.kit.book import Command, Heading, Table, book
from drivers.kit.drawn import pages
from drivers.kit.terms import Wishes
from drivers.tiers import tiers_of
from tests.kit.made import NAMES, kit


class Plain(HTMLParser):
    """What can be read on a page, and what it leads to."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words, self.links, self.open = "", set[str](), list[str]()
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.links |= {value for name, value in attrs if name in ("src", "href")}
        if tag not in ("meta", "img", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words += data


@pytest.mark.parametrize("name", NAMES)
def test_every_tier_of_the_panel_has_a_chapter_that_ends_with_its_check(name):
    blocks = book(kit(name), say)
    tiers = tiers_of(kit(name).plan.panel.wiring)
    commands = [block.text for block in blocks if isinstance(block, Command)]
    checks = [re.search(r"check --tier (\d)", text) for text in commands]
    assert [int(found[1]) for found in checks if found] == list(tiers)
    assert f"--panel {name} " in commands[0]
    chapters = [b.text for b in blocks if isinstance(b, Heading) and b.text.startswith("Tier")]
    assert [int(text[5]) for text in chapters] == list(tiers)


@pytest.mark.parametrize("name", NAMES)
def test_the_page_is_whole_and_says_everything_in_words(name):
    page = Plain(book_html.html(book(kit(name), say)))
    assert page.open == []
    assert not re.search(r"\bkit\.\w|\{\w+\}", page.words), "a sentence is lacking"
    assert say(Saying("report.sound")) in page.words, "how a check ends"
    sheets = set(re.findall(r"wiring-(\w+)\.svg", page.words))
    assert sheets == set(kit(name).circuit.sheets)


@pytest.mark.parametrize("name", NAMES)
def test_the_sums_of_the_tiers_are_the_sum_of_the_list(name):
    first = next(block for block in book(kit(name), say) if isinstance(block, Table))
    assert sum(int(row[1]) for row in first.rows) == sum(one.buy for one in kit(name).items)


def test_every_file_that_the_book_names_is_in_its_folder(tmp_path):
    make("astron", Wishes(), tmp_path)
    page = Plain((tmp_path / "book.html").read_text())
    there = {path.name for path in tmp_path.iterdir()}
    named = set(re.findall(r"[\w-]+\.(?:svg|pdf|csv|net)\b", page.words))
    assert named | page.links <= there and len(named) > 10
    assert pages.plain(page.words).count("?") <= page.words.count("?"), "in letters of the PDF"
