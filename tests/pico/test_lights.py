"""WS2812 pulses on the pins of the virtual Pico, decoded back to colours."""

import struct
import sys

import pytest

from firmware import wire
from firmware.lights import FAST, PULSE, STEADY, current_draw
from sims.pico.pixels import STEP_CYCLES, Pulses

pytestmark = [pytest.mark.pico, pytest.mark.hil]
RED = (200, 0, 0)
EXACT = 8 * STEP_CYCLES  # ns: so far the emulated PIO may be late


def test_every_pixel_has_its_colour_and_every_pulse_its_width(desk):
    for line in desk.chip.pixels.lines:
        line.pulses = Pulses()
    desk.tell(wire.LIMIT, 255, 20_000)
    colours = [(pixel, 255 - pixel, 7 * pixel % 256) for pixel in range(136)]
    for first in range(0, 136, wire.RUNS):
        part = list(enumerate(colours))[first : first + wire.RUNS]
        desk.light(*((pixel, 1, *colour, STEADY) for pixel, colour in part))
    desk.heard(0.3)
    shown = desk.chip.pixels.shown
    assert [(r, g, b) for g, r, b in struct.iter_unpack("BBB", shown)] == colours
    for line in desk.chip.pixels.lines:
        pulses = line.pulses
        assert 250 <= pulses.zero[0] <= pulses.zero[1] <= 550, pulses
        assert 650 <= pulses.one[0] <= pulses.one[1] <= 950, pulses
        assert 700 <= pulses.after_zero[0] <= pulses.after_zero[1] <= 1000 + EXACT, pulses
        assert 300 <= pulses.after_one[0] <= pulses.after_one[1] <= 600 + EXACT, pulses
        assert 650 <= pulses.period[0] <= pulses.period[1] <= 1850, pulses
        assert pulses.rest >= 300_000, pulses


def test_a_blink_goes_on_without_the_host_and_after_three_seconds_it_is_missed(desk):
    desk.light((5, 1, *RED, FAST))
    alone = desk.chip.chip.clock.nanos
    desk.chip.run(2.7)
    since = alone + 0.2e9
    blinks = [grb[15:18] for at, grb in desk.chip.pixels.past if at > since]
    assert 12 <= len(blinks) <= 14
    assert set(blinks) == {bytes((0, 200, 0)), bytes(3)}
    desk.chip.run(0.6)
    lit = [at for at in range(136) if any(desk.chip.pixels.shown[3 * at : 3 * at + 3])]
    assert len(lit) == 1 and current_draw(desk.chip.pixels.shown) < 140
    desk.tell(wire.PING, within=0.3)
    assert any(desk.chip.pixels.shown[15:18]) or desk.chip.pixels.past[-1][1][15:18] == bytes(3)


def test_the_current_stays_within_the_limit_and_is_measured(desk):
    desk.tell(wire.LIMIT, 255, 600)
    desk.light((0, 136, 255, 255, 255, STEADY))
    said = desk.heard(1.2)
    mA = [fields[5] for kind, fields in said if kind == wire.HEARTBEAT][-1]
    assert 500 < current_draw(desk.chip.pixels.shown) <= 600
    assert abs(mA - current_draw(desk.chip.pixels.shown)) <= 5


def test_a_picture_is_drawn_while_the_contacts_are_sampled(desk):
    desk.light((0, 60, 90, 90, 0, PULSE))
    desk.heard(0.1)
    desk.paces()
    desk.heard(0.5)
    paces = desk.paces()
    assert len(paces) > 85 and paces[-1] < 25


def test_a_contact_is_answered_in_light_soon(desk):
    """The host's own time left out, on a board that glows as in play.

    A collection of memory meanwhile costs 8 ms more; it is made when a hand has just been answered.
    `stardeck check` measures it on any board.
    """
    glowing = ((3 * at, 1, 60 + at, 40, 0, (STEADY, PULSE)[at % 4 == 0]) for at in range(24))
    desk.light(*glowing)
    late = sorted(answered(desk, 100 + nth) for nth in range(30))
    sys.stdout.write(f"contact to light: p50 {late[15]:.1f} ms, worst {late[-1]:.1f} ms\n")
    assert late[15] <= 12 and late[-1] < 30, "something waits that should not"


def answered(desk, blue):
    """ms from a contact that closes to the last bit of the picture that answers it."""
    desk.heard(0.17 + blue % 7 * 0.00077)
    begun = desk.chip.chip.clock.nanos
    desk.bench.press("key.yes")
    while not desk.edges(0.001):
        pass
    runs = [
        struct.pack(wire.RUN_FORMAT, pixel, 1, 0, 0, blue, STEADY) for pixel in (31, 47, 68, 127)
    ]
    desk.say(wire.LEDS, b"".join(runs))
    desk.heard(0.05)
    lit = [at for at, grb in desk.chip.pixels.past if grb[3 * 127 + 2] == blue]
    return (lit[0] - begun) / 1e6
