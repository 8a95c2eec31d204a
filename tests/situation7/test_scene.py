"""What the lights of Situation 7 say before a hand moves, and how its board is drawn."""

from math import hypot
from random import Random

import pytest

from controller.game import Setting, why
from controller.games.situation7 import GAME, refusals
from controller.games.situation7.files import own_box
from controller.games.situation7.moves import Equipment, Lay, parse
from controller.games.situation7.rules import start
from controller.games.situation7.scene import COMPLETE, COVERED, GUARDED, MANNED, READY
from controller.scene import Glow, Light, dimmed
from controller.values import Refusal
from controller.words import catalogue, say
from tests.situation7 import BASES, at, play, side

YELLOW, GREEN = (side.light for side in own_box().sides)
BORDER = "F1 F2 F3 F4 E3 E4"


def lit(colour, share):
    return Light(dimmed(colour, share))


def test_the_board_is_dark_before_the_first_piece():
    assert start(Setting(2)).scene() == {} == at().scene()


def test_a_piece_shines_faintly_in_the_light_of_its_side():
    assert at("F0", "F12").scene() == {"F0": lit(YELLOW, COVERED), "F12": lit(GREEN, COVERED)}


def test_what_is_complete_shines_brighter():
    almost, whole = at("F0", "E7 E8 F7"), at("F0", "E7 E8 F7 F8")
    assert set(almost.scene().values()) == {lit(YELLOW, COVERED), lit(GREEN, COVERED)}
    base = {site: light for site, light in whole.scene().items() if site != "F0"}
    assert base == dict.fromkeys(("E7", "E8", "F7", "F8"), lit(GREEN, COMPLETE))


@pytest.mark.parametrize("spaces", ["A0 B0", "C1 C2", "E23 E0 F23 F0"])
def test_sectors_objects_and_planets_are_complete_alike(spaces):
    scene = at(spaces, "").scene()
    assert scene == dict.fromkeys(spaces.split(), lit(YELLOW, COMPLETE))


def test_a_circle_alone_is_nothing_to_complete():
    assert at("E1", "").scene() == {"E1": lit(YELLOW, COVERED)}


def test_guarded_spaces_shine_in_the_light_of_the_guard():
    scene = at(side("F1 F2", ["astronaut F2"]), "F12").scene()
    assert scene["F2"] == lit(YELLOW, MANNED)
    assert scene["F3"] == scene["E2"] == lit(YELLOW, GUARDED)
    assert scene["F1"] == lit(YELLOW, COVERED)


def test_a_space_that_both_guard_is_dark():
    yellow, green = side("F1 F2", ["astronaut F2"]), side("F12 F4", ["astronaut F4"])
    scene = at(yellow, green).scene()
    assert "F3" not in scene and scene["E2"] == lit(YELLOW, GUARDED)
    assert scene["E4"] == lit(GREEN, GUARDED)


def test_the_keys_say_what_each_side_has_said():
    assert play(start(Setting(2)), "1 is ready").scene() == {"key.ready1": lit(YELLOW, READY)}
    position = at(f"F0 {BASES['rocket'][0]}", f"F12 {BASES['astronaut'][1]}")
    position = play(position, "1 arms rocket", "2 arms astronaut")
    keys = {site: light for site, light in position.scene().items() if site.startswith("key.")}
    assert keys == {"key.rocket1": Light(YELLOW), "key.astronaut2": Light(GREEN)}
    assert play(position, "2 stops").scene()["key.stop2"] == Light(GREEN)


def test_at_the_end_the_count_is_shown_sector_by_sector():
    over = play(at("A0 B0 F0 C1 C2", "F12"), "1 stops", "2 stops")
    scene = over.scene()
    assert scene["A0"] == scene["B0"] == lit(YELLOW, 1.0)
    assert scene["C1"] == lit(YELLOW, COMPLETE)
    assert not scene.keys() & {"F0", "F12", "D9"}, "what is nobody's is dark"
    fields = {"one": 100, "other": 0, "one_sectors": 1, "other_sectors": 0}
    assert over.asks().fields == fields


def test_steady_light_is_information():
    scene = at(side(BORDER, ["astronaut F2"], armed=Equipment.ASTRONAUT), "F12").scene()
    assert {light.glow for light in scene.values()} == {Glow.STEADY}


@pytest.mark.parametrize(
    "line, words",
    [
        ("1 arms rocket", "situation7.rocket1"),
        ("2 arms satellite", "situation7.satellite2"),
        ("1 stops", "situation7.stopped1"),
    ],
)
def test_what_a_side_is_about_to_do_is_said(line, words):
    position = at(f"F0 {BASES['rocket'][0]}", f"F12 {BASES['satellite'][1]}")
    assert play(position, line).asks().key == words
    both = play(position, "1 arms rocket", "2 arms satellite")
    assert both.asks().key == "situation7.go"


