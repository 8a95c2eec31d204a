"""What the lights of Astroplane say before a hand moves, and how its board is drawn."""

from controller.game import Setting
from controller.games.astroplane import GAME, reasons
from controller.games.astroplane.files import own_box
from controller.games.astroplane.rules import OPTIONS, start
from controller.games.astroplane.scene import ARMED, DANGER, GATE, LOADED, PRIZE
from controller.scene import Glow
from controller.values import Refusal
from controller.words import catalogue, say
from tests.astroplane import at, play


def test_every_stack_shines_in_the_colour_of_its_top_craft():
    scene = at("d3n=1 f5e=12").scene()
    south, _, north, _ = own_box().fleets
    assert scene["d3n"].colour == south.colour and scene["f5e"].colour == north.colour


def test_steady_light_is_information():
    assert {light.glow for light in start(Setting(4)).scene().values()} == {Glow.STEADY}


def test_the_centre_and_hyperspace_shine_until_somebody_is_there():
    scene = at("h9s=1").scene()
    assert scene["h7n"] == PRIZE and scene["h9s"] != PRIZE and scene["h1n"] == GATE


def test_a_loaded_anomaly_and_an_armed_one():
    assert at("n1n=1").scene()["o2w"] == LOADED
    assert at("n1n=1 m2e=1").scene()["o2w"] == ARMED
    assert at("n1n=1 m2e=2").scene()["o2w"] == LOADED
    assert at("n1n=1 m2n=1").scene()["o2w"] == LOADED, "it does not point there"
    assert "o2w" not in at("n3s=1").scene()


def test_where_a_foreign_square_could_strike_is_a_danger_to_who_is_on_turn():
    board = "c4n=2 c4s=2 f7e=1"
    assert at(board).scene()["f7w"] == DANGER
    assert "f7w" not in at(board, turn=2).scene()
    assert (
        "f7w" not in at(board + " d5n=1").scene() and at(board + " d5n=1").scene()["d5s"] == DANGER
    )


def test_every_sentence_of_the_game_is_in_the_catalogue():
    words = catalogue()
    assert {option.words for option in OPTIONS.values()} <= words.keys()
    assert set(refusal_keys()) <= words.keys()


def refusal_keys():
    yield from (value.words for value in vars(reasons).values() if isinstance(value, Refusal))
    named = (reasons.overlaps, reasons.own_stack, reasons.no_square_here, reasons.in_the_way)
    for reason in (*named, reasons.impenetrable, reasons.mixed):
        yield reason("d3n").words
    yield reasons.side_by_side(at("d3n=1")).words


def test_every_request_is_a_whole_sentence():
    cross = play(at("h3s=1"), "1 flies h3s-h1n")
    back = play(at("d3n=1 d5e=2"), "1 flies d3n-d5w")
    kill = play(at("c4n=1 c4s=1 f7e=22"), "1 kills f7e")
    slide = play(kill, "1 kills f7e")
    free = play(at("n5s=1"), "1 flies n5s-n3w", "1 flies d1n-d3n")
    leave = play(at("e2s=2", seats=3, home="13"), "1 flies d1n-d3n", "1 done")
    begun = play(at("d3n=1"), "1 flies d3n-d5n")
    over = play(at("", home="1"), "1 flies d1n-d3n", "1 done")
    again = play(at("", home="1", match=True), "1 flies d1n-d3n", "1 done")
    moments = (at("d3n=1"), cross, back, kill, slide, free, leave, begun, over, again)
    said = [say(moment.asks()) for moment in moments]
    assert len(set(said)) == len(said)
    assert all(" " in sentence and "{" not in sentence for sentence in said)


def test_the_board_is_drawn_with_every_site_and_every_craft():
    position = start(Setting(3))
    drawing = GAME.drawing(position)
    assert {cell.site for cell in drawing.cells} == set(position.box.chart.sites)
    assert len(drawing.tokens) == 30 and {token.seat for token in drawing.tokens} == {0, 1, 2}
    width, height = drawing.size
    for cell in drawing.cells:
        assert 0 <= cell.centre[0] <= width and 0 <= cell.centre[1] <= height
    centres = [cell.centre for cell in drawing.cells]
    assert len(set(centres)) == len(centres)
    assert all("{" not in print.title for print in drawing.prints)


def test_arrows_lead_from_every_start_area_to_the_three_corners_of_its_entry_space():
    prints = GAME.drawing(start(Setting(4))).prints
    entries = [one for one in prints if one.kind == "entry"]
    assert len(entries) == 8
    for entry in entries:
        tails, tips = set(entry.places[::2]), set(entry.places[1::2])
        assert len(tails) == 1 and len(tips) == 3


def test_eight_small_arrows_lead_into_the_central_spaces():
    prints = GAME.drawing(start(Setting(2))).prints
    assert sum(len(one.places) // 2 for one in prints if one.kind == "access") == 8
