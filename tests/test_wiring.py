"""A wiring file: what it says, and one sentence for each way to get it wrong."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.errors import BadWiring
from controller.games import SHELF
from controller.games.astron.files import own_box
from controller.values import Sense
from drivers.wiring import load_wiring
from tests.panels import EVERY, PANELS, load_panel

TEXT = PANELS["astron"].read_text()


def test_the_astron_panel():
    wiring = load_panel("astron")
    assert wiring.widths == (32, 32, 32, 32, 8)
    assert wiring.guarded == (True, True, True, True, False)
    assert wiring.channels[0] == "a1"
    assert wiring.channels[32 + 29] == "j6"
    assert wiring.channels[128] == "key.yes"
    assert wiring.chain["a2"] == range(19, 20), "even rows run back"
    assert wiring.chain["roller"] == range(123, 127)
    assert sum(sense is Sense.REED for sense in wiring.senses.values()) == 120


@pytest.mark.parametrize("name", EVERY)
def test_every_panel_we_ship_is_sound(name):
    assert load_panel(name).file.pixels


@pytest.mark.parametrize("game", SHELF.values(), ids=SHELF)
def test_a_panel_says_whose_it_is(game):
    assert game.panel in game.panels
    assert {load_wiring(path).file.game for path in game.panels} == {game.name}


def test_the_strip_on_the_panel_is_the_strip_in_the_box(wiring):
    box, limits = own_box(), wiring.limits["roller"]
    assert (limits.lowest, limits.highest) == (box.lowest, box.highest)
    rows = 12  # the far edge shows the danger row when it is this many rows ahead of the offset
    assert limits.danger == (box.danger[0], box.danger[1] - rows + 1)


def test_a_tray_has_a_contact_to_each_place():
    wiring = load_panel("space_walk_trays")
    assert wiring.senses["tray2.small"] is Sense.COUNT
    assert {len(channels) for channels in wiring.counted.values()} == {3}


WRONG = {
    "a site twice": ("a1 b1", "a1 a1", "a1 is wired twice"),
    "a chain too long": ("a1 b1 c1", "x1 x2 a1 b1 c1", "chain 0 has 32 sites, room for 30"),
    "a pixel beyond the last": ("pixels = 136", "pixels = 100", "pixel 100 .* beyond the last"),
    "a light nobody feels": ("card deck dock", "card deck duck", "duck, which nothing feels"),
    "scattered pixels": ("roller roller roller roller", "roller - roller roller", "scattered"),
    "a pixel twice": ("first = 120", "first = 119", "119 lights two sites"),
    "an unknown field": ("game =", "gme =", "gme"),
    "a missing field": ('game = "astron"', "", "game"),
    "a wrong type": ("panel = 1", 'panel = "one"', "panel"),
    "panel nought": ("panel = 1", "panel = 0", "panel 0 is not between"),
    "no current": ("limit_mA = 2500", "limit_mA = 0", "is not between 1 and 20000"),
    "an unknown sense": ('sense = "key"', 'sense = "smell"', "smell"),
    "a chain of readers": ('sense = "key"', 'sense = "tap"', "a chain feels no tap"),
    "limits outside danger": ("danger = [-3, 58]", "danger = [3, 58]", "danger rows"),
    "no counts": ("counts_per_row = 167", "counts_per_row = 0", "counts_per_row"),
    "not TOML": ("name =", "name = =", "line"),
    "a test channel in use": ("test_channel = 135", "test_channel = 131", "131 is not a spare"),
    "a test channel nowhere": ("test_channel = 135", "test_channel = 200", "200 is not a spare"),
    "a sentinel to test with": ("test_channel = 135", "test_channel = 31", "31 is not a spare"),
    "a tag that is no hex": ("[[dials]]", '[tags]\nxyz = "F2.1"\n[[dials]]', "xyz"),
    "a roller that is no dial": (
        "[[dials]]",
        '[pi.roller]\nsite = "crank"\na = 5\nb = 6\nsteps_per_row = 10\n[[dials]]',
        "crank is not among the dials",
    ),
    "a bright light": ("pixels = 136", "pixels = 136\nbrightness = 300", "brightness"),
    "no debounce": ("pixels = 136", "pixels = 136\ndebounce = 0", "debounce"),
}


@pytest.mark.parametrize(("old", "new", "sentence"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_said_in_a_sentence(tmp_path, old, new, sentence):
    assert old in TEXT
    path = tmp_path / "panel.toml"
    path.write_text(TEXT.replace(old, new, 1))
    with pytest.raises(BadWiring, match=sentence) as told:
        load_wiring(path)
    assert str(told.value).startswith(str(path))
    assert "\n" not in str(told.value)


HALL = PANELS["situation7"].read_text()
MISPAIRED = {
    "sides of nobody": ("seat = 0\n", "", "feels sides, but names no seat"),
    "a seat on a reed": ('sense = "side"\n', "", "names a seat, but does not feel sides"),
    "the same side twice": ("seat = 1\n", "seat = 0\n", "for seat 0 is wired twice"),
}


def test_a_hall_switch_tells_whose_piece_lies_there():
    wiring = load_panel("situation7")
    paired = [channel for channel, site in wiring.channels.items() if site == "A0"]
    assert {wiring.sides[channel] for channel in paired} == {0, 1}
    assert wiring.senses["A0"] is Sense.SIDE


@pytest.mark.parametrize(("old", "new", "sentence"), MISPAIRED.values(), ids=MISPAIRED)
def test_a_hall_switch_with_half_its_outputs_is_told_in_a_sentence(tmp_path, old, new, sentence):
    assert old in HALL
    path = tmp_path / "panel.toml"
    path.write_text(HALL.replace(old, new, 1))
    with pytest.raises(BadWiring, match=sentence):
        load_wiring(path)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(BadWiring, match="cannot be read"):
        load_wiring(tmp_path / "nowhere.toml")


def test_a_file_that_is_no_text(tmp_path):
    path = tmp_path / "panel.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadWiring):
        load_wiring(path)


@given(at=st.integers(0, len(TEXT)), drop=st.integers(0, 40), add=st.text(max_size=8))
def test_any_damage_loads_or_is_told(tmp_path_factory, at, drop, add):
    path = tmp_path_factory.mktemp("panel") / "panel.toml"
    path.write_text(TEXT[:at] + add + TEXT[at + drop :], encoding="utf-8")
    try:
        load_wiring(path)
    except BadWiring as told:
        assert str(told)
