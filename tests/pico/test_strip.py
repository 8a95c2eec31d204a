"""The strip's encoder and its printed marks, edge by edge, at the pins of the virtual Pico."""

import pytest

from controller.values import Site
from firmware import wire
from sims.bench.faults import Faults
from tests.pico.conftest import only

pytestmark = [pytest.mark.pico, pytest.mark.hil]
STRIP = Site("roller")
SPEED = 5000 / 167  # rows a second, for as many counts
BLANK = set(range(-16, 112))  # no bar is read: nothing but the encoder tells


def stands(desk, seconds):
    """(place, trust, illegal, slips) as it was told last."""
    return only(wire.ROLLER, desk.heard(seconds))[-1][1:]


def test_five_thousand_edges_a_second_are_counted_to_the_last(desk_for):
    desk = desk_for(Faults(worn=BLANK))
    desk.bench.stand({STRIP: 20})
    desk.power_on()
    place = only(wire.ROLLER, desk.greet())[-1][1]
    for rows in (20, -20, 3):
        seconds = desk.bench.turn(STRIP, rows, SPEED)
        place += 1000 * rows
        assert stands(desk, seconds + 0.1) == (place, wire.LOST, 0, 0)


def test_an_impossible_step_is_counted_not_guessed(desk):
    a, b = (desk.chip.chip.gpio[pin].input_value for pin in (10, 11))
    desk.chip.sensors.pulse({10: not a, 11: not b})
    assert stands(desk, 0.1)[2] == 1
    desk.chip.sensors.pulse({10: a, 11: b})
    assert stands(desk, 0.1)[2] == 2


def test_ten_rows_of_print_tell_where_the_strip_stands(desk_for):
    desk = desk_for()
    desk.bench.stand({STRIP: 20})
    desk.power_on()
    seconds = desk.bench.turn(STRIP, 11.5, 8.0)
    place, trust, illegal, slips = stands(desk, seconds + 0.1)
    assert (trust, illegal, slips) == (wire.LOCATED, 0, 0)
    assert abs(place - 31_500) <= 6


def test_the_home_slot_tells_it_at_once(desk_for):
    desk = desk_for()
    desk.bench.stand({STRIP: 2})
    desk.power_on()
    desk.heard(desk.bench.turn(STRIP, -2.0) + 0.1)
    said = desk.tell(wire.GREET, wire.PROTOCOL, within=0.1)
    place, trust = only(wire.ROLLER, said)[-1][1:3]
    assert trust == wire.LOCATED and abs(place) <= 6


def test_a_strip_turned_while_the_power_was_off_is_not_believed(desk):
    desk.bench.unplug()
    desk.chip.run(desk.bench.turn(STRIP, 4.5) + 0.1)
    desk.bench.plug()
    assert only(wire.ROLLER, desk.greet())[-1][1:3] == (0, wire.LOST)
