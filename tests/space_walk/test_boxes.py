"""What is in the box, and every way to get it wrong."""

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.errors import BadBox
from controller.game import Setting
from controller.games.space_walk import GAME
from controller.games.space_walk.box import Box
from controller.games.space_walk.files import HERE, load_box

OWN = {name: (HERE / name).read_text() for name in ("board.toml", "fleets.toml")}


def changed(name, old, new):
    assert old in OWN[name], old
    return {name: OWN[name].replace(old, new, 1)}


def loaded(folder, files):
    for name, text in files.items():
        (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return load_box(folder)


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
    assert "pink.large.1" in GAME.start(Setting(2, box=tmp_path)).pieces()


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
    with pytest.raises(BadBox, match=reason) as trouble:
        loaded(tmp_path, files)
    sentence = str(trouble.value)
    assert str(tmp_path / next(iter(files))) in sentence
    assert sentence.endswith(".") and "\n" not in sentence


def test_a_folder_in_a_files_place_is_bad_too(tmp_path):
    (tmp_path / "board.toml").mkdir()
    with pytest.raises(BadBox, match=r"board\.toml"):
        load_box(tmp_path)


@st.composite
def mutations(draw):
    """One of the files with a piece cut out and anything put in its place."""
    name = draw(st.sampled_from(sorted(OWN)))
    text = OWN[name]
    start = draw(st.integers(0, len(text)))
    end = draw(st.integers(start, min(len(text), start + 30)))
    snippets = ["\n", "=", "[[", "]]", "-", "9" * 5000, "[" * 2000, "#", '"', "0", "h1", "o1 o2"]
    put = draw(st.sampled_from(snippets) | st.text(max_size=12))
    return name, text[:start] + put + text[end:]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(mutations() | st.tuples(st.sampled_from(sorted(OWN)), st.text()))
def test_any_file_is_either_played_or_refused_in_a_sentence(tmp_path_factory, file):
    folder = tmp_path_factory.mktemp("box")
    name, text = file
    try:
        box = loaded(folder, {name: text.encode(errors="surrogatepass")})
    except BadBox as trouble:
        assert str(folder / name) in str(trouble)
    else:
        assert len(box.small) > 6 and len(box.large) > 15 and len(box.fleets) == 5
