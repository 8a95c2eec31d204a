"""What is in the box, and every way to get it wrong."""

import msgspec
import pytest
from hypothesis import given

from controller.errors import BadBox
from controller.game import Setting
from controller.games.zylatron import GAME
from controller.games.zylatron.board import NEIGHBOURS, POINTS, SITES, ball, bits, distance
from controller.games.zylatron.box import Box
from controller.games.zylatron.files import BOXES, HERE, own_box, read_box
from controller.games.zylatron.sheet import Kind
from tests.boxes import Files, any_file

NAMES = ("galaxy.toml", "sheet.toml", "strikes.toml")
FILES = Files(HERE, NAMES, read_box)
OWN, changed, loaded = FILES.own, FILES.changed, FILES.loaded


def test_the_own_box_is_complete():
    box = own_box()
    assert len(box.units) == 60 and len(box.factories) == 12 and len(box.deck) == 40
    assert sum(1 for _ in bits(box.land)) == 4 * 37 + 4 * 7 + 61
    assert box.lines[Kind.STAR].replace == 24 and box.lines[Kind.FIGHTER].short == 10
    assert all('provenance = "reconstruction"' in OWN[name] for name in NAMES)


def test_the_grid_has_769_points_and_distances_are_counted_along_it():
    assert len(SITES) == len(set(SITES)) == 769
    assert {count.bit_count() for count in NEIGHBOURS} == {2, 3, 4, 5, 6}
    for centre in ("n15", "a29", "aa1", "d25"):
        for radius in (1, 3, 8):
            near = {SITES[p] for p in bits(ball(POINTS[centre], radius))}
            assert near == {s for s in SITES if distance(POINTS[centre], POINTS[s]) <= radius}


def test_every_corner_mirrors_the_first():
    marks = [
        [sorted(map(POINTS.get, p.marks.of(k))) for k in Kind] for p in own_box().galaxy.planets
    ]
    spots = [[[distance(0, a) for a in kind] for kind in planet] for planet in marks]
    assert all(len(kind) == len(spots[0][n]) for planet in spots for n, kind in enumerate(planet))
    for planet, corner in zip(own_box().galaxy.planets, ("a29", "aa29", "aa1", "a1"), strict=True):
        assert distance(POINTS[planet.headquarters], POINTS[corner]) == 5


def test_an_empty_folder_changes_nothing(tmp_path):
    assert read_box(tmp_path) == own_box()


def test_a_file_in_the_folder_replaces_the_games_own(tmp_path):
    files = changed("sheet.toml", "money = 10", "money = 25")
    loaded(tmp_path, files)
    assert GAME.start(Setting(3, box=tmp_path)).money == (25, 25, 25)


def test_a_box_comes_back_from_json():
    box = own_box()
    assert msgspec.json.decode(msgspec.json.encode(box), type=Box) == box


def test_there_must_be_a_folder(tmp_path):
    with pytest.raises(BadBox, match="no folder"):
        BOXES.load(tmp_path / "nowhere")


G, S, K = NAMES
WRONG = {
    "no text": ({G: b"\xff\xfe\x00"}, "cannot be read as text"),
    "no toml": ({S: "[star\n"}, "line 1"),
    "nothing": ({G: ""}, "zylon"),
    "three planets": ({G: OWN[G].rpartition("[[planets]]")[0]}, "3 planets instead of 4"),
    "a point nowhere": (changed(G, 'star = ["h25"', 'star = ["h35"'), "'h35' is no point"),
    "a point off a short row": (changed(G, '"c26", "d26"', '"aa26", "d26"'), "'aa26' is no point"),
    "a mark twice": (changed(G, '"c26", "d26"', '"c26", "c26"'), "the mark 'c26' is there twice"),
    "a mark too few": (changed(G, '"c26", "d26", ', '"c26", '), "red has 3 fighter marks, not 4"),
    "a star on land": (changed(G, 'star = ["h25"', 'star = ["f25"'), "star cannot stand on f25"),
    "a warrior in space": (changed(G, '"c24", "d24"]', '"c24", "n29"]'), "warrior cannot stand"),
    "four factories": (changed(G, '["b26", ', '["b26", "c25", '), "red has 4 factories, not 3"),
    "a factory twice": (changed(G, '"l17"', '"p17"'), "the factory 'p17' is there twice"),
    "a name twice": (changed(G, '"blue"', '"red"'), "the name 'red' is there twice"),
    "a name with a dash": (changed(G, '"blue"', '"light-blue"'), "line 6.*name"),
    "headquarters in space": (changed(G, 'quarters = "d25"', 'quarters = "n29"'), "not on land"),
    "headquarters twice": (
        changed(G, 'quarters = "x25"', 'quarters = "d25"'),
        "'d25' is there twice",
    ),
    "zylon in space": (changed(G, 'zylon = "n15"', 'zylon = "n29"'), "Zylon are not on land"),
    "an unknown land": (changed(G, 'kind = "moon"', 'kind = "sun"'), "not 'sun'"),
    "a land too large": (changed(G, "radius = 3", "radius = 30"), r"line 10.*radius"),
    "a colour too bright": (changed(G, "255, 0, 0", "256, 0, 0"), "colour"),
    "an unknown field": (changed(G, "zylon =", "zylom ="), "zylom"),
    "a price in words": (changed(S, "replace = 24", 'replace = "24"'), r"line 11.*star.replace"),
    "a price below zero": (changed(S, "replace = 24", "replace = -1"), "replace"),
    "no line for missiles": ({S: OWN[S].partition("[missile]")[0]}, "missile"),
    "a warrior with a bay": (
        changed(S, "laser = 2\n", "laser = 2\nbays = 1\n"),
        "warrior cannot have",
    ),
    "a star without bays": (changed(S, "bays = 3\n", ""), "star cannot have 0 bays"),
    "a fighter with two bays": (changed(S, "bays = 1\n", "bays = 2\n"), "one bay"),
    "a star that stands": (changed(S, "move = 6", "move = 0"), "cannot move 0 steps"),
    "a warrior that swims": (changed(S, '"land"', '"both"'), "cannot move 4 steps over both"),
    "a star that drives": (changed(S, '"space"', '"both"'), "stays in space"),
    "unknown ground": (changed(S, '"space"', '"water"'), "water"),
    "no hit": (changed(K, "hit = 14", "hit = 0"), "no card is a HIT"),
    "a count below zero": (changed(K, "miss = 16", "miss = -1"), "miss"),
    "a count left out": (changed(K, "miss = 16\n", ""), "miss"),
}


@pytest.mark.parametrize("files, reason", WRONG.values(), ids=WRONG)
def test_a_bad_file_is_named_with_its_reason_in_one_sentence(tmp_path, files, reason):
    FILES.refused(tmp_path, files, reason)


def test_a_folder_in_a_files_place_is_bad_too(tmp_path):
    FILES.a_folder_is_refused(tmp_path)


@any_file
@given(FILES.spoilt("8", "a1"))
def test_any_file_is_either_played_or_refused_in_a_sentence(tmp_path_factory, file):
    box = FILES.read_or_refused(tmp_path_factory.mktemp("box"), file, HERE)
    assert box is None or (len(box.factories) == 12 and len(box.deck) >= 1)
