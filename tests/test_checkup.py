"""A checkup names exactly what is wrong with a board."""

from __future__ import annotations

import re

import msgspec
import pytest

from controller.__main__ import main
from controller.values import Site
from controller.words import catalogue, say
from drivers.wiring import checked_wiring
from drivers.workshop import report, report_html
from drivers.workshop.checkup import CHECKUP_STEPS
from drivers.workshop.result import Reed
from sims.bench.faults import Faults
from tests.often import one_in
from tests.panels import load_panel
from tests.workbench import Impatient, Workbench


def found(checked) -> set[tuple[str, str, tuple[str, ...]]]:
    return {(flaw.fault, flaw.kind, flaw.where) for flaw in checked.flaws}


def cell(*names: str) -> set[Site]:
    return {Site(name) for name in names}


def test_a_sound_board_is_found_sound_in_every_step(wiring):
    checked = Workbench(wiring).check()
    assert not checked.flaws
    assert not [name for name, result in checked.results.items() if result.skipped]
    assert set(checked.reeds.values()) == {Reed.SOUND}
    assert all(pixel.sound for pixel in checked.pixels)
    assert say(checked.verdict) == "Nothing is wrong with this board."


PLANTED = {
    "a dead reed": (Faults(dead=cell("c5")), ("F08", "dead_reed", ("c5",))),
    "a stuck reed": (Faults(stuck=cell("d7")), ("F07", "stuck_reed", ("d7",))),
    "a chattering reed": (Faults(chattering=cell("h9")), ("F02", "chattering_reed", ("h9",))),
    "crosstalk": (Faults(crosstalk={Site("e2"): Site("f2")}), ("F05", "crosstalk", ("e2", "f2"))),
    "crosstalk backwards": (
        Faults(crosstalk={Site("e2"): Site("d2")}),
        ("F05", "crosstalk", ("e2", "d2")),
    ),
    "a broken chain of lights": (Faults(broken_at=97), ("F35", "broken_chain", ("97",))),
    "a data line that is dark": (Faults(broken_at=120), ("F35", "dark_line", ("120",))),
    "a dead pixel": (Faults(dark={5}), ("F35", "dead_pixel", ("5",))),
    "the last pixel of a line": (Faults(dark={119}), ("F35", "dead_pixel", ("119",))),
    "an encoder the other way round": (Faults(reversed=True), ("F28", "reversed", ())),
    "bars that are worn": (Faults(worn={3, 7}), ("F29", "missing_bars", ("3", "7"))),
    "no bar at all": (Faults(worn=set(range(-20, 80))), ("F29", "no_bars", ())),
    "paper that slips": (Faults(slip=0.02), ("F26", "slip", ())),
    "a dead reader": (Faults(dead_readers=cell("deck")), ("F24", "dead_reader", ("deck",))),
    "a chain that is unplugged": (Faults(unplugged={1}), ("F10", "chain", ("1",))),
    "a wrong sentinel": (Faults(shorted={2}), ("F10", "chain", ("2",))),
    "clock or latch gone": (Faults(unplugged={0, 1, 2, 3}), ("F11", "bus", ())),
    "too little for the lights": (Faults(mV=4300), ("F38", "low_supply", ())),
    "nothing for the lights": (Faults(mV=20), ("F37", "no_supply", ())),
}


EVERY = [pytest.param(faults, flaw, id=name) for name, (faults, flaw) in PLANTED.items()]


@pytest.mark.parametrize(("faults", "flaw"), one_in(4, EVERY))
def test_what_is_planted_is_named_and_nothing_else(wiring, faults, flaw):
    assert found(Workbench(wiring, faults).check()) == {flaw}


# ------------------------------------------------------------------------------------ Hall switches

POLES = {
    "nothing": (Faults(), set()),
    "a magnet upside down": (Faults(turned={"E5.1"}), {("F53", "turned", ("E5",))}),
    "outputs swapped": (Faults(swapped=cell("B3")), {("F53", "swapped", ("B3",))}),
    "both at one space": (
        Faults(swapped=cell("B3"), turned={"B3.0"}),
        {("F53", "turned", ("B3",))},
    ),
    "a dead switch": (Faults(dead=cell("A0")), {("F08", "dead_switch", ("A0",))}),
    "a stuck switch": (Faults(stuck=cell("C2")), {("F07", "stuck_reed", ("C2",))}),
    "a magnet that reaches too far": (
        Faults(crosstalk={Site("F1"): Site("F2")}),
        {("F05", "crosstalk", ("F1", "F2"))},
    ),
}


