"""A diode matrix on the virtual Pico: every row has its time, and reads what lies there."""

import sys

import pytest

from controller.values import Piece
from firmware import wire
from firmware.lights import STEADY
from firmware.scan import STRIDE
from sims.bench.faults import Faults
from tests.kit.made import kit
from tests.panels import load_panel
from tests.pico.conftest import Desk, only
from tests.pico.test_panels import answered

pytestmark = [pytest.mark.pico, pytest.mark.hil]
WIRING = load_panel("zylatron_matrix")
MAN = Piece("man")


@pytest.fixture(scope="module")
def matrix(request):
    request.getfixturevalue("chip")  # skips where there can be none
    from sims.pico.pico import VirtualPico

    return VirtualPico(WIRING)


@pytest.fixture
def desk(matrix):
    desk = Desk(matrix, WIRING)
    desk.greeting = desk.greet()
    yield desk
    desk.close()


def test_it_says_what_it_is_and_all_its_rows_are_well(desk):
    [hello] = only(wire.HELLO, desk.greeting)
    assert (hello[3], hello[5], hello[8]) == (9, STRIDE * 30 + 27, 783)
    assert only(wire.FAULT, desk.heard(1.0)) == []
    [(_, _, bits)] = only(wire.SNAPSHOT, desk.tell(wire.REQUEST_SNAPSHOT))
    assert bits == b"\0\0\0\x40" * 30 + bytes(4)


@pytest.mark.parametrize("row", [0, 1, 14, 28])
def test_a_contact_comes_in_on_the_channel_of_its_crossing(desk, row):
    for column in (0, 7, 8, 25):
        site = WIRING.channels[STRIDE * row + column]
        desk.bench.put(MAN, site)
        assert desk.edges(0.1) == [(STRIDE * row + column, 1)]
        desk.bench.lift(site)
        assert desk.edges(0.1) == [(STRIDE * row + column, 0)]


def test_a_whole_row_and_a_whole_column_are_read_as_they_lie(desk):
    cells = [channel for channel in WIRING.channels if channel < STRIDE * 29]
    laid = [channel for channel in cells if channel // STRIDE == 12 or channel % STRIDE == 5]
    desk.bench.stand({WIRING.channels[channel]: (MAN,) for channel in laid})
    assert {channel for channel, level in desk.edges(0.3) if level} == {*laid}
    assert only(wire.FAULT, desk.heard(0.6)) == []


def test_every_row_has_settled_before_it_is_read(desk):
    registers = desk.chip.registers
    registers.settled = 1e9
    desk.paces()
    desk.heard(0.2)
    paces = desk.paces()
    sys.stdout.write(f"matrix: settles {registers.settled:.0f} ns, ")
    sys.stdout.write(f"looked at every {paces[len(paces) // 2]:.2f} ms\n")
    built = kit("zylatron_matrix").matrix
    assert built.rise <= registers.rise <= 8000 <= registers.settled < 12000
    assert min(registers.strokes.high, registers.strokes.low) >= 250
    assert paces[len(paces) // 2] < 2.5


def test_a_column_that_came_up_too_late_would_be_seen_in_the_next_row(desk):
    """So what is simulated can go wrong."""
    site = WIRING.channels[STRIDE * 3 + 4]
    desk.chip.registers.rise = 9000
    desk.bench.put(MAN, site)
    seen = desk.edges(0.2)
    desk.chip.registers.rise = 6000
    assert (STRIDE * 4 + 4, 1) in seen
    desk.bench.lift(site)
    desk.heard(0.2)


def test_a_row_that_is_not_pulled_down_and_a_missing_diode_are_told(desk):
    faults = desk.bench.faults = Faults(unplugged={6}, bare={WIRING.channels[STRIDE * 9 + 2]})
    desk.bench.put(MAN, WIRING.channels[STRIDE * 9 + 2])
    assert {fields[1:] for fields in only(wire.FAULT, desk.heard(1.2))} == {
        (wire.CHAIN, 6),
        (wire.CHAIN, 30),
    }
    faults.unplugged.clear()
    faults.bare.clear()
    desk.bench.refresh()
    told = {fields[1:] for fields in only(wire.FAULT, desk.heard(1.2))}
    assert told == {(wire.CHAIN, 0x100 + 6), (wire.CHAIN, 0x100 + 30)}
    desk.bench.lift(WIRING.channels[STRIDE * 9 + 2])


def test_a_contact_is_answered_in_light_soon(desk):
    desk.tell(wire.LIMIT, 255, 20_000)
    desk.light((0, 783, 0, 0, 0, STEADY))
    late = sorted(answered(desk, WIRING.channels[STRIDE * 23 + 11], 100 + nth) for nth in range(12))
    sys.stdout.write(f"contact to light: p50 {late[6]:.1f} ms, worst {late[-1]:.1f} ms\n")
    assert late[6] <= 22 and late[-1] < 40, "something waits that should not"
