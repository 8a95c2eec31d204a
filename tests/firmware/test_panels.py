"""What the firmware knows of a panel is what its wiring file says."""

import pytest

from controller.games import SHELF
from controller.values import Sense
from drivers.wiring import PN532S
from firmware import wire
from firmware.panels import BARE, PANELS, fit
from firmware.pico import pins
from firmware.scan import STRIDE
from tests.panels import load_panel

WIRINGS = {name: load_panel(name) for name in SHELF.panels}


@pytest.fixture(params=WIRINGS, name="wiring")
def any_wiring(request):
    return WIRINGS[request.param]


def test_a_panel_fits_its_wiring_file(wiring):
    built = fit(wiring.file.panel)
    assert built.widths == wiring.widths
    assert built.guarded == wiring.guarded
    assert built.keys == sum(sense is Sense.KEY for sense in wiring.senses.values())
    assert (1,) * built.readers + built.antennas == tuple(map(len, wiring.readers))
    assert bool(built.rolls & wire.CAN_ROLL) == bool(wiring.file.dials)
    assert wiring.channels[built.back] == "key.back"


def test_a_data_line_of_pixels_begins_with_each_run_of_the_file(wiring):
    built = fit(wiring.file.panel)
    assert built.pixels == wiring.file.pixels
    firsts = [run.first for run in wiring.file.lights]
    assert [sum(built.lines[:at]) for at in range(len(built.lines))] == firsts
    assert len(built.lines) <= len(pins.LINES)


def test_only_the_last_chain_of_a_data_line_is_shorter_than_the_others(wiring):
    lines = len(pins.CHAINS)
    for line in range(lines):
        assert all(width == STRIDE for width in wiring.widths[line::lines][:-1])


def test_every_reader_has_a_select_line(wiring):
    assert len(wiring.readers) <= PN532S == len(pins.SELECTS)


def test_a_snapshot_of_every_channel_fits_a_frame(wiring):
    bits = bytes((STRIDE * len(wiring.widths) + 7) // 8)
    assert len(wire.encode(wire.SNAPSHOT, 0, wire.pack(wire.SNAPSHOT, 0, 0, bits))) < wire.LONGEST


def test_no_two_panels_have_one_number():
    assert sorted(w.file.panel for w in WIRINGS.values()) == sorted(PANELS)


def test_an_unknown_panel_has_nothing_but_a_voice():
    assert fit(max(PANELS) + 1) is BARE and BARE.pixels == 0
