"""What is in the box, and every way to get it wrong."""

import msgspec
import pytest
from hypothesis import given

from controller.errors import BadBox
from controller.games.astron.box import Box
from controller.games.astron.files import HERE, load_box
from tests.boxes import Files, any_file

FILES = Files(HERE, ("strip.txt", "deck.toml", "ships.toml"), load_box)
OWN, changed, loaded = FILES.own, FILES.changed, FILES.loaded
CARD = '[[cards]]\nheading = "forwards"\nvalue = 1\ncount = 40\n'


def test_the_own_box_is_complete():
    box = load_box(None)
    assert len(box.rows) == 66 and box.rows[0] == "E" * 10 and box.rows[58] == ".R..88..R."
    assert (box.lowest, box.highest, box.danger) == (0, 55, (-3, 69))
    assert len(box.deck) == len(set(box.deck)) == 60
    assert {"F2.7", "B3.4", "S4.3", "U+2.3", "U+3.1", "U-2.2"} <= set(box.deck)
    assert [ship.takeoff for ship in box.ships] == ["b1", "c1", "d1", "f1", "g1", "h1"]
    assert "reconstruction" in OWN["strip.txt"]
    assert all('provenance = "reconstruction"' in OWN[name] for name in ("deck.toml", "ships.toml"))


def test_an_empty_folder_changes_nothing(tmp_path):
    assert load_box(tmp_path) == load_box(None)


def test_a_file_in_the_folder_replaces_the_games_own(tmp_path):
    box = loaded(tmp_path, {"deck.toml": CARD})
    assert len(box.deck) == 40 and box.rows == load_box(None).rows


def test_a_box_comes_back_from_json():
    box = load_box(None)
    assert msgspec.json.decode(msgspec.json.encode(box), type=Box) == box


def test_there_must_be_a_folder(tmp_path):
    with pytest.raises(BadBox, match="no folder"):
        load_box(tmp_path / "nowhere")