@pytest.mark.parametrize(("faults", "flaws"), POLES.values(), ids=POLES)
def test_f53_a_check_tells_a_turned_magnet_from_a_turned_switch(faults, flaws):
    """Each side's puzzle is laid, piece by piece: 192 magnets and as many outputs."""
    bench = Workbench(load_panel("situation7"), faults)
    checked = bench.check()
    assert found(checked) == flaws
    amiss = {site for site, reed in checked.reeds.items() if reed is not Reed.SOUND}
    assert amiss == {where[0] for _, _, where in flaws} and len(checked.reeds) == 96
    words = report.report_text(checked, say)
    assert all(where[0] in words for _, _, where in flaws)


def test_f53_the_check_says_whose_magnet_it_is():
    checked = Workbench(load_panel("situation7"), Faults(turned={"E5.1", "A1.0"})).check()
    assert {(flaw.where[0], flaw.more) for flaw in checked.flaws} == {("E5", "2"), ("A1", "1")}
    assert all("upside down" in say(flaw.remedy) for flaw in checked.flaws)


def test_a_chain_of_hall_switches_that_is_unplugged_is_named_and_the_others_are_tried():
    checked = Workbench(load_panel("situation7"), Faults(unplugged={1})).check()
    assert ("F10", "chain", ("1",)) in found(checked)
    tried = {site for site, reed in checked.reeds.items() if reed is Reed.SOUND}
    assert len(tried) == 72 and "C8" not in tried and "A0" in tried


def test_a_panel_of_antennas_is_shown_one_tag_at_each(wiring):
    bench = Workbench(load_panel("space_walk_tags"))
    checked = bench.check()
    assert say(checked.verdict) == "Nothing is wrong with this board."
    absent = {name for name, result in checked.results.items() if result.absent}
    assert absent == {"reeds", "roller", "strip"}
    seen = sum(tag.seen for tag in bench.shop.probe.tags)
    assert seen == len(bench.shop.wiring.file.readers) + 4, "five times at the reader of cards"
    assert "25 readers 100%" in bench.said


def test_a_dead_chip_is_named_by_all_of_its_antennas(wiring):
    panel = load_panel("space_walk_tags")
    chip = panel.readers[-1]
    checked = Workbench(panel, Faults(dead_readers={chip[0]})).check()
    assert found(checked) == {("F24", "dead_reader", (site,)) for site in chip}


FIVE = Faults(
    dead=cell("c5"),
    stuck=cell("d7"),
    crosstalk={Site("e2"): Site("f2")},
    broken_at=97,
    dead_readers=cell("dock"),
)
FOUND = {
    ("F08", "dead_reed", ("c5",)),
    ("F07", "stuck_reed", ("d7",)),
    ("F05", "crosstalk", ("e2", "f2")),
    ("F35", "broken_chain", ("97",)),
    ("F24", "dead_reader", ("dock",)),
}


def test_five_at_once_are_named_exactly(wiring):
    assert found(Workbench(wiring, FIVE).check()) == FOUND


def test_five_others_at_once_are_named_exactly(wiring):
    faults = Faults(
        chattering=cell("h9", "a12"), unplugged={1}, reversed=True, mV=4300, dead=cell("j12")
    )
    assert found(Workbench(wiring, faults).check()) == {
        ("F02", "chattering_reed", ("h9",)),
        ("F02", "chattering_reed", ("a12",)),
        ("F10", "chain", ("1",)),
        ("F28", "reversed", ()),
        ("F38", "low_supply", ()),
        ("F08", "dead_reed", ("j12",)),
    }


def test_a_contact_that_bounces_as_they_all_do_is_sound(wiring):
    assert not Workbench(wiring, Faults(bounce=0.002)).check().flaws