def test_every_sentence_of_the_game_is_in_the_catalogue():
    words = catalogue()
    assert set(refusal_keys()) <= words.keys()
    asked = ("ready", "stopped", "rocket", "satellite", "astronaut")
    assert {f"situation7.{name}{n}" for name in asked for n in (1, 2)} <= words.keys()
    drawn = GAME.drawing(start(Setting(2)))
    titles = [*(token.title for token in drawn.tokens), *(it.title for it in drawn.prints)]
    assert not [title for title in titles if title.startswith("situation7.")]


def refusal_keys():
    yield from (value.words for value in vars(refusals).values() if isinstance(value, Refusal))
    yield from (one.words for one in (*refusals.LINE_OF, *refusals.SIDE_OF))
    yield from (make("F0").words for make in (refusals.occupied, refusals.one_each))
    yield from (make(frozenset()).words for make in (refusals.guarded_by, refusals.spoiled))
    generic = ("armed", "not-armed", "arm-first", "joined", "nobody-there", "base-first")
    yield from (refusals.about(kind, it).words for kind in Equipment for it in generic)
    yield refusals.about(Equipment.ROCKET, "none-left").words


def test_the_disc_is_drawn_with_yellow_in_the_south():
    drawn = GAME.drawing(start(Setting(2)))
    cells = {cell.site: cell for cell in drawn.cells}
    assert len(cells) == 96
    assert all(hypot(x - 5, y - 5) <= 5.001 for cell in cells.values() for x, y in cell.points)
    assert cells["F0"].centre[1] > 9 and cells["F12"].centre[1] < 1
    assert cells["D3"].centre[0] < 3 and cells["D12"].centre[0] > 7, "clockwise from the south"


def test_every_piece_has_a_token_of_its_own_shape():
    tokens = {token.name: token for token in GAME.drawing(start(Setting(2))).tokens}
    assert len(tokens) == 210
    assert tokens["F0y"].points == tokens["F0g"].points != tokens["E0y"].points
    assert tokens["F0y"].home == "F0" and tokens["rocket1y"].home is None
    kinds = {tokens[f"{kind.value}1y"].points for kind in Equipment}
    assert len(kinds) == 3
    assert all(abs(part) <= 0.5 for shape in kinds for point in shape for part in point)


def test_everything_worth_points_is_printed():
    prints = GAME.drawing(start(Setting(2))).prints
    kinds = [it.kind for it in prints]
    planets = {"home": 2, "planet": 4, "object": 4, "sun": 1, "circle": 12}
    counts = {"sector": 24, "line": 2, "base": 6, **planets}
    assert {kind: kinds.count(kind) for kind in kinds} == counts
    assert sorted(it.label for it in prints if it.kind == "circle")[-1] == "75"


def test_the_pieces_of_the_base_lines_and_no_others_have_a_red_border():
    drawing = GAME.drawing(start(Setting(2)))
    bordered = {token.home for token in drawing.tokens if token.border}
    lines = {space for side in own_box().sides for space in side.line.split()}
    assert bordered == lines
    assert sum(bool(token.border) for token in drawing.tokens) == 2 * len(lines)


def test_each_sides_home_planet_is_drawn_in_its_colour():
    prints = GAME.drawing(start(Setting(2))).prints
    assert [one.label for one in prints if one.kind == "home"] == ["yellow", "green"]
    assert [one.title for one in prints if one.kind == "home"] == [
        "yellow's home planet",
        "green's home planet",
    ]
    assert sum(one.kind == "planet" for one in prints) == 4


@pytest.mark.parametrize("kind", Equipment)
def test_a_base_that_was_covered_is_told_with_its_key_until_that_was_used(kind):
    for seat, name in enumerate(("Yellow", "Green")):
        pieces = [f"{BASES['line'][n]} {BASES[kind.value][n] if n == seat else ''}" for n in (0, 1)]
        told = say(at(*pieces).asks())
        assert f"{name}'s {kind.value} base is covered" in told
        assert catalogue()[f"situation7.key.{kind.value}{seat + 1}"] in told
        used = [side(it) for it in pieces]
        used[seat] = side(pieces[seat], [f"{kind.value} {BASES['line'][seat]}"])
        assert at(*used).asks().key == "situation7.go"


def test_s3_who_has_no_room_beside_his_own_is_told_so_and_what_is_left():
    told = set()
    for seed in range(4):
        luck, position = Random(seed), at("F0", "F12")
        while laying := [move for move in position.moves() if isinstance(move, Lay)]:
            room = {move.seat for move in laying}
            full = "situation7.full1" if 0 not in room else "situation7.full2"
            assert (position.asks().key == full) is (len(room) < 2)
            told.add(position.asks().key)
            position = position.after(luck.choice(laying))
    assert told & {"situation7.full1", "situation7.full2"}


def test_whoever_lays_on_the_other_side_is_told_whose_it_is():
    assert "Green's side" in say(why(at().refusal(parse("1 lays F12"))))
    assert "Yellow's side" in say(why(at("F0", "F12").refusal(parse("2 lays F1"))))
    assert "Green's side" in say(why(at("F0", "F12").refusal(parse("1 lays E12"))))
    assert at().refusal(parse("1 lays C3")) == refusals.BASE_LINE
    assert at("F0", "F12").refusal(parse("1 lays C3")) == refusals.NOT_JOINED
