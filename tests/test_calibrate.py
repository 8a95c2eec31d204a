"""A panel that is wired in its own way is found out by a magnet and the lights."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from controller.__main__ import main
from controller.values import Sense, Site
from drivers.wiring import Wiring, checked_wiring, load_wiring
from drivers.workshop.calibration import Calibration, rewired, wiring_text
from drivers.workshop.shop import run_to_end
from sims.bench.faults import Faults
from tests.workbench import Impatient, Workbench


def shuffled(wiring: Wiring, luck: Random, *, lights: bool = True) -> Wiring:
    """Return the panel with sensors and lights soldered in a random order."""
    cells = [site for site, sense in wiring.senses.items() if sense is Sense.REED]
    felt = dict(zip(cells, luck.sample(cells, len(cells)), strict=True))
    lit = dict(zip(cells, luck.sample(cells, len(cells)), strict=True)) if lights else {}
    plain = msgspec.to_builtins(wiring.file)
    for part, names in ((plain["chains"], felt), (plain["lights"], lit)):
        for run in part:
            run["sites"] = " ".join(names.get(name, name) for name in run["sites"].split())
    return checked_wiring(msgspec.convert(plain, type(wiring.file)))


def calibrated(bench: Workbench, path) -> Calibration:
    walk = Calibration(bench.shop, path / "wiring.toml.part")
    run_to_end(walk.run(), bench.shop.probe)
    return walk


@pytest.mark.parametrize(
    "lights",
    [
        pytest.param(False, id="channels", marks=pytest.mark.long),
        pytest.param(True, id="channels and lights"),
    ],
)
def test_a_shuffled_panel_is_found_out(wiring, tmp_path, lights):
    built = shuffled(wiring, Random(7), lights=lights)
    bench = Workbench(wiring, built=built)
    walk = calibrated(bench, tmp_path)
    path = tmp_path / "wiring.toml"
    path.write_text(wiring_text(rewired(bench.shop, walk.spots)))
    loaded = load_wiring(path)
    assert loaded.channels == built.channels
    assert loaded.chain == built.chain
    assert loaded.file.dials == wiring.file.dials
    assert not Workbench(loaded, built=built).check().flaws


def test_a_cell_that_never_answers_is_named_and_stays_as_usual(wiring, tmp_path):
    bench = Workbench(wiring, Faults(dead={Site("c5")}))
    walk = calibrated(bench, tmp_path)
    assert walk.open == ["c5"]
    assert "c5: nothing answered." in bench.said
    again = checked_wiring(rewired(bench.shop, walk.spots))
    assert (again.channels, again.chain) == (wiring.channels, wiring.chain)


def test_two_cells_on_one_channel_are_named(wiring, tmp_path):
    crossed = {Site("c1"): Site("b1")}
    bench = Workbench(wiring, Faults(crosstalk=crossed, dead={Site("c1")}))
    walk = calibrated(bench, tmp_path)
    assert walk.open == ["c1"]
    assert "c1: channel 1 answers for b1 already." in bench.said


def test_it_goes_on_where_it_was_left(wiring, tmp_path):
    built = shuffled(wiring, Random(3))
    person = Impatient({})
    bench = Workbench(wiring, person=person, built=built)
    person.helper = Tired(bench.desk.helper, after=40)
    first = calibrated(bench, tmp_path)
    assert first.stopped and len(first.spots) == 40
    again = Workbench(wiring, built=built)
    second = calibrated(again, tmp_path)
    assert "Going on where it was left: 40 cells are known." in again.said
    assert not second.stopped and not second.open
    assert second.spots.items() >= first.spots.items()


class Tired:
    """A hand that wants to stop after so many cells."""

    def __init__(self, helper, after: int) -> None:
        self.helper, self.left = helper, after
        self.words: list[str] = []

    def ask(self, task) -> None:
        self.left -= task.verb == "follow"
        if self.left < 0:
            self.words.append("q")
        else:
            self.helper.ask(task)

    def answer(self) -> str | None:
        return self.words.pop() if self.words else self.helper.answer()


def test_from_the_command_line_and_never_over_a_file_that_is_there(tmp_path, capsys):
    path = tmp_path / "mine.toml"
    assert main(["calibrate", "--out", str(path)]) == 0
    assert "120 cells" in capsys.readouterr().out
    before = path.read_bytes()
    assert main(["calibrate", "--out", str(path)]) == 2
    assert "--force" in capsys.readouterr().err
    assert path.read_bytes() == before
    assert main(["calibrate", "--out", str(path), "--force"]) == 0
    assert main(["play", "astron", "--demo", "--fast", "--seed", "3", "--wiring", str(path)]) == 0


def test_a_spoilt_memory_of_an_earlier_sitting_is_one_sentence(tmp_path, capsys):
    (tmp_path / "mine.toml.part").write_text("[spots\n")
    assert main(["calibrate", "--out", str(tmp_path / "mine.toml")]) == 2
    complaint = capsys.readouterr().err
    assert "mine.toml.part" in complaint and complaint.count("\n") == 1