WRONG = {
    "a row too short": (changed("strip.txt", "62 ...RRRR...", "62 ...RRRR.."), "line 20.*9 cells"),
    "a row too long": (changed("strip.txt", "62 ...RRRR...", "62 ...RRRR...."), "11 cells"),
    "an unknown letter": (changed("strip.txt", "62 ...RRRR...", "62 ...RRxR..."), "letter 'x'"),
    "no row number": (changed("strip.txt", "62 ...", "xx ..."), "number, not with 'xx'"),
    "a row missing": (changed("strip.txt", "62 ...RRRR...\n", ""), "row 62 is missing"),
    "a row twice": (
        changed("strip.txt", "62 ...RRRR...", "63 .........."),
        "row 63 is there twice",
    ),
    "a row out of order": (changed("strip.txt", "62 ...RRRR...", "80 .........."), "out of order"),
    "no end": (changed("strip.txt", "\n 0 EEEEEEEEEE", ""), "down to row 0"),
    "nothing": ({"strip.txt": ""}, "down to row 0"),
    "station 5 gone": (changed("strip.txt", "NN5NN", "NNNNN"), "station 5 is nowhere"),
    "station 8 split": (changed("strip.txt", "..88..", ".8..8."), "station 8 do not lie side"),
    "station 1 in two rows": (
        changed("strip.txt", " 8 ..........", " 8 .......1.."),
        "line 74.*station 1 do not",
    ),
    "no highest": (changed("strip.txt", "highest = 55\n", ""), "'highest = ...' is missing"),
    "highest twice": (changed("strip.txt", "highest = 55", "highest = 5\nhighest = 55"), "twice"),
    "an unknown limit": (changed("strip.txt", "highest =", "tallest ="), "'tallest' is unknown"),
    "a limit in words": (changed("strip.txt", "= 55", "= many"), "whole number"),
    "one danger row": (changed("strip.txt", "-3 69", "69"), "2 whole number"),
    "lowest above highest": (changed("strip.txt", "lowest = 0", "lowest = 60"), "cannot run"),
    "lowest below zero": (changed("strip.txt", "lowest = 0", "lowest = -1"), "cannot run"),
    "highest off the map": (changed("strip.txt", "= 55", "= 66"), "no printed row"),
    "far danger in sight": (changed("strip.txt", "-3 69", "-3 66"), "danger row"),
    "near danger in sight": (changed("strip.txt", "-3 69", "0 69"), "danger row"),
    "highest beyond danger": (changed("strip.txt", "= 55", "= 60"), "danger row"),
    "a station never seen": (changed("strip.txt", "= 55", "= 40"), "station 8 never"),
    "no text": ({"strip.txt": b"\xff\xfe\x00"}, "cannot be read as text"),
    "no text in toml": ({"deck.toml": b"\xff\xfe\x00"}, "cannot be read as text"),
    "no toml": ({"deck.toml": "[[cards]\n"}, "line 1"),
    "no cards": ({"deck.toml": ""}, "cards"),
    "an empty deck": ({"deck.toml": "cards = []"}, "forwards"),
    "no way forwards": ({"deck.toml": CARD.replace("forwards", "backwards")}, "forwards"),
    "a small deck": ({"deck.toml": CARD.replace("40", "35")}, "too few to deal six hands"),
    "an unknown heading": (changed("deck.toml", '"sideways"', '"up"'), "line 39.*'up'"),
    "a heading of the wrong type": (changed("deck.toml", '"sideways"', "4"), "line 39"),
    "a value in words": (changed("deck.toml", "value = 4", 'value = "4"'), "line 19.*value"),
    "a value left out": (changed("deck.toml", "value = 4\n", ""), "value"),
    "a value of nothing": (changed("deck.toml", "value = 4", "value = 0"), "by 0"),
    "a value below zero": (changed("deck.toml", "value = 4", "value = -4"), "forwards by -4"),
    "a value beyond the board": (changed("deck.toml", "value = 4", "value = 12"), "value"),
    "a count below one": (changed("deck.toml", "count = 7", "count = 0"), "count"),
    "a count below zero": (changed("deck.toml", "count = 7", "count = -7"), "count"),
    "a far upheaval": (changed("deck.toml", "value = -2", "value = -6"), "value"),
    "a farther upheaval": (
        {"deck.toml": CARD + CARD.replace("forwards", "base").replace("= 1\n", "= 6\n")},
        "base by 6",
    ),
    "a card twice": ({"deck.toml": CARD + CARD}, "F1 has two entries"),
    "an endless game": (
        {"deck.toml": CARD + CARD.replace("forwards", "base").replace("= 1\n", "= -1\n")},
        "back faster",
    ),
    "an unknown field": ({"deck.toml": CARD + "colour = 1\n"}, "colour"),
    "five ships": ({"ships.toml": OWN["ships.toml"].rpartition("[[ships]]")[0]}, "5 ships"),
    "take-off twice": (changed("ships.toml", '"c1"', '"b1"'), "two ships have the takeoff 'b1'"),
    "take-off nowhere": (changed("ships.toml", '"c1"', '"k1"'), "'k1', which is no cell"),
    "a name twice": (changed("ships.toml", '"ship2"', '"ship1"'), "two ships have the name"),
    "a colour too bright": (changed("ships.toml", "255, 0, 0", "256, 0, 0"), "colour"),
    "a colour too short": (changed("ships.toml", "255, 0, 0", "255, 0"), "colour"),
    "no ships": ({"ships.toml": ""}, "ships"),
}


@pytest.mark.parametrize("files, reason", WRONG.values(), ids=WRONG)
def test_a_bad_file_is_named_with_its_reason_in_one_sentence(tmp_path, files, reason):
    FILES.refused(tmp_path, files, reason)


def test_a_folder_in_a_files_place_is_bad_too(tmp_path):
    FILES.a_folder_is_refused(tmp_path)


@any_file
@given(FILES.spoilt("8", "8 8"))
def test_any_file_is_either_played_or_refused_in_a_sentence(tmp_path_factory, file):
    box = FILES.read_or_refused(tmp_path_factory.mktemp("box"), file)
    assert box is None or (len(box.deck) >= 36 and len(box.ships) == 6)
