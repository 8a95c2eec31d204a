"""What the lights of Space Walk say before a hand moves."""

import re
from pathlib import Path

import pytest

from controller.game import Setting
from controller.games.space_walk import GAME, refusals
from controller.games.space_walk.board import FIELDS
from controller.games.space_walk.files import own_box
from controller.games.space_walk.moves import Phase
from controller.games.space_walk.rules import OPTIONS, start
from controller.games.space_walk.scene import HOLE, SWALLOWS
from controller.scene import Glow
from controller.values import Refusal
from controller.words import catalogue, say
from tests.space_walk import at, play

COLOURS = [livery.colour for livery in own_box().fleets]


def test_holes_of_the_orbit_are_red_from_the_start():
    assert start(Setting(2)).scene() == {"h1": HOLE, "h2": HOLE}
    assert start(Setting(3)).scene() == {"h1": HOLE, "h2": HOLE, "h3": HOLE}


def test_a_hole_is_bright_when_the_next_ship_falls_into_it():
    position = at("o5 green.large.1 green.small.1", "i1 red.small.1")
    position = play(position, "1 empties o5")
    assert position.scene()["h2"] == HOLE
    assert play(position, "1 lands green.large.1 o6").scene()["h2"] == SWALLOWS


def test_ships_shine_in_the_colour_of_their_fleet():
    scene = at("o3 green.large.1", "o5 red.small.1").scene()
    assert (scene["o3"].colour, scene["o5"].colour) == (COLOURS[0], COLOURS[1])


def test_in_a_crowd_who_is_on_turn_sees_his_own_colour():
    crowd = "o3 green.small.1 red.large.1 grey.medium.1"
    fields = (crowd, "o9 red.small.1 grey.large.1", "o16 green.large.1")
    for turn in (1, 2, 3):
        assert at(*fields, seats=3, turn=turn).scene()["o3"].colour == COLOURS[turn - 1]
    assert at(*fields, seats=3).scene()["o9"].colour == COLOURS[2], "the biggest ship's"


def test_a_ship_in_the_hand_is_not_lit():
    position = at("o3 green.large.1", "o5 red.small.1")
    assert "o3" not in play(position, "1 empties o3").scene()


def test_in_a_gap_the_keys_of_those_who_may_spend_are_lit():
    position = at("o3 green.large.1", "o5 red.small.1", tokens=(4, 0))
    assert not any(site.startswith("key") for site in position.scene())
    position = play(position, "1 empties o3", "1 lands green.large.1 o4")
    assert position.scene()["key.token1"].colour == COLOURS[0]
    assert "key.token2" not in position.scene()


def test_steady_light_is_information():
    position = at("o3 green.large.1", "o5 red.small.1")
    assert {light.glow for light in position.scene().values()} == {Glow.STEADY}


def test_the_lights_look_into_no_hand():
    position = at("o3 green.large.1", "o5 red.small.1", options="action_cards")
    assert position.scene() == position.public().scene()


def test_every_sentence_of_the_game_is_in_the_catalogue():
    words = catalogue()
    assert {option.words for option in OPTIONS.values()} <= words.keys()
    assert {f"space_walk.{phase.value}" for phase in Phase} <= words.keys()
    assert set(refusal_keys()) <= words.keys()


def refusal_keys():
    yield from (value.words for value in vars(refusals).values() if isinstance(value, Refusal))
    for named in (refusals.same_size, refusals.no_own_ship, refusals.goes_to):
        yield named("o1").words


def test_every_refusal_names_a_rule_that_is_written_down():
    rules = set(re.findall(r"\*\*(W\d+)\.\*\*", Path(GAME.rules).read_text()))
    assert rules == {f"W{number}" for number in range(1, 16)}
    named = [value for value in vars(refusals).values() if isinstance(value, Refusal)]
    assert {refusal.rule for refusal in named} <= rules


@pytest.mark.parametrize(
    "position, sentence",
    [
        (start(Setting(2)), r"Player 1 \(green\): put a ship on a lit planet"),
        (at("o3 green.small.1", "o5 red.small.1", turn=2), r"Player 2 \(red\): empty a planet"),
        (play(at("o3 green.small.1", "o5 red.small.1"), "1 empties o3"), "Put green.small.1 on o4"),
        (
            play(at("o3 green.small.1 red.small.2", "o5 red.small.1"), "1 empties o3"),
            "Put green.small.1 or red.small.2 on o4",
        ),
        (at("o3 green.small.1", "o5 red.small.1", phase=Phase.GAP), "press their token key"),
        (at("o3 green.small.1", "o5 red.small.1", phase=Phase.GAP, tokens=(0, 0)), r"\): empty a"),
        (at("o3 green.small.1", "o5 red.small.1", phase=Phase.CHOICE), "second turn, or"),
        (at("o3 green.small.1", "o5 red.small.1", phase=Phase.STEP), "one field on"),
        (at("o3 green.small.1", "o5 red.small.1", options="action_cards"), "action card"),
        (at("o3 green.small.1", "o5 red.small.1", phase=Phase.OVER), "Game over"),
    ],
)
def test_the_board_says_what_it_asks_for(position, sentence):
    assert re.search(sentence, say(position.asks()))


@pytest.mark.parametrize("seats", GAME.seats)
def test_what_is_outside_the_orbit_is_drawn_dark(seats):
    position = start(Setting(seats))
    middles = {cell.centre: cell.site for cell in GAME.drawing(position).cells}
    drawn = {middles[p.centre]: p for p in GAME.drawing(position).prints if p.label}
    dark = {site for site, print in drawn.items() if print.idle}
    assert dark and dark == FIELDS - set(position.terms.orbit)
    assert all("outside" in drawn[site].title for site in dark)
