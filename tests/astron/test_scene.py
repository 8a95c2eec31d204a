"""What the lights of Astron say before a hand moves."""

import pytest

from controller.game import Setting
from controller.games.astron import refusals
from controller.games.astron.files import own_box
from controller.games.astron.rules import OPTIONS, start
from controller.games.astron.scene import BROWN, PAYS, PERILS
from controller.scene import Glow
from controller.values import Refusal
from controller.words import catalogue
from tests.astron import at, landed


def test_every_ship_shines_in_its_own_colour():
    scene = at("b5 e5 -").scene()
    assert {cell: light.colour for cell, light in scene.items()} == {
        "b5": own_box().ships[0].colour,
        "e5": own_box().ships[1].colour,
    }


def test_steady_light_is_information():
    assert {light.glow for light in start(Setting(6)).scene().values()} == {Glow.STEADY}


@pytest.mark.parametrize("earlier, pays", [((), 5), ((1,), 4), ((1, 2, 3, 4, 5), 0), ((0,), 0)])
def test_a_station_shines_by_what_it_still_pays_the_ship_on_turn(earlier, pays):
    position = at("b5 c1 d1 e1 f1 g1", ground={25: "........3."}, landed=landed(s3=earlier))
    assert position.scene()["i6"] == PAYS[pays]
    assert sum(PAYS[5].colour) > sum(PAYS[1].colour) > 0


@pytest.mark.parametrize("letter", "mceaCRLNS")
def test_perils_are_lit_within_reach_of_the_ship_on_turn(letter):
    ground = {24: f"....{letter}....{letter}", 29: f"{letter}" * 10}
    scene = at("b5 c1", ground=ground).scene()
    assert scene["e5"] == PERILS[letter]
    assert "j5" not in scene and "b10" not in scene


def test_hazards_deadly_cells_and_land_differ():
    assert len({PERILS[letter] for letter in "mCL"}) == 3 and PERILS["L"].colour == BROWN


def test_land_is_no_peril_to_who_has_landed_there():
    ground = {24: "....L....."}
    assert "e5" not in at("b5 c1", ground=ground, landed=landed(s2=(0,))).scene()


def test_the_lights_look_into_no_hand():
    ground = {24: "....C....."}
    assert at("b5 c1", "F1.1", ground=ground).scene() == at("b5 c1", "S3.1", ground=ground).scene()


def test_every_sentence_of_the_game_is_in_the_catalogue():
    words = catalogue()
    assert {option.words for option in OPTIONS.values()} <= words.keys()
    assert set(refusal_keys()) <= words.keys()


def refusal_keys():
    yield from (value.words for value in vars(refusals).values() if isinstance(value, Refusal))
    yield refusals.in_the_way(frozenset()).words
    yield refusals.in_the_way(frozenset({"a1"})).words
