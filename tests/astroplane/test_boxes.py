"""What is in the box, and every way to get it wrong."""

import msgspec
import pytest
from hypothesis import given

from controller.errors import BadBox
from controller.game import Setting
from controller.games.astroplane import GAME
from controller.games.astroplane.board import CENTRE
from controller.games.astroplane.box import Box
from controller.games.astroplane.files import HERE, load_box
from tests.boxes import Files, any_file

NAMES = ("board.toml", "fleets.toml", "match.toml")
FILES = Files(HERE, NAMES, load_box)
OWN, changed, loaded = FILES.own, FILES.changed, FILES.loaded


def test_the_own_box_is_complete():
    box = load_box(None)
    assert len(box.corners) == len(box.hyperspace) == len(box.fleets) == 4
    assert (box.first, box.total) == (1, 40)
    assert len(box.chart.sites) == 360 and len(box.chart.ordinary) == 72
    assert all("provenance" in text for text in OWN.values())
    assert all('provenance = "reconstruction"' in OWN[name] for name in NAMES[:2])


def test_the_own_board_is_the_same_from_all_four_sides():
    box = load_box(None)
    turned = {turn(site) for site in box.hyperspace}
    assert turned == set(box.hyperspace)
    assert {turn(site) for site in CENTRE} == set(CENTRE)
    assert {turn(site): turn(aim) for site, aim in box.chart.firing.items()} == box.chart.firing
    ends = {frozenset(pair) for pair in box.chart.partners.items()}
    assert {frozenset(map(turn, pair)) for pair in ends} == ends
    assert {turn(site) for site in box.chart.starts} == box.chart.starts


def turn(site):
    """Return the site that the next player clockwise has in the same place."""
    column, row, apex = "abcdefghijklmno".index(site[0]), int(site[1:].rstrip("nesw")), site[-1]
    ahead = {"n": "e", "e": "s", "s": "w", "w": "n"}.get(apex, "")
    return f"{'abcdefghijklmno'[row - 1]}{15 - column}{ahead}"


def test_an_empty_folder_changes_nothing(tmp_path):
    assert load_box(tmp_path) == load_box(None)


def test_a_file_in_the_folder_replaces_the_games_own(tmp_path):
    box = loaded(tmp_path, changed("board.toml", '"h1n", "a8e"', '"f1n", "a8e"'))
    assert box.hyperspace[0] == "f1n" and box.fleets == load_box(None).fleets
    position = GAME.start(Setting(2, box=tmp_path))
    assert "f1n" in position.scene() and "f1n" in box.chart.flights[0]["f3s"].moves


def test_a_box_comes_back_from_json():
    box = load_box(None)
    assert msgspec.json.decode(msgspec.json.encode(box), type=Box) == box


def test_there_must_be_a_folder(tmp_path):
    with pytest.raises(BadBox, match="no folder"):
        load_box(tmp_path / "nowhere")


WRONG = {
    "an aim off the centre": (
        changed("board.toml", '["n1n", "h9s"]', '["n1n", "h5s"]'),
        "line 12.*aimed",
    ),
    "a wormhole in the centre": (
        changed("board.toml", '"n3", "m2"', '"h9", "m2"'),
        "'n1n'.*behind",
    ),
    "hyperspace inside": (changed("board.toml", '"h1n", "a8e"', '"h3n", "a8e"'), "line 7.*'h3n'"),
    "hyperspace pointing out": (changed("board.toml", '"h1n", "a8e"', '"h1s", "a8e"'), "'h1s'"),
    "one hyperspace": (
        changed("board.toml", '"h1n", "a8e", "h15s", "o8w"', '"h1n"'),
        "two places or more",
    ),
    "a wormhole nowhere": (changed("board.toml", '"n3", "m2"', '"n4", "m2"'), "line 11.*'n4'"),
    "a wormhole too short": (changed("board.toml", '"n3", "m2"', '"n3"'), "line 10.*wormhole"),
    "a firing position inside": (changed("board.toml", '"n1n"', '"n5n"'), "'n5n'"),
    "a firing position elsewhere": (changed("board.toml", '"n1n"', '"j1n"'), "behind its wormhole"),
    "hyperspace in a start area": (
        changed("board.toml", '"h1n", "a8e"', '"d1n", "a8e"'),
        "'d1' is two",
    ),
    "a start area in hyperspace": (changed("fleets.toml", '"d1n"', '"h1n"'), "'h1' is two"),
    "a start area inside": (changed("fleets.toml", '"d1n"', '"d3n"'), "line 8.*start area"),
    "a start area twice": (changed("fleets.toml", '"l1n"', '"d1n"'), "'d1' is two"),
    "a reserve inside": (changed("fleets.toml", '"o1"', '"o3"'), "line 9.*'o3'"),
    "a reserve twice": (changed("fleets.toml", '"o1"', '"a1"'), "two fleets have the reserve"),
    "a name twice": (
        changed("fleets.toml", '"west"', '"south"'),
        "line 12.*two fleets have the name",
    ),
    "a name with a number": (changed("fleets.toml", '"west"', '"west1"'), "line 11.*name"),
    "a colour twice": (changed("fleets.toml", "0, 60, 255", "255, 60, 0"), "the colour"),
    "a colour too bright": (changed("fleets.toml", "0, 60, 255", "0, 60, 256"), "line 11.*colour"),
    "three fleets": ({"fleets.toml": OWN["fleets.toml"].rpartition("[[fleets]]")[0]}, "3 fleets"),
    "nobody begins": (changed("match.toml", "first = 1", "first = 0"), "first"),
    "a fifth begins": (changed("match.toml", "first = 1", "first = 5"), "first"),
    "no total": (changed("match.toml", "total = 40", ""), "total"),
    "a total of nothing": (changed("match.toml", "total = 40", "total = 0"), "total"),
    "a total in words": (changed("match.toml", "total = 40", 'total = "many"'), "total"),
    "an unknown field": (changed("match.toml", "total = 40", "total = 40\nbonus = 3"), "bonus"),
    "no text": ({"board.toml": b"\xff\xfe\x00"}, "cannot be read as text"),
    "no toml": ({"board.toml": "[[corners]\n"}, "line 1"),
    "nothing": ({"board.toml": ""}, "hyperspace"),
}


@pytest.mark.parametrize("files, reason", WRONG.values(), ids=WRONG)
def test_a_bad_file_is_named_with_its_reason_in_one_sentence(tmp_path, files, reason):
    FILES.refused(tmp_path, files, reason)


def test_a_folder_in_a_files_place_is_bad_too(tmp_path):
    FILES.a_folder_is_refused(tmp_path)


@any_file
@given(FILES.spoilt('"d1n"', '""'))
def test_any_file_is_either_played_or_refused_in_a_sentence(tmp_path_factory, file):
    box = FILES.read_or_refused(tmp_path_factory.mktemp("box"), file)
    assert box is None or (len(box.fleets) == 4 and box.chart.sites)
