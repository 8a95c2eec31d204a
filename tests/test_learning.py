"""The rules where they are needed: an anchor for each number, words for each thing."""

from __future__ import annotations

import re

import pytest

from controller.app.hosting.web_table import usual_panel
from controller.game import Setting
from controller.games import SHELF
from controller.lessons.diagram import diagram
from controller.lessons.lesson import read_lesson
from controller.lessons.rule_pages import RulePages, board_blocks
from controller.lessons.rulebook import RULE_NUMBER, asked_rules, rule_numbers, rules_of
from controller.values import Sense
from controller.words import catalogue
from drivers.wiring import load_wiring

GAMES = list(SHELF.values())
named = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
PAGES = RulePages(usual_panel)


@named
def test_every_rule_has_an_anchor_and_every_link_a_rule(game):
    html = PAGES.page(game).html
    anchors = re.findall(r'<section class="rule" id="(\w+)"', html)
    assert sorted(anchors) == sorted(rule_numbers(game))
    assert set(re.findall(r'href="#(\w+)"', html)) <= set(anchors)
    assert "**" not in html and "```" not in html


@named
def test_every_number_that_is_told_anywhere_has_an_anchor(game):
    """In the game's own sentences, in its lessons, behind its options and what it asks for."""
    letter = re.match("[A-Z]+", min(rule_numbers(game)))[0]
    told = [text for key, text in catalogue().items() if key.startswith(f"{game.name}.")]
    told += [
        text
        for path in game.lessons
        for task in read_lesson(path, game).tasks
        for text in task.says
    ]
    told += [rule.brief for rule in rules_of(game).values()]
    told += [option.rule for option in game.options.values()]
    told += asked_rules(game).values()
    found = {number for text in told for number in RULE_NUMBER.findall(text)}
    assert {number for number in found if number.startswith(letter)} - rule_numbers(game) == set()


@named
def test_what_a_card_is_told_at_is_something_the_game_asks(game):
    assert asked_rules(game).keys() - catalogue().keys() == set()
    assert set(asked_rules(game).values()) <= rule_numbers(game)


def test_there_are_ninety_three_rules():
    own = ("astron", "space_walk", "situation7", "zylatron", "astroplane")
    assert sum(len(rule_numbers(SHELF[name])) for name in own) == 93


@named
def test_its_goal_is_told_in_a_few_short_sentences(game):
    goal = catalogue()[f"{game.name}.goal"]
    assert 1 <= len(re.findall(r"[.!](?:\s|$)", goal)) <= 5 and len(goal) < 320


@named
def test_its_boards_are_lit_by_the_table(game):
    """What is tried is refused by the rule beneath which it is drawn, or is lit as allowed."""
    blocks = board_blocks(game)
    drawn = [diagram(game, block.lines, block.number, usual_panel(game)) for block in blocks]
    cells = {cell.site for cell in game.drawing(game.start(Setting(game.seats[-1]))).cells}
    assert blocks and all(one.lights for one in drawn)
    assert all(set(one.around) <= cells for one in drawn)
    for block, one in zip(blocks, drawn, strict=True):
        tried = any(line.startswith("try ") for line in block.lines)
        assert bool(one.rule) is tried, one.caption


# ------------------------------------------------------------------------- what things are for


def things(game) -> set[str]:
    """Every kind of thing a page of this game shows, on whichever panel."""
    drawing = game.drawing(game.start(Setting(game.seats[-1])))
    prints = [*drawing.prints, *(drawing.paper.prints if drawing.paper else ())]
    cells = {cell.site for cell in drawing.cells}
    sites = {
        site
        for panel in game.panels
        for site, sense in load_wiring(panel).senses.items()
        if site not in cells and sense in (Sense.KEY, Sense.TAP, Sense.DIAL)
    }
    tokens = {token.pile or token.name for token in drawing.tokens}
    return {one.kind for one in prints} | sites | tokens | {f.suit for f in drawing.cards.values()}


@named
def test_everything_has_words_that_explain_it_and_no_word_explains_nothing(game):
    own = f"{game.name}.about."
    told = {key.removeprefix(own) for key in catalogue() if key.startswith(own)}
    table = {"yes", "no", "next", "back", "dock"}
    found = {thing: kinds(thing) & (told | table) for thing in things(game)}
    silent = {thing for thing, kind in found.items() if not kind and "piece" not in told}
    assert silent == set()
    used = set().union(*found.values()) | {"piece"}
    assert told - used == set()


def kinds(name: str) -> set[str]:
    """The names under which it may be explained, as `about.js` has them."""
    bare = name.removeprefix("key.")
    parts = re.split(r"[.\-_]", bare)
    tails = [".".join(parts[at:]) for at in range(len(parts))]
    every = [bare, *tails, *parts]
    return {*every, *(re.sub(r"[.-]$", "", re.sub(r"\d.*$", "", one)) for one in every)}
