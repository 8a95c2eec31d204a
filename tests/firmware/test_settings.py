"""What a Pico remembers while it is off."""

from pathlib import Path

import pytest

from firmware import wire
from firmware.fit import BARE, Fit
from firmware.settings import Keeper
from tests.firmware.micropython import FIT


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "kept" / "stardeck.json")


def test_what_is_kept_comes_back(path):
    keeper = Keeper(path)
    keeper.keep(wire.DEBOUNCE, 3)
    keeper.keep_fit(FIT.packed())
    keeper.keep(wire.TURNED, -1)
    assert Keeper(path).kept == {wire.DEBOUNCE: 3, wire.TURNED: -1}
    assert vars(Keeper(path).fit) == vars(FIT)


def test_a_place_is_not_kept(path):
    keeper = Keeper(path)
    keeper.keep(wire.PLACE, 12_000)
    assert Keeper(path).kept == {}


def test_the_file_is_written_only_when_something_changes(path):
    keeper = Keeper(path)
    keeper.keep(wire.DEBOUNCE, 2)
    written = Path(path).stat().st_mtime_ns
    keeper.keep(wire.DEBOUNCE, 2)
    assert Path(path).stat().st_mtime_ns == written


FITTED = f'{{"fit": "{FIT.packed().hex()}"'


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", '{"debounce": 1', "[1, 2]", '{"debounce": "x"}', "7", '{"speed": 3}', "\0\0"),
        *('{"panel": 3}', '{"fit": 7}', '{"fit": "zz"}', '{"fit": "0700"}', '{"fit": [1]}'),
        FITTED[:-9] + '"}',
        FITTED,
        FITTED + ', "debounce": []}',
    ],
)
def test_a_torn_file_is_as_good_as_none(path, text):
    Path(path).parent.mkdir()
    Path(path).write_text(text)
    keeper = Keeper(path)
    assert keeper.kept == {} and keeper.fit is BARE
    keeper.keep(wire.DEBOUNCE, 1)
    assert Keeper(path).kept == {wire.DEBOUNCE: 1}


def test_a_panel_told_last_counts_from_the_next_start_on(path):
    keeper = Keeper(path)
    keeper.keep_fit(FIT.packed())
    keeper.keep_fit(Fit(9).packed())
    keeper.keep(wire.DEBOUNCE, 4)
    assert keeper.fit is BARE and Keeper(path).fit.panel == 9
