"""What every pin of the virtual Pico does from the first moment on, beside what datasheets ask."""

import pytest
from rp2040py.gpio_pin import GPIOPinState

from firmware.pico import pins
from firmware.pico.pins import (
    ANTENNAS,
    BUZZER,
    CHAINS,
    CLOCK,
    ENCODER,
    LATCH,
    PIXEL_PINS,
    READERS_RESET,
    SELECTS,
    TRACKS,
)
from sims.pico.electronics import Strokes

pytestmark = [pytest.mark.pico, pytest.mark.hil]
LOW, HIGH = GPIOPinState.LOW, GPIOPinState.HIGH
AT_REST = {
    CLOCK: LOW,
    LATCH: HIGH,
    **dict.fromkeys(PIXEL_PINS[:2], LOW),  # the others are the encoder's here
    **dict.fromkeys(SELECTS, HIGH),
    READERS_RESET: HIGH,
    ANTENNAS: LOW,
    BUZZER: LOW,
}
FELT = {*CHAINS, *ENCODER, *TRACKS, pins.MISO, pins.VOLTS, pins.AMPS}


def test_from_the_first_moment_on_no_pin_does_what_it_should_not(desk):
    """An output goes to its rest at once; an input is never driven against its sensor."""
    driven: dict[int, list[GPIOPinState]] = {pin: [] for pin in range(29)}
    listening = [True]

    def listener(pin):
        return lambda new, old: (
            driven[pin].append(new) if listening and new in (LOW, HIGH) else None
        )

    for pin in driven:
        desk.chip.chip.gpio[pin].add_listener(listener(pin))
    desk.power_on()
    listening.clear()
    assert {pin: driven[pin][:1] for pin in AT_REST} == {pin: [at] for pin, at in AT_REST.items()}
    assert not any(driven[pin] for pin in FELT)
    assert driven[READERS_RESET] == [HIGH, LOW, HIGH], "once: who was left in mid-answer forgets it"


def test_registers_and_readers_are_given_their_time(desk):
    """Latch and clock for a metre of ribbon and 108 registers; SPI as a PN532 takes it."""
    desk.chip.registers.strokes = Strokes()
    desk.chip.readers.clashes.clear()
    desk.heard(0.2)
    strokes = desk.chip.registers.strokes
    assert 1000 <= strokes.latch < 3000, strokes
    assert min(strokes.settled, strokes.high, strokes.low) >= 250, strokes
    assert desk.chip.readers.clashes == []
