"""What a Pico remembers while it is off."""

import pytest

from firmware import wire
from firmware.settings import Keeper


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "stardeck.json")


def test_what_is_kept_comes_back(path):
    keeper = Keeper(path)
    keeper.keep(wire.PANEL, 3)
    keeper.keep(wire.TURNED, -1)
    assert Keeper(path).kept == {wire.PANEL: 3, wire.TURNED: -1}


def test_a_place_is_not_kept(path):
    keeper = Keeper(path)
    keeper.keep(wire.PLACE, 12_000)
    assert Keeper(path).kept == {}


def test_the_file_is_written_only_when_something_changes(path, tmp_path):
    keeper = Keeper(path)
    keeper.keep(wire.DEBOUNCE, 2)
    written = (tmp_path / "stardeck.json").stat().st_mtime_ns
    keeper.keep(wire.DEBOUNCE, 2)
    assert (tmp_path / "stardeck.json").stat().st_mtime_ns == written


@pytest.mark.parametrize(
    "text", ["", "{", '{"panel": 1', "[1, 2]", '{"panel": "x"}', "7", '{"speed": 3}', "\0\0"]
)
def test_a_torn_file_is_as_good_as_none(path, text):
    with open(path, "w") as file:
        file.write(text)
    keeper = Keeper(path)
    assert keeper.kept == {}
    keeper.keep(wire.PANEL, 1)
    assert Keeper(path).kept == {wire.PANEL: 1}
