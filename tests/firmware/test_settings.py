"""What a Pico remembers while it is off."""

import shutil
from pathlib import Path
from random import Random

import pytest

from firmware import wire
from firmware.fit import EMPTY_FIT, Fit
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


@pytest.mark.parametrize("luck", range(5))
def test_what_could_not_be_kept_was_not_kept_and_all_else_stands(path, luck):
    """A disk that is full now and again: who is told that it is kept finds it at the next start."""
    fate, keeper, stood = Random(luck), Keeper(path), {}
    for _ in range(40):
        full, value = fate.random() < 0.5, fate.choice([1, -1])
        if full:
            Path(path + ".new").mkdir(parents=True)
        try:
            keeper.keep(wire.TURNED, value)
            stood = {wire.TURNED: value}
        except OSError:
            assert full
        shutil.rmtree(path + ".new", ignore_errors=True)
        assert keeper.kept == Keeper(path).kept == stood


def test_a_panel_that_could_not_be_kept_is_not_kept_with_the_next_number(path):
    keeper = Keeper(path)
    keeper.keep_fit(FIT.packed())
    Path(path + ".new").mkdir()
    with pytest.raises(OSError):
        keeper.keep_fit(Fit(9).packed())
    Path(path + ".new").rmdir()
    keeper.keep(wire.DEBOUNCE, 4)
    assert Keeper(path).fit.panel == FIT.panel


def broken_off(depth):
    try:
        raise ValueError(f"at {depth}") if not depth else broken_off(depth - 1)
    except ValueError as error:
        return error


def test_what_broke_off_is_remembered_until_somebody_was_told(path):
    keeper = Keeper(path)
    assert keeper.crash == b""
    keeper.note_crash(broken_off(0))
    after = Keeper(path)
    assert after.crash.rstrip().endswith(b"ValueError: at 0") and b"broken_off" in after.crash
    assert len(wire.encode(wire.CRASH, 0, wire.pack(wire.CRASH, after.crash))) <= wire.LONGEST_FRAME
    after.forget_crash()
    assert Keeper(path).crash == b""


def test_a_full_disk_does_not_keep_a_crashed_pico_from_starting(path):
    Path(path).parent.mkdir()
    (Path(path).parent / "crash.txt.new").mkdir()
    Keeper(path).note_crash(broken_off(0))
    assert Keeper(path).crash == b""


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
    assert keeper.kept == {} and keeper.fit is EMPTY_FIT
    keeper.keep(wire.DEBOUNCE, 1)
    assert Keeper(path).kept == {wire.DEBOUNCE: 1}


def test_a_panel_told_last_counts_from_the_next_start_on(path):
    keeper = Keeper(path)
    keeper.keep_fit(FIT.packed())
    keeper.keep_fit(Fit(9).packed())
    keeper.keep(wire.DEBOUNCE, 4)
    assert keeper.fit is EMPTY_FIT and Keeper(path).fit.panel == 9
