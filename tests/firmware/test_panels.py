"""What the firmware knows of a panel is what its wiring file says."""

import pytest

from controller.values import Sense
from drivers.wiring import HERE, load_wiring
from firmware import wire
from firmware.panels import BARE, PANELS, fit


@pytest.mark.parametrize("name", ["astron"])
def test_a_panel_fits_its_wiring_file(name):
    wiring = load_wiring(HERE / f"{name}.toml")
    built = fit(wiring.file.panel)
    assert built.widths == wiring.widths
    assert built.guarded == wiring.guarded
    assert built.keys == sum(sense is Sense.KEY for sense in wiring.senses.values())
    assert built.readers == len(wiring.file.readers)
    assert built.pixels == wiring.file.pixels
    firsts = [run.first for run in wiring.file.lights]
    assert [sum(built.lines[:at]) for at in range(len(built.lines))] == firsts
    assert bool(built.rolls & wire.CAN_ROLL) == bool(wiring.file.dials)


def test_an_unknown_panel_has_nothing_but_a_voice():
    assert fit(max(PANELS) + 1) is BARE and BARE.pixels == 0
