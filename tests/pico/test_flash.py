"""The firmware put on an emulated Pico as it is put on a real one."""

from __future__ import annotations

import pytest

from controller.errors import BoardTrouble
from controller.words import say
from drivers.workshop.flash import flash, tell_panel
from drivers.workshop.payload import files
from firmware import wire

pytestmark = pytest.mark.pico


@pytest.fixture(scope="module")
def fresh(request, wiring):
    """A Pico with MicroPython and nothing else on it."""
    request.getfixturevalue("chip")  # skips where there can be none
    from sims.pico.pico import VirtualPico
    from sims.pico.protocol_pico import PICOS, install

    install()
    pico = PICOS["fresh"] = VirtualPico(wiring, files={})
    pico.await_port(3.0)
    return pico


def test_a_pico_that_is_not_ours_is_not_touched_unless_we_are_told(fresh):
    with pytest.raises(BoardTrouble, match="--new"):
        flash("pico://fresh", files(), fresh.clock, new=False, tell=lambda _: None)


@pytest.mark.hil
def test_a_new_pico_gets_the_firmware_is_told_its_panel_and_says_who_it_is(fresh, wiring):
    told = []
    hello = flash("pico://fresh", files(), fresh.clock, new=True, tell=told.append)
    assert (hello.protocol, hello.knows_panel) == (wire.PROTOCOL, False)
    hello = tell_panel("pico://fresh", wiring, fresh.clock)
    assert (hello.protocol, hello.panel) == (wire.PROTOCOL, 1)
    assert {"  firmware/panel.mpy", "  firmware/pico/hal.mpy"} <= {*map(say, told)}


@pytest.mark.hil
def test_one_of_ours_is_flashed_again_without_being_told(fresh):
    """And it still knows its panel."""
    told = []
    small = {name: content for name, content in files().items() if name != "boot.py"}
    hello = flash("pico://fresh", small, fresh.clock, new=False, tell=told.append)
    assert say(told[0]).startswith("Firmware 0.1 on board ")
    assert hello.pixels == 136
