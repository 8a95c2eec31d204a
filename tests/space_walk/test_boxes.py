"""What is in the box, and every way to get it wrong."""

import msgspec
import pytest
from hypothesis import given

from controller.errors import BadBox
from controller.game import Setting
from controller.games.space_walk import GAME
from controller.games.space_walk.box import Box
from controller.games.space_walk.files import HERE, load_box
from tests.boxes import Files, any_file

FILES = Files(HERE, ("board.toml", "fleets.toml"), load_box)
OWN, changed, loaded = FILES.own, FILES.changed, FILES.loaded


def test_the_own_box_is_complete():
    box = load_box(None)
    assert (len(box.small), len(box.large)) == (14, 21)
    assert len({*box.small, *box.large}) == 27
    assert [box.large.index(hole) for hole in ("h1", "h2", "h3")] == [0, 7, 14]
    assert [livery.name for livery in box.fleets] == ["green", "red", "grey", "blue", "white"]
    assert len({livery.colour for livery in box.fleets}) == 5
    assert 'provenance = "reconstruction"' in OWN["board.toml"]
    assert "provenance = " in OWN["fleets.toml"]


def test_an_empty_folder_changes_nothing(tmp_path):
    assert load_box(tmp_path) == load_box(None)


def test_a_file_in_the_folder_replaces_the_games_own(tmp_path):
    small = "h2 o8 o9 o10 o11 o12 o13 h3 i1 i2 i3 i4 i5 i6"
    box = loaded(
        tmp_path, changed("board.toml", "h1 o1 o2 o3 o4 o5 o6 h2 i1 i2 i3 i4 i5 i6", small)
    )
    assert box.fleets == load_box(None).fleets
    position = GAME.start(Setting(2, box=tmp_path))
    assert position.terms.chart.ahead["h3"] == "i1" and position.terms.chart.holes == {"h2", "h3"}
    assert {move.field for move in position.moves()} == set(small.split()) - {"h2", "h3"}


def test_ships_are_called_as_the_box_calls_them(tmp_path):
    loaded(tmp_path, changed("fleets.toml", '"green"', '"pink"'))
    assert "pink.large.1" in GAME.pieces(GAME.start(Setting(2, box=tmp_path)))


def test_a_box_comes_back_from_json():
    box = load_box(None)
    assert msgspec.json.decode(msgspec.json.encode(box), type=Box) == box


def test_there_must_be_a_folder(tmp_path):
    with pytest.raises(BadBox, match="no folder"):
        load_box(tmp_path / "nowhere")


FIVE = OWN["fleets.toml"]

WRONG = {
    "an unknown field": (
        changed("board.toml", "h1 o1 o2", "h1 o1 o7"),
        "line 6.*unknown field 'o7'",
    ),
    "a field twice": (changed("board.toml", "h1 o1 o2", "h1 o1 o1"), "line 6.*comes to o1 twice"),
    "no hole": (
        changed("board.toml", "h1 o1 o2 o3 o4 o5 o6 h2 i1", "o1 o2 o3 o4 o5 o6 i1"),
        "no black",
    ),
    "few planets": (
        changed("board.toml", "o8 o9 o10 o11", ""),
        "line 8.*14 planets, too few for 5",
    ),
    "fewer planets": (
        {"board.toml": OWN["board.toml"].replace("o1 o2 o3 o4 o5 o6 h2 i1 i2", "")},
        "line 6.*4 planets, too few for 2",
    ),
    "no small orbit": (changed("board.toml", "small =", "tiny ="), "tiny|small"),
    "an orbit of numbers": (changed("board.toml", "large =", "large = 3 #"), "line|large"),
    "no board": ({"board.toml": ""}, "small"),
    "no text": ({"board.toml": b"\xff\xfe\x00"}, "cannot be read as text"),
    "no toml": ({"fleets.toml": "[[fleets]\n"}, "line 1"),
    "no fleets": ({"fleets.toml": ""}, "fleets"),
    "four fleets": ({"fleets.toml": FIVE.rpartition("[[fleets]]")[0]}, "4 fleets instead of 5"),
    "a name twice": (changed("fleets.toml", '"red"', '"green"'), "line 10.*two fleets are called"),
    "a name with a dot": (changed("fleets.toml", '"red"', '"re.d"'), "line 9.*name"),
    "no name": (changed("fleets.toml", '"red"', '""'), "line 9.*name"),
    "a colour too bright": (
        changed("fleets.toml", "[255, 30, 0]", "[256, 0, 0]"),
        "line 9.*colour",
    ),
    "a colour too short": (changed("fleets.toml", "[255, 30, 0]", "[255, 0]"), "line 9.*colour"),
    "an unknown entry": (changed("fleets.toml", "colour = [255", "hue = 1\ncolour = [255"), "hue"),
}


@pytest.mark.parametrize("files, reason", WRONG.values(), ids=WRONG)
def test_a_bad_file_is_named_with_its_reason_in_one_sentence(tmp_path, files, reason):
    FILES.refused(tmp_path, files, reason)


def test_a_folder_in_a_files_place_is_bad_too(tmp_path):
    FILES.a_folder_is_refused(tmp_path)


@any_file
@given(FILES.spoilt("h1", "o1 o2"))
def test_any_file_is_either_played_or_refused_in_a_sentence(tmp_path_factory, file):
    box = FILES.read_or_refused(tmp_path_factory.mktemp("box"), file)
    assert box is None or (len(box.small) > 6 and len(box.large) > 15 and len(box.fleets) == 5)
