"""The assembly book names what is there, tier by tier, and how each is proven."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from controller.app import arguments
from controller.app.making.panel_kit import make
from controller.app.setup.twin import opener
from controller.values import Saying, Sense
from controller.words import say
from drivers.kit.drawn import pages
from drivers.kit.holes import HoleKind
from drivers.kit.terms import Wishes
from drivers.kit.wares import wares
from drivers.kit.written import book_html
from drivers.kit.written.book import (
    BookCommand,
    BookHeading,
    BookPicture,
    BookTable,
    Points,
    Text,
    book,
)
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
        self.words += data + "\n"


@pytest.mark.parametrize("name", NAMES)
def test_every_tier_of_the_panel_has_a_chapter_that_ends_with_its_check(name):
    blocks = book(kit(name), say)
    tiers = tiers_of(kit(name).plan.panel.wiring)
    commands = [block.text for block in blocks if isinstance(block, BookCommand)]
    checks = [re.search(r"check --tier (\d)", text) for text in commands]
    assert [int(found[1]) for found in checks if found] == list(tiers)
    assert f"--panel {name} " in commands[0]
    chapters = [b.text for b in blocks if isinstance(b, BookHeading) and b.text.startswith("Tier")]
    assert [int(text[5]) for text in chapters] == list(tiers)


@pytest.mark.parametrize("name", NAMES)
def test_the_page_is_whole_and_says_everything_in_words(name):
    page = Plain(book_html.book_page(book(kit(name), say)))
    assert page.open == []
    assert not re.search(r"\bkit\.\w|\{\w+\}", page.words), "a sentence is lacking"
    assert say(Saying("report.sound")) in page.words, "how a check ends"
    sheets = set(re.findall(r"wiring-(\w+)\.svg", page.words))
    assert sheets == set(kit(name).circuit.sheets)


@pytest.mark.parametrize("name", NAMES)
def test_the_sums_of_the_tiers_are_the_sum_of_the_list(name):
    first = next(block for block in book(kit(name), say) if isinstance(block, BookTable))
    assert sum(int(row[1]) for row in first.rows) == sum(one.buy for one in kit(name).items)


@pytest.mark.parametrize("name", ["astron", pytest.param("space_walk", marks=pytest.mark.long)])
def test_the_book_names_every_file_of_its_folder_and_no_other(name, tmp_path):
    make(name, Wishes(), tmp_path)
    page = Plain((tmp_path / "book.html").read_text())
    there = {path.name for path in tmp_path.iterdir()}
    named = set(re.findall(r"[\w-]+\.(?:svg|pdf|csv|net|html)\b", page.words)) - {"report.html"}
    assert named | page.links == there and len(named) > 10
    assert pages.latin_text(page.words).count("?") <= page.words.count("?"), "in letters of the PDF"


# ------------------------------------------------------------------------------ what it speaks of


def sentences(name: str) -> list[str]:
    """All that the book says, its lists of parts aside; a heading has its marks before it."""
    found = []
    for block in book(kit(name), say):
        match block:
            case BookHeading(text, level):
                found.append("#" * level + " " + text)
            case Text(text) | BookCommand(text):
                found.append(text)
            case Points(lines):
                found += lines
            case BookPicture(_, title):
                found.append(title)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_every_command_of_a_book_is_one_and_names_the_board(name):
    """Without one it would run on a simulated board, and make up what it finds."""
    commands = [line for text in sentences(name) for line in re.findall(r"stardeck [a-z]+.*", text)]
    assert {line.split()[1] for line in commands} >= {"flash", "check", "play"}
    for line in commands:
        asked = arguments.parse(line.split()[1:])
        assert not opener(asked.board), line
    verbs = {line.split()[1] for line in commands}
    wiring = kit(name).plan.panel.wiring
    assert ("enrol" in verbs) == bool(wiring.file.readers)
    assert ("calibrate" in verbs) == (Sense.REED in wiring.senses.values())


# What a sentence may call a part, beside the number on its bag.
CALLED = {
    r"\breeds?\b": "reed",
    r"\bHall\b": "hall",
    r"\b[Mm]agnets?\b": "magnet",
    r"\brollers?\b": "roller",
    r"\bencoder\b": "encoder",
    r"\bidler\b": "wheel",
    r"\bcoupled\b": "axle",
    r"\breflective\b": "qre1113",
    r"\bslotted\b": "slotted",
    r"\breaders?\b": "pn532",
    r"\bantennas?\b|\b[Cc]oils?\b": "coil",
    r"\bregulators?\b": "regulator",
    r"\bcooling fin\b": "fin",
    r"\bamplifier\b": "ina180",
    r"\bdiode's\b|\b[Aa] diode from\b": "diode",
    r"\bkeys?\b": "key",
    r"\bEmitter\b": "ir_led",
    r"\blevel shifter\b": "ahct125",
    r"\bnetworks\b": "network",
    r"\bbase\b": "base",
}


def spoken_of(text: str) -> set[str]:
    """The kinds of part that are named: by a word for them, a chip's number, a value."""
    found = {kind for word, kind in CALLED.items() if re.search(word, text)}
    for kind, ware in wares().items():
        chip = re.search(r"74\w+?\d{3}|74HC14|TBD62083|DRV5032", ware.number)
        value = re.fullmatch(r"([\d.]+ (?:k?Ω|[nµ]F)), .*", ware.number)
        name = value[1] if value else chip[0] if chip else None
        if name and re.search(rf"(?<![\w.]){re.escape(name)}(?!\d)", text):
            found.add(kind)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_a_book_speaks_of_nothing_that_is_not_in_its_list(name):
    bought = {one.kind for one in kit(name).items}
    bought |= {"coil"} if "loop" in bought else set()
    for text in sentences(name):
        assert spoken_of(text) <= bought | {"hc165"}, text


def test_what_a_sentence_speaks_of_is_seen():
    assert spoken_of("Reeds are glass; 10 kΩ and a 74HC595.") >= {"r10k", "hc595"}
    assert spoken_of("The reed, the magnet, 1000 µF") == {"reed", "magnet", "c1000u"}


MADE_BY = {  # what is tried with something comes after the work that makes it
    r"\b(?:a|each) piece\b|\bpieces on\b": "kit.work.pieces",
    r"the firmware on": "kit.work.flash",
    r"^stardeck (?:check|calibrate|enrol|play)": "kit.work.flash",
    r"every input at": "kit.work.power",
}


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_tried_before_the_work_that_makes_it(name):
    """From the first work on; each heading opens the next."""
    made: set[str] = set()
    told = sentences(name)
    for text in told[told.index("### " + say(Saying("kit.work.plates"))) :]:
        if text.startswith("### "):
            made.add(text.removeprefix("### "))
        for tried, work in MADE_BY.items():
            assert not re.search(tried, text) or say(Saying(work)) in made, text


def test_a_book_about_hall_switches_says_which_way_round_they_and_their_magnets_lie():
    """OUT1 answers to flux from the marked face downwards, a north pole's above it (TI SLVSDC7)."""
    told = " ".join(sentences("situation7"))
    assert re.search(r"north pole down for the first side, south pole down for the second", told)
    assert re.search(r"marked face up.*?OUT1 answers to a north pole above it, the first si", told)
    legend = say(Saying("kit.label.hall"))
    assert re.search(r"marked face up.*?OUT1's \(north pole, first side\)", legend)
    sides = kit("situation7").plan.panel.wiring.sides
    holes = kit("situation7").plan.of(HoleKind.HALL)
    assert holes and all((sides[one.number], sides[one.other]) == (0, 1) for one in holes)
