"""Rules as their books have them: what is quoted is what fits."""

from __future__ import annotations

import pytest

from controller.app.hosting.web_table import usual_panel
from controller.games import SHELF
from controller.lessons.rule_pages import RulePages
from controller.lessons.rulebook import rules_of
from controller.table_rules import offered_options
from controller.words import catalogue
from drivers.wiring import load_wiring


@pytest.mark.parametrize(
    ("number", "key", "quoted"),
    [
        ("W5", "space_walk.goes-to", "The first ship comes down one field on"),
        ("W6", "space_walk.lost", "A ship that comes down on a hole is lost"),
        ("W4", "space_walk.big-first", "Large ships come down first"),
    ],
)
def test_the_sentence_is_quoted_that_speaks_of_what_happened(number, key, quoted):
    rule = rules_of(SHELF["space_walk"])[number]
    assert rule.about(catalogue()[key]).startswith(quoted)


def test_a_later_sentence_is_quoted_where_it_fits_better():
    rule = rules_of(SHELF["space_walk"])["W5"]
    assert rule.about("Black holes count as fields, too.") == "Holes count as fields."
    assert rule.about("") == rule.brief


@pytest.mark.parametrize("game", SHELF.values(), ids=lambda game: game.name)
def test_what_is_quoted_is_the_rules_own(game):
    """No reading and no option, which may not be agreed on."""
    for rule in rules_of(game).values():
        assert not any(one.startswith(("Reading", "House rule")) for one in rule.sentences)


@pytest.mark.parametrize("game", SHELF.values(), ids=lambda game: game.name)
def test_a_page_calls_no_option_and_no_place_by_the_name_that_programs_have(game):
    html = RulePages(usual_panel).page(game).html
    briefs = " ".join(rule.brief for rule in rules_of(game).values())
    names = {
        *offered_options(game),
        *(site for site in load_wiring(game.panel).senses if "." in site),
    }
    assert not [name for name in names if f"<code>{name}<" in html]
    assert not [name for name in names if {"_", "."} & set(name) and name in briefs]
    assert "Option" not in briefs
