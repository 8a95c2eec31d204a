"""A virtual Pico with only our files on it is told an unknown panel."""

from __future__ import annotations

from functools import partial

import pytest

from controller.game import Setting
from controller.games import SHELF
from controller.scene import Glow
from controller.values import Piece
from drivers.fit import fit_of
from drivers.workshop.payload import firmware_files
from firmware import fit, wire
from tests.pico.conftest import Desk, only
from tests.strange_panel import NUMBER, strange

pytestmark = [pytest.mark.pico, pytest.mark.hil]


@pytest.fixture(scope="module")
def make(request, wiring):
    """A Pico under the stranger's panel: with these files on it, or told its panel as well."""
    request.getfixturevalue("chip")  # skips where there can be none
    from sims.pico.pico import VirtualPico

    return partial(VirtualPico, strange(wiring))


def test_the_game_that_is_begun_tells_it_its_panel_and_a_power_cut_takes_nothing_away(make):
    from sims.pico.rig import PicoRig

    chip = make(firmware_files())
    rig = PicoRig(SHELF["astron"].start(Setting(2)), chip.bench.wiring, chip=chip, seed=1)
    assert (rig.board.hello.panel, rig.board.hello.pixels) == (NUMBER, 140)
    rig.settle()
    ship = next(site for site, stack in rig.bench.stacks.items() if stack)
    before = rig.table.stage
    rig.hand.lift(ship)
    rig.wait(0.3)
    assert rig.table.stage is not before, "it is felt"
    rig.wait(2.5)  # a move that was begun and is not gone on with is a mistake by then
    assert rig.lights()[ship].glow in (Glow.FAST, Glow.PULSE, Glow.DOUBLE)
    rig.board.close()
    feels_and_lights_after_a_power_cut(Desk(chip, chip.bench.wiring))


def feels_and_lights_after_a_power_cut(desk):
    [hello] = only(wire.HELLO, desk.power_on())
    assert (hello[3], hello[10]) == (NUMBER, fit_of(desk.bench.wiring).packed())
    desk.bench.put(Piece("ship1"), "j12")
    [channel] = [at for at, site in desk.bench.wiring.channels.items() if site == "j12"]
    assert desk.edges(0.05) == [(channel, 1)] and channel == 5 * 32 + 19
    desk.light((139, 1, 0, 0, 90, 0))
    assert desk.chip.pixels.shown[-3:] == bytes((0, 0, 90))
    desk.close()


@pytest.fixture(scope="module")
def told(make):
    return make()


@pytest.fixture
def desk(told):
    desk = Desk(told, told.bench.wiring)
    desk.greet()
    yield desk
    desk.close()


@pytest.mark.parametrize(
    "absurd",
    [
        b"",
        b"\1\0",
        fit.Fit(9, lines=(60_000,)).packed(),
        fit.Fit(9, (32,) * 60, (1,) * 60).packed(),
    ],
    ids=["nothing", "torn", "pixels beyond memory", "more chains than a snapshot holds"],
)
def test_an_absurd_panel_is_refused_and_it_stays_what_it_was(desk, absurd):
    assert only(wire.ACK, desk.tell(wire.FIT, absurd))[0][1] == wire.MALFORMED
    [hello] = only(wire.HELLO, desk.tell(wire.GREET, wire.PROTOCOL, within=0.15))
    assert hello[3] == NUMBER


def test_the_widest_panel_that_is_taken_starts_and_shows_pictures(desk):
    """As many pixels on one line, and as many chains, as a fit may have."""
    most, pixels = fit.MOST_CHAINS, fit.MOST_PIXELS
    widest = fit.Fit(9, (32,) * most, (False,) * most, lines=(pixels,), antennas=(255,) * 3)
    desk.say(wire.FIT, widest.packed())
    desk.chip.run(0.5)
    [hello] = only(wire.HELLO, desk.greet())
    assert (hello[3], hello[5], hello[8]) == (9, 32 * most, pixels)
    desk.tell(wire.LIMIT, 255, 20_000)
    for blue in range(40, 42):
        runs = [(first, 8, blue, first % 251, 9, 1) for first in range(0, pixels, 8)]
        for at in range(0, len(runs), wire.RUNS):
            desk.light(*runs[at : at + wire.RUNS])
    assert only(wire.HEARTBEAT, desk.heard(2.2)), "it lives"
    own = desk.bench.wiring
    desk.say(wire.FIT, fit_of(own).packed())
    desk.chip.run(0.5)
    [hello] = only(wire.HELLO, desk.greet())
    assert hello[3] == NUMBER and hello[9] == wire.ASKED, "no watchdog had to help"