def test_wires_that_are_crossed_are_told_from_dead_reeds(wiring):
    swapped = wiring.file.chains[0].sites.replace("a1 b1", "b1 a1")
    chains = (
        msgspec.structs.replace(wiring.file.chains[0], sites=swapped),
        *wiring.file.chains[1:],
    )
    built = checked_wiring(msgspec.structs.replace(wiring.file, chains=chains))
    assert found(Workbench(wiring, built=built).check()) == {("F12", "crossed", ("a1", "b1"))}


def test_a_stuck_key_is_named(wiring):
    bench = Workbench(wiring)
    world = bench.desk.bench
    world._contact(Site("key.yes"), True, bench.desk.clock.now())
    assert found(bench.check()) == {("F49", "stuck_key", ("key.yes",))}


def test_a_cell_that_changes_with_nobody_near_is_named(wiring):
    bench = Workbench(wiring)
    for beat in range(8):
        world, at = bench.desk.bench, bench.desk.clock.now() + 6 + beat / 10
        world._contact(Site("g4"), not beat % 2, at)
    assert found(bench.check()) == {("F09", "noise", ("g4",))}


def test_a_line_that_breaks_bytes_is_named_and_the_rest_is_checked_all_the_same(wiring):
    faults = Faults(broken_byte=0.001, dead=cell("c5"))
    assert found(Workbench(wiring, faults).check()) == {
        ("F42", "broken_bytes", ()),
        ("F08", "dead_reed", ("c5",)),
    }


def test_the_board_stands_as_before_afterwards(wiring):
    bench = Workbench(wiring)
    bench.check()
    bench.shop.wait(0.2)
    assert bench.desk.bench.row(Site("roller")) == 0
    assert bench.shop.probe.roll.place == 0
    assert not any(bench.desk.pico.panel.lights.wanted)


def test_a_strip_near_its_end_is_turned_back_not_on(wiring):
    bench = Workbench(wiring)
    world = bench.desk.bench
    bench.shop.wait(world.turn(Site("roller"), 54) + 0.5)
    assert not bench.check().flaws
    assert world.row(Site("roller")) == 54


# ------------------------------------------------------------------------------------ the latency


@pytest.mark.parametrize("panel", ["astron", "space_walk", "situation7"])
def test_the_pico_itself_times_the_light_that_answers_a_contact(panel):
    """Every board was said to take 10 ms at least, whatever its pixels."""
    wired_so = load_panel(panel)
    latency = Workbench(wired_so).check(quick=True).results["latency"]
    assert len(latency.latencies) == 200
    # Two samples 5 ms apart, 30 us a pixel of the longest line and 0.3 ms to latch.
    pixels = max(len(run.sites.split()) for run in wired_so.file.lights)
    floor = 5 + 0.03 * pixels + 0.3
    assert latency.figures["floor_ms"] == pytest.approx(floor, abs=0.01)
    assert min(latency.latencies) >= floor
    assert f"quicker than {floor:.1f} ms" in say(latency.told[0])
    assert latency.figures["p99_ms"] < 30


def test_without_a_test_channel_the_latency_is_skipped_and_said_so(wiring):
    without = checked_wiring(msgspec.structs.replace(wiring.file, test_channel=None))
    latency = Workbench(without).check(quick=True).results["latency"]
    assert latency.skipped
    assert "test_channel" in say(latency.told[0])


# --------------------------------------------------------------------------------- a person's will


def test_quick_does_only_what_needs_no_hands(wiring):
    checked = Workbench(wiring).check(quick=True)
    done = {name for name, result in checked.results.items() if not result.skipped}
    assert done == {step.name for step in CHECKUP_STEPS if not step.hands}
    assert say(checked.verdict) == "Nothing wrong was found, but not all was tried."


def helped(wiring, words, faults=None) -> Workbench:
    person = Impatient(words)
    bench = Workbench(wiring, faults, person)
    person.helper = bench.desk.helper
    return bench


def test_a_step_can_be_skipped(wiring):
    checked = helped(wiring, {"unplug": "s", "turn": ""}).check()
    skipped = {name for name, result in checked.results.items() if result.skipped}
    assert skipped == {"reconnection", "roller", "strip"}


def test_it_can_be_stopped_and_tells_what_it_knows(wiring):
    checked = helped(wiring, {"turn": "q"}, Faults(dead=cell("c5"))).check()
    assert found(checked) == {("F08", "dead_reed", ("c5",))}
    skipped = {name for name, result in checked.results.items() if result.skipped}
    assert skipped == {"roller", "strip", "tags", "reconnection"}


