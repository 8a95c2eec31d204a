"""What is in the box, and every way to get it wrong."""

import msgspec
import pytest
from hypothesis import given

from controller.errors import BadBox
from controller.game import Setting
from controller.games.situation7 import GAME
from controller.games.situation7.box import SEATS, Box, Thing
from controller.games.situation7.files import HERE, NAME, load_box
from controller.games.situation7.moves import Equipment
from tests.boxes import Files, any_file
from tests.situation7 import turned

FILES = Files(HERE, (NAME,), load_box)
OWN = FILES.own[NAME]


def changed(old, new):
    return FILES.changed(NAME, old, new)[NAME]


def loaded(folder, text):
    return FILES.loaded(folder, {NAME: text})


def opposite(names):
    return {turned(name) for name in names.split()}


def test_the_own_box_is_complete():
    box = load_box(None)
    assert [row.spaces for row in box.rows] == [8, 8, 16, 16, 24, 24]
    assert len(box.board.spaces) == 96 and len(box.sectors) == 24
    assert box.provenance == "reconstruction"


def test_everything_together_is_worth_3000():
    points = dict.fromkeys(Thing, 0)
    for prize in load_box(None).prizes:
        points[prize.thing] += prize.points
    assert sum(points.values()) == 3000
    assert points == {
        Thing.SECTOR: 1200,
        Thing.BASE: 300,
        Thing.PLANET: 600,
        Thing.OBJECT: 200,
        Thing.SUN: 200,
        Thing.CIRCLE: 500,
    }


def test_the_board_looks_the_same_from_both_sides():
    box = load_box(None)
    yellow, green = box.sides
    assert opposite(yellow.line) == {*green.line.split()}
    for kind in Equipment:
        assert opposite(yellow.base(kind)) == {*green.base(kind).split()}
    worth = {(it.thing, it.points, frozenset(it.spaces.split())) for it in box.worth}
    assert {(thing, points, frozenset(map(turned, on))) for thing, points, on in worth} == worth
    sectors = {frozenset(names.split()) for names in box.sectors}
    assert {frozenset(map(turned, sector)) for sector in sectors} == sectors


def test_an_empty_folder_changes_nothing(tmp_path):
    assert load_box(tmp_path) == load_box(None)


def test_a_file_in_the_folder_replaces_the_games_own(tmp_path):
    loaded(tmp_path, changed("sector_points = 50", "sector_points = 10"))
    position = GAME.start(Setting(2, box=tmp_path))
    assert sum(prize.points for prize in position.box.prizes) == 3000 - 24 * 40


def test_a_smaller_board_can_be_played_too(tmp_path):
    text = "\n".join(line for line in OWN.splitlines() if "circle" not in line)
    position = GAME.start(Setting(2, box=tmp_path if loaded(tmp_path, text) else None))
    for seat in SEATS:
        position = position.after(GAME.parse(f"{seat + 1} is ready"))
    assert position.moves() and GAME.drawing(position).prints and position.scene() == {}


def test_a_box_comes_back_from_json():
    box = load_box(None)
    assert msgspec.json.decode(msgspec.json.encode(box), type=Box) == box


def test_there_must_be_a_folder(tmp_path):
    with pytest.raises(BadBox, match="no folder"):
        load_box(tmp_path / "nowhere")


WRONG = {
    "no text": (b"\xff\xfe\x00", "cannot be read as text"),
    "no toml": ("[[rows]\n", "line 1"),
    "nothing": ("", "sector_points"),
    "no points": (changed("sector_points = 50", "sector_points = 0"), "sector_points"),
    "points in words": (changed("base_points = 50", 'base_points = "50"'), "base_points"),
    "an unknown field": (changed("base_points", 'colour = "red"\nbase_points'), "colour"),
    "an unknown thing": (changed('"sun"', '"moon"'), r"line 22.*'moon'"),
    "a thing worth nothing": (changed("points = 200", "points = 0"), "line 22.*points"),
    "a thing nowhere": (changed('"E23 E0 F23 F0"', '""'), "line 23.*spaces"),
    "a thing on blanks": (changed('"E23 E0 F23 F0"', '"   "'), "has no spaces"),
    "an unknown space": (changed('"C1 C2"', '"C1 C16"'), "line 29: C16 is no space"),
    "a space twice": (changed('"C1 C2"', '"C1 C1"'), "line 29: C1 is named twice"),
    "a circle of two": (changed('"B7" }', '"B6 B7" }'), "line 44: a circle"),
    "two things in one place": (changed('spaces = "E1"', 'spaces = "A3"'), "A3 belongs to two"),
    "a thing on a base": (changed('spaces = "E1"', 'spaces = "E3"'), "line .*: E3 belongs to two"),
    "a sector short": (changed('"A0 B0"', '"A0"'), "line 9: B0 lies in no sector"),
    "a space in two sectors": (changed('"A0 B0"', '"A0 B0 C0"'), "line 9: C0 lies in two sectors"),
    "no row": (
        OWN.partition("rows = [")[0] + "rows = []\n[[sides]]" + OWN.partition("[[sides]]")[2],
        "no row",
    ),
    "a row too many": (changed('name = "F"', 'name = "E"'), "row E is there twice"),
    "a row misnamed": (changed('name = "A"', 'name = "a"'), "line 49.*name"),
    "a row of two": (changed("spaces = 8", "spaces = 2"), "line 49.*spaces"),
    "a row beyond the disc": (changed("outer = 1.00", "outer = 1.2"), "line 54.*outer"),
    "a row without width": (changed("outer = 0.14", "outer = 0.0"), "line 49: row A has no width"),
    "a gap between rows": (changed("outer = 0.14", "outer = 0.1"), "line 50: row B does not begin"),
    "one side": (OWN.rpartition("[[sides]]")[0], "sides"),
    "three sides": (OWN + "[[sides]]" + OWN.rpartition("[[sides]]")[2], "sides"),
    "a side without a base": (changed('rocket = "E19 E20 F19 F20"\n', ""), "line 58.*rocket"),
    "sides alike": (changed('"green"', '"yolk"'), "begin with the same letter"),
    "a name that cannot be typed": (changed('"green"', '"Green 2"'), "line 70.*name"),
    "a colour too bright": (changed("[255, 170, 0]", "[256, 170, 0]"), "line 58.*light"),
    "a colour too short": (changed("[255, 170, 0]", "[255, 170]"), "line 58.*light"),
    "a clear colour too bright": (
        changed("clear = { light = [255", "clear = { light = [256"),
        "58.*clear",
    ),
    "a clear colour missing": (
        changed("clear = { light = [255, 170, 0], ", "clear = { "),
        "58.*light",
    ),
    "a colour name that cannot be typed": (changed('"purple"', '"Purple 2"'), "line 58.*called"),
    "a line for both": (changed('"F9 F10', '"F0 F9 F10'), "line .*: F0 lies on both base lines"),
}


@pytest.mark.parametrize("text, reason", WRONG.values(), ids=WRONG)
def test_a_bad_file_is_named_with_its_reason_in_one_sentence(tmp_path, text, reason):
    FILES.refused(tmp_path, {NAME: text}, reason)


def test_a_folder_in_a_files_place_is_bad_too(tmp_path):
    FILES.a_folder_is_refused(tmp_path)


@any_file
@given(FILES.spoilt("A0", " "))
def test_any_file_is_either_played_or_refused_in_a_sentence(tmp_path_factory, file):
    box = FILES.read_or_refused(tmp_path_factory.mktemp("box"), file)
    assert box is None or (box.board.spaces and len(box.lines) == 2 and box.prizes)
