"""Whatever a page says, it says by the names that people know: no id ever reaches them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any, TypeAlias

import msgspec
import pytest

from controller.app.setup.panels import best_panel
from controller.game import Game, Move, Position, Setting, gesture_text
from controller.games import SHELF
from controller.notation import line
from controller.reading.moment import Moment
from controller.robots.players import random_player, robots_choice
from controller.sitting.flow import Stage
from controller.sitting.shown.table_view import TableView
from controller.telling import ANY_WORD, Teller, piece_titles, teller
from controller.values import CHANCE, Saying, Seat
from controller.web.pages import table_page
from controller.web.seat import seat_page
from controller.web.view import Eyes, GameFacts, View, Who
from controller.words import catalogue
from drivers.wiring import load_wiring
from tests.test_hints import begun, running

Story: TypeAlias = list[tuple[Move | None, Position[Any]]]
NAMES = ("Ada", "Grace", "Emmy", "Sophie", "Hedy", "Mary", "Rosa", "Ida")
SAID = {"asks", "next", "undo", "message", "told", "for", "tallies", "piles", "last", "words"}
"""Where a page has sentences; all else in it is for the page's own use."""


def played(game: Game, seed: int, most: int) -> Iterator[tuple[Move | None, Position[Any]]]:
    luck = Random(seed)
    seats = luck.choice(game.seats)
    position, last = game.start(Setting(seats)), CHANCE
    yield None, position
    robots = {seat: random_player(luck) for seat in (CHANCE, *map(Seat, range(seats)))}
    for _ in range(most):
        move = robots_choice(position, robots, last)
        if move is None:
            return
        position, last = position.after(move), move.seat
        yield move, position


def view(game: Game, story: Story, back: int, *, eyes: Eyes | None = None, **shown: Any) -> View:
    senses = load_wiring(best_panel(game)).senses
    start = story[0][1]
    who = tuple(map(Who, NAMES[: len(start.scores())]))
    sitting = GameFacts(1, game, game.drawing(start), who, senses, {}, simulated=True)
    moments = tuple(Moment(position, senses, move) for move, position in story)
    terms = {"asks": story[-1][1].public().asks(), "back": back, **shown}
    return View(sitting, TableView(Stage.WAITING, moments=moments, **terms), eyes=eyes)


def where(view: View, **shown: Any) -> View:
    """Return the view with other things shown by the table."""
    return msgspec.structs.replace(view, table=msgspec.structs.replace(view.table, **shown))


@pytest.mark.parametrize("name", SHELF)
def test_somebody_leads_where_points_win_and_not_where_they_are_money(name):
    game = SHELF[name]
    page = table_page(view(game, [*played(game, 1, 3)], -1))
    assert page["game"]["leads"] == (name != "zylatron")


def sentences(page: Any, key: str = "") -> Iterator[str]:
    match page:
        case dict():
            for name, part in page.items():
                yield from sentences(part, name)
        case list() | tuple():
            for part in page:
                yield from sentences(part, key)
        case str() if key in SAID:
            yield page


def ids(game: Game, position: Position[Any]) -> set[str]:
    drawing = game.drawing(position)
    own = {name for name, title in piece_titles(drawing).items() if name != title}
    seats = map(Seat, range(len(position.scores())))
    return own | {name for seat in seats for name in position.hand(seat)}


@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.long) for n in (1, 2))])
@pytest.mark.parametrize("name", SHELF)
def test_no_sentence_of_any_page_has_an_id_in_it(name, seed):
    game = SHELF[name]
    story = list(played(game, seed, 120))
    known, seats = set(), len(story[0][1].scores())
    for at in range(1, len(story), 7):
        known |= ids(game, story[at][1])
        move, _ = story[at]
        wish = Saying("table.meant", {"move": gesture_text([move]), "count": 1})
        piece = next(iter(piece_titles(game.drawing(story[0][1]))))
        belongs = Saying("table.belongs", {"piece": piece, "site": "a1"})
        for asks in ({}, {"asks": wish, "message": belongs}):
            seen = view(game, story[: at + 1], at - 1, **asks)
            pages = [table_page(seen), *(seat_page(seen, Seat(seat)) for seat in range(seats))]
            for sentence in sentences(pages):
                assert not known & set(ANY_WORD.findall(sentence)), sentence


@pytest.mark.parametrize("name", SHELF)
def test_no_sentence_says_a_word_twice(name):
    """As it does where a name takes the place of a word that was none: "a violet man man"."""
    game = SHELF[name]
    story = list(played(game, 5, 120))
    for at in range(1, len(story), 5):
        for sentence in sentences(table_page(view(game, story[: at + 1], at - 1))):
            assert not re.search(r"\b([a-z]+) \1\b", sentence), sentence


