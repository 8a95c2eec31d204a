"""Why a Pico has started, on either chip; the registers are those of the datasheets."""

from __future__ import annotations

import pytest

from firmware import wire
from firmware.start import BITES, cause

PICO, PICO_2 = "Raspberry Pi Pico with RP2040", "Raspberry Pi Pico2 with RP2350"
WATCHDOG = {PICO: 0x40058000, PICO_2: 0x400D8000}
CHIP_RESET = {PICO: 0x40064008, PICO_2: 0x4010002C}
POR, RUN = {PICO: 1 << 8, PICO_2: 1 << 16}, {PICO: 1 << 16, PICO_2: 1 << 18}
DIP = 1 << 17  # of the RP2350; the RP2040 sets POR for it
TIMER, FORCE = 1, 2


def started(name: str, reset: int, reason: int = 0, scratch: int = 0) -> int:
    """No other address may be read: on another chip it is another device's."""
    registers = {WATCHDOG[name] + 8: reason, WATCHDOG[name] + 0x1C: scratch}
    return cause(name, {**registers, CHIP_RESET[name]: reset})


@pytest.mark.parametrize("name", [PICO, PICO_2])
def test_a_start_is_told_by_its_cause(name):
    por = POR[name]
    assert started(name, por) == wire.POWER
    assert started(name, RUN[name]) == wire.BUTTON
    assert started(name, por, TIMER, BITES) == wire.BITTEN
    assert started(name, por, FORCE) == wire.ASKED, "machine.reset()"
    assert started(name, por, TIMER, 0) == wire.ASKED, "the loader, when it has flashed"


def test_only_a_pico_2_tells_a_dip_from_power_that_came_on():
    assert started(PICO_2, DIP) == wire.DIPPED
    assert started(PICO, POR[PICO]) == wire.POWER
