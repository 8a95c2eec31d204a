"""A virtual Pico with nothing but our files on it is told of a panel nobody has heard of."""

from __future__ import annotations

import pytest

from controller.game import Setting
from controller.games import SHELF
from controller.scene import Glow
from controller.values import Piece
from drivers.fit import fitted
from drivers.workshop.payload import files
from firmware import fit, wire
from tests.pico.conftest import Desk, only
from tests.strange_panel import NUMBER, strange

pytestmark = pytest.mark.pico


@pytest.fixture(scope="module")
def untold(request, wiring):
    """The Pico of this module's tests, in their order: what the first one tells it, it keeps."""
    request.getfixturevalue("chip")  # skips where there can be none
    from sims.pico.pico import VirtualPico

    return VirtualPico(strange(wiring), files=files())


def test_it_is_told_its_panel_by_the_game_that_is_begun_and_then_feels_and_lights_it(untold):
    from sims.pico.rig import PicoRig

    rig = PicoRig(SHELF["astron"].start(Setting(2)), untold.bench.wiring, chip=untold, seed=1)
    assert (rig.board.hello.panel, rig.board.hello.pixels) == (NUMBER, 140)
    rig.settle()
    ship = next(site for site, stack in rig.bench.stacks.items() if stack)
    before = rig.table.stage
    rig.hand.lift(ship)
    rig.wait(0.3)
    assert rig.table.stage is not before
    assert ship in rig.lit(Glow.FAST) | rig.lit(Glow.PULSE) | rig.lit(Glow.DOUBLE)
    rig.board.close()


@pytest.fixture
def desk(untold):
    desk = Desk(untold, untold.bench.wiring)
    yield desk
    desk.close()


def test_after_a_power_cut_it_still_knows_its_panel(desk):
    [hello] = only(wire.HELLO, desk.power_on())
    assert (hello[4], hello[11]) == (NUMBER, fitted(desk.bench.wiring).packed())
    desk.bench.put(Piece("ship1"), "j12")
    [channel] = [at for at, site in desk.bench.wiring.channels.items() if site == "j12"]
    assert desk.edges(0.05) == [(channel, 1)] and channel == 5 * 32 + 19
    desk.light((139, 1, 0, 0, 90, 0))
    assert desk.chip.pixels.shown[-3:] == bytes((0, 0, 90))


@pytest.mark.parametrize(
    "told",
    [
        b"",
        b"\1\0",
        fit.Fit(9, lines=(60_000,)).packed(),
        fit.Fit(9, (32,) * 60, (1,) * 60).packed(),
    ],
    ids=["nothing", "torn", "pixels beyond memory", "more chains than a snapshot holds"],
)
def test_an_absurd_panel_is_refused_and_it_stays_what_it_was(desk, told):
    desk.greet()
    assert only(wire.ACK, desk.tell(wire.FIT, told))[0][1] == wire.MALFORMED
    [hello] = only(wire.HELLO, desk.tell(wire.GREET, wire.PROTOCOL, within=0.15))
    assert hello[4] == NUMBER


def test_the_widest_panel_that_is_taken_starts_and_shows_pictures(desk):
    """As many pixels on one line, and as many chains, as a fit may have."""
    most, pixels = fit.MOST_CHAINS, fit.MOST_PIXELS
    widest = fit.Fit(9, (32,) * most, (False,) * most, lines=(pixels,), antennas=(255,) * 3)
    desk.greet()
    desk.say(wire.FIT, widest.packed())
    desk.chip.run(0.5)
    [hello] = only(wire.HELLO, desk.greet())
    assert (hello[4], hello[6], hello[9]) == (9, 32 * most, pixels)
    desk.tell(wire.LIMIT, 255, 20_000)
    for blue in range(40, 42):
        runs = [(first, 8, blue, first % 251, 9, 1) for first in range(0, pixels, 8)]
        for at in range(0, len(runs), wire.RUNS):
            desk.light(*runs[at : at + wire.RUNS])
    assert only(wire.HEARTBEAT, desk.heard(2.2)), "it lives"
    own = desk.bench.wiring
    desk.say(wire.FIT, fitted(own).packed())
    desk.chip.run(0.5)
    [hello] = only(wire.HELLO, desk.greet())
    assert hello[4] == NUMBER and hello[10] != 3, "no watchdog had to help"