@pytest.mark.parametrize("name", SHELF)
def test_every_kind_of_move_is_told_in_words_of_its_own(name):
    game = SHELF[name]
    found = {type(move) for seed in range(4) for move, _ in played(game, seed, 250) if move}
    people = [kind for kind in found if line(kind).names[:1] == ("seat",)]
    assert len(people) > 2
    for kind in people:
        assert f"{name}.told.{kind.__name__.lower()}" in catalogue(), kind


def test_whoever_sits_there_is_called_by_name():
    game = SHELF["space_walk"]
    position = game.start(Setting(2))
    tells = teller(game, game.drawing(position), ("Ada", "Robot 2"))
    assert tells.say(position.asks()).startswith("Ada (green): ")
    move = game.parse("2 places red.small.1 o4")
    assert tells.whole([move]) == "Robot 2 puts the red small ship on o4"


def test_what_back_would_undo_is_always_told():
    game = SHELF["space_walk"]
    story = list(played(game, 1, 6))
    page = table_page(view(game, story, len(story) - 2))
    assert page["undo"] and page["undo"].split()[0] in NAMES
    assert not table_page(view(game, story, -1))["undo"]


def test_while_something_is_to_be_put_right_the_own_turn_is_not_said_to_be_anothers():
    game = SHELF["astron"]
    story = list(played(game, 7, 60))
    while not (story[-1][1].actors - {CHANCE}):
        story.pop()
    seat = min(story[-1][1].actors)
    waiting = view(game, story, -1)
    mending = where(waiting, stage=Stage.MENDING)
    assert table_page(mending)["next"] and not table_page(waiting)["next"], "what comes after it"
    whys = {card["why"]["words"] for card in seat_page(mending, seat)["hand"]}
    assert whys == {catalogue()["page.not_yet"]}


@pytest.mark.parametrize("name", SHELF)
def test_a_number_in_the_name_of_a_piece_is_painted_on_it(name):
    """Or nothing is: a number that means something else would be taken for it."""
    game = SHELF[name]
    for token in game.drawing(game.start(Setting(game.seats.stop - 1))).tokens:
        number = re.search(r"\d+$", token.title)
        painted = str(token.seat + 1) if token.label is None else token.label
        assert not number or not painted or painted.endswith(number[0]), token.title


@pytest.mark.parametrize("name", SHELF)
def test_what_a_hand_cannot_do_is_told_by_the_names_of_the_game(name):
    """As when a page has not yet heard that a piece was taken."""
    table, luck, told = running(begun(name, seed=5, moves=9)), Random(5), []
    game, position = table.terms.game, table.table.position
    pieces = [token.name for token in game.drawing(position).tokens]
    sites = [site for site, content in position.layout().items() if not isinstance(content, int)]
    known = ids(game, position)
    for _ in range(12):
        piece, site = luck.choice(pieces), luck.choice(sites)
        for deed in (f"lift {site} {piece}", f"put {site} {piece}", f"fetch {piece}", "away"):
            table.obey(deed, told.append)
            while table.twin.busy:
                table.turn()
    assert len(set(told)) > 5
    for sentence in told:
        assert not known & set(ANY_WORD.findall(sentence)), sentence


@pytest.mark.parametrize("name", SHELF)
def test_every_copy_of_a_card_is_called_by_what_is_printed_on_it(name):
    game = SHELF[name]
    drawing = game.drawing(game.start(Setting(2)))
    tell = teller(game, drawing, ())
    for card, face in drawing.cards.items():
        assert tell.aloud(f"plays {card}.3, then {card}.1.") == (
            f"plays {face.title}, then {face.title}."
        )


@pytest.mark.parametrize("name", SHELF)
def test_a_key_is_called_by_what_is_printed_on_it(name):
    game = SHELF[name]
    tell = teller(game, game.drawing(game.start(Setting(2))), ())
    for site in load_wiring(best_panel(game)).senses:
        assert "key." not in tell.say(Saying("hint.piece", {"site": site}))


def test_what_is_described_has_an_article_and_what_has_a_name_has_none():
    walk, astron = told_of("space_walk"), told_of("astron")
    ship = {"piece": "red.large.1", "site": "o3", "target": "o3"}
    assert walk.say(Saying("table.put", ship)) == "Put the red large ship on o3."
    assert walk.say(Saying("table.belongs", ship)) == "The red large ship belongs on o3."
    named = Saying("table.put", {"piece": "ship1", "target": "b3"})
    assert astron.say(named) == "Put Ship 1 on b3."


def test_what_several_did_is_told_of_each_by_his_name():
    lines = ("1 flies d3e-f3n", "2 flies d15s-d13e", "2 done")
    told = told_of("astroplane").whole(map(SHELF["astroplane"].parse, lines))
    assert told == "Ada flies from d3e to f3n, Bob flies from d15s to d13e, ends the turn"


def told_of(name: str) -> Teller:
    game = SHELF[name]
    return teller(game, game.drawing(game.start(Setting(2))), ("Ada", "Bob"))
