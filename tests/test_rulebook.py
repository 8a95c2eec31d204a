"""Rules as their books have them: what is quoted is what fits."""

from __future__ import annotations

import pytest

from controller.games import SHELF
from controller.lessons.rulebook import rules_of
from controller.words import catalogue


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
        assert not any(one.startswith(("Reading", "Option")) for one in rule.sentences)
