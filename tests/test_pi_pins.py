"""What hangs on the Pi's own pins: keys, a roller, NeoPixels. No Pi needed."""

from __future__ import annotations

import pytest
from adafruit_pixelbuf import PixelBuf
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from controller.scene import DARK, Glow
from controller.values import Site, Unsure
from drivers.clock import StepClock
from drivers.keys import Keys
from drivers.roller import Roller
from drivers.strip import PinStrip
from drivers.wiring import KeyFile, PiRollerFile
from firmware.lights import current_draw

YES, NO, ROLLER = Site("key.yes"), Site("key.no"), Site("roller")


@pytest.fixture
def pins():
    factory = Device.pin_factory = MockFactory()
    yield factory
    factory.reset()


def test_a_key_on_a_pin_is_heard_once_for_each_press(pins):
    clock = StepClock()
    keys = Keys([KeyFile(YES, 17), KeyFile(NO, 27)], clock)
    pins.pin(17).drive_low()
    pins.pin(17).drive_high()
    clock.sleep(1.0)
    pins.pin(27).drive_low()
    assert list(keys.drain()) == [(YES, None, 1.0), (NO, None, 2.0)]
    assert not list(keys.drain())
    keys.close()


def cycle(pins, a, b, times=1):
    """Full quadrature cycles, A before B."""
    for _ in range(times):
        a.drive_low()
        b.drive_low()
        a.drive_high()
        b.drive_high()


def test_a_roller_on_two_pins_counts_rows_and_knows_that_it_does_not_know_where(pins):
    roller = Roller(PiRollerFile(ROLLER, 5, 6, steps_per_row=10), StepClock())
    ((site, found, since),) = roller.drain()
    assert (site, found) == (ROLLER, Unsure(0, since))
    cycle(pins, pins.pin(5), pins.pin(6), 20)
    ((_, found, _),) = roller.drain()
    assert found in (Unsure(2, since), Unsure(-2, since))
    cycle(pins, pins.pin(6), pins.pin(5), 15)
    ((_, back, _),) = roller.drain()
    assert back in (Unsure(0.5, since), Unsure(-0.5, since))
    roller.close()


class Pixels(PixelBuf):
    """NeoPixels that remember what went out on their pin."""

    def __init__(self, count):
        self.sent = []
        super().__init__(count, byteorder="GRB")

    def _transmit(self, buffer):
        self.sent.append(bytes(buffer))


def test_neopixels_on_a_pin_get_the_frame_in_their_own_order():
    pixels = Pixels(3)
    PinStrip(pixels, 255, 2500).show([(10, 20, 30, 0), DARK, (1, 2, 3, 0)], 0.0)
    assert pixels.sent == [bytes((20, 10, 30, 0, 0, 0, 2, 1, 3))]


def test_a_steady_frame_goes_out_once_and_a_blinking_one_keeps_its_rhythm():
    pixels = Pixels(1)
    strip = PinStrip(pixels, 255, 2500)
    for tick in range(10):
        strip.show([(9, 9, 9, int(Glow.STEADY))], tick / 10)
    assert len(pixels.sent) == 1
    for tick in range(10):
        strip.show([(9, 9, 9, int(Glow.FAST))], tick / 10)
    assert {bytes(3), bytes((9, 9, 9))} <= set(pixels.sent)


@pytest.mark.parametrize("limit", [200, 500, 2500])
def test_a_white_board_is_scaled_to_the_current_it_may_draw(limit):
    pixels = Pixels(120)
    PinStrip(pixels, 255, limit).show([(255, 255, 255, 0)] * 120, 0.0)
    assert current_draw(pixels.sent[-1]) <= limit
    assert max(pixels.sent[-1]) > 0