def test_enter_passes_a_cell_that_does_not_answer(wiring):
    bench = helped(wiring, {"put": ""})
    checked = bench.check()
    assert set(checked.reeds.values()) == {Reed.NEVER}


def test_another_panel_is_named_and_nothing_is_tried_on_it(wiring):
    other = checked_wiring(msgspec.structs.replace(wiring.file, panel=4))
    checked = Workbench(other, built=wiring).check()
    assert found(checked) == {("F45", "stranger", ())}
    assert all(checked.results[step.name].skipped for step in CHECKUP_STEPS[1:])


# -------------------------------------------------------------------------------------- the report


@pytest.fixture(scope="module")
def ill():

    bench = Workbench(load_panel("astron"), FIVE)
    return bench.check(), bench.said


def test_each_step_is_one_line_and_what_to_do_is_said(ill):
    checked, said = ill
    assert sum(line[:2] in ("✓ ", "! ", "- ") for line in said.splitlines()) == len(CHECKUP_STEPS)
    text = report.report_text(checked, say)
    assert "5 things are wrong:" in text
    assert "F05  A magnet on e2 closes f2 too." in text
    assert "    . . x . . . . . . ." in text


def test_the_json_has_every_cell_light_and_figure(ill):
    plain = msgspec.json.decode(report.json(ill[0], say))
    assert plain["reeds"]["c5"] == "never"
    assert len(plain["pixels"]) == 136
    assert plain["steps"]["roller"]["figures"]["off"] <= 2
    assert {flaw["fault"] for flaw in plain["flaws"]} == {"F08", "F07", "F05", "F35", "F24"}


def test_the_page_needs_nothing_but_itself(ill):
    text = report_html.checkup_page(ill[0], say)
    assert text.count("<svg") >= 4
    assert not re.findall(r"(?:src|href)=|url\((?!#)|@import|<script|https?:", text)
    for flaw in ill[0].flaws:
        assert flaw.fault in text
    assert "{" not in re.sub(r"<style>.*?</style>", "", text, flags=re.S), "a gap was left open"


def test_every_step_flaw_and_task_has_its_sentences():
    words = catalogue()
    assert {f"step.{step.name}" for step in CHECKUP_STEPS} <= words.keys()
    kinds = {key.removeprefix("flaw.") for key in words if key.startswith("flaw.")}
    assert kinds == {key.removeprefix("mend.") for key in words if key.startswith("mend.")}
    assert {f"reed.{reed.value}" for reed in Reed} <= words.keys()


def test_from_the_command_line(tmp_path, capsys):
    told, drawn = tmp_path / "report.json", tmp_path / "report.html"
    assert main(["check", "--json", str(told), "--html", str(drawn)]) == 0
    assert "Nothing is wrong" in capsys.readouterr().out
    assert msgspec.json.decode(told.read_bytes())["verdict"] == "Nothing is wrong with this board."
    assert drawn.read_text().startswith("<!doctype html>")


WRONG = {
    "no port": (["check", "--board", "/dev/ttyNone"], "nothing is plugged in"),
    "no wiring": (["check", "--wiring", "/nowhere.toml"], "cannot be read"),
    "no folder": (["check", "--html", "/nowhere/report.html"], "cannot be written"),
    "no tags": (["check", "--tags", "/nowhere.toml"], "cannot be read"),
    "an unknown flag": (["check", "--fast"], "--fast"),
    "calibrate where to": (["calibrate"], "--out"),
    "calibrate into nowhere": (["calibrate", "--out", "/nowhere/w.toml"], "cannot be written"),
    "enrol where to": (["enrol"], "--out"),
    "enrol no game": (["enrol", "--out", "x", "--game", "chess"], "chess"),
}


@pytest.mark.parametrize(("words", "sentence"), WRONG.values(), ids=WRONG)
def test_what_cannot_be_done_is_one_sentence_and_status_2(capsys, words, sentence):
    assert main(words) == 2
    complaint = capsys.readouterr().err
    assert complaint.count("\n") == 1
    assert sentence in complaint
