"""What the lights of Zylatron say before a hand moves, and how its board is drawn."""

import re

import pytest
from msgspec.structs import replace

from controller.game import Setting
from controller.games.zylatron import GAME, reasons
from controller.games.zylatron.board import KEYS, SITES, STRIKE
from controller.games.zylatron.phases import Phase
from controller.games.zylatron.rules import OPTIONS
from controller.games.zylatron.scene import DAMAGED, DULL, FAINT, NEUTRAL
from controller.games.zylatron.sheet import Kind, Works
from controller.scene import Glow, Light, dimmed
from controller.values import CHANCE, Refusal, Seat
from controller.words import catalogue, say
from tests.panels import load_panel
from tests.zylatron import at, numbers

PLANETS = at().box.galaxy.planets
RED, GREEN = PLANETS[0].colour, PLANETS[2].colour


def test_every_stack_shines_in_the_colour_of_who_commands_it():
    scene = at("red-star1 a29", "green-fighter1 c29", "green-warrior1 on green-fighter1").scene()
    assert scene["a29"] == Light(RED) and scene["c29"] == Light(GREEN)
    taken = at("green-fighter1 c29", commands=(Seat(0), CHANCE, Seat(0), CHANCE)).scene()
    assert taken["c29"] == Light(RED)


def test_a_piece_out_of_action_is_dull():
    position = at("red-star1 a29")
    hurt = replace(position, damaged=numbers(position, "red-star1"))
    assert hurt.scene()["a29"] == Light(dimmed(RED, DULL))


def test_factories_shine_faintly_while_they_work():
    position = at()
    hurt = replace(position, works=(Works.DAMAGED, Works.DESTROYED, *position.works[2:]))
    scene = hurt.scene()
    assert scene["b26"] == DAMAGED and "i21" not in scene
    assert scene["l17"] == Light(dimmed(RED, FAINT)) and scene["y4"] == Light(dimmed(GREEN, FAINT))
    assert "y26" not in scene


def test_z14_z16_what_does_not_serve_is_told_of_every_piece_and_factory():
    assert at("red-star1 a29").conditions() == {}
    position = at("red-star1 a29", "red-warrior1 on red-star1")
    works = (Works.DAMAGED, Works.DESTROYED, *position.works[2:])
    hurt = replace(position, damaged=numbers(position, "red-warrior1"), works=works)
    told = {name: say(one) for name, one in hurt.conditions().items()}
    assert told.keys() == {"red-warrior1", "b26", "i21"}
    assert "Z14" in told["red-warrior1"] and "Z16" in told["b26"] and "rebuilt" in told["i21"]


def test_headquarters_tell_who_holds_them():
    assert at().scene()["n15"] == NEUTRAL
    scene = at(card=Seat(1), holders=(Seat(0), CHANCE, Seat(0), CHANCE)).scene()
    assert scene["n15"] == Light(dimmed(GREEN, FAINT)) and scene["x5"] == Light(dimmed(RED, FAINT))


def test_what_all_may_count_is_told_of_every_side_and_of_the_cards():
    position = at("red-star1 a29", "red-warrior1 on red-star1", card=Seat(1), bank="red-missile1")
    hurt = replace(position, works=(Works.DAMAGED, *position.works[1:]), pile=("HIT.1",))
    told = {seat: [say(one) for one in hurt.tallies(seat)] for seat in (0, 1, CHANCE)}
    assert told == {
        0: ["pieces: 2", "working factories: 2"],
        1: ["pieces: 0", "working factories: 3", "the Zylon Card"],
        CHANCE: ["Strike Cards: 1"],
    }


def test_steady_light_is_information():
    assert {light.glow for light in GAME.start(Setting(4)).scene().values()} == {Glow.STEADY}


def test_every_sentence_of_the_game_is_in_the_catalogue():
    words = catalogue()
    assert {option.words for option in OPTIONS.values()} <= words.keys()
    told = [value for value in vars(reasons).values() if isinstance(value, Refusal)]
    told.append(reasons.in_the_way([0]))
    assert len(told) >= 50 and {refusal.words for refusal in told} <= words.keys()
    assert {f"zylatron.{phase.value}" for phase in Phase} | {"zylatron.bereft"} <= words.keys()


def test_every_rule_is_written_down_under_its_number():
    written = re.findall(r"^\*\*Z(\d+)\.\*\*", GAME.rules.read_text(), re.M)
    assert [int(number) for number in written] == list(range(1, 24))


def test_the_board_is_drawn_point_by_point():
    drawing = GAME.drawing(GAME.start(Setting(2)))
    assert [cell.site for cell in drawing.cells] == list(SITES)
    assert len(drawing.tokens) == 30, "the fleets of those who play"
    assert len({token.points for token in drawing.tokens}) == len(Kind)
    assert all(abs(x) <= 0.5 and abs(y) <= 0.5 for t in drawing.tokens for x, y in t.points)
    kinds = {printed.kind for printed in drawing.prints}
    assert kinds == {"planet", "moon", "zylon", "mark", "factory", "headquarters"}
    width, height = drawing.size
    assert all(0 < x < width and 0 < y < height for x, y in (c.centre for c in drawing.cells))
    assert not any("zylatron." in printed.title for printed in drawing.prints)


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_panel_feels_and_lights_every_point_and_key(seats):
    wiring = load_panel("zylatron")
    position = GAME.start(Setting(seats))
    assert {*SITES, *KEYS.values(), STRIKE} <= wiring.senses.keys() & wiring.chain.keys()
    assert position.layout().keys() | position.scene().keys() <= wiring.senses.keys()
