"""Why the Pico has started, by the registers that a reset leaves as they are.

`machine.reset_cause` knows two causes: it takes every reset by the chip's own program, after
flashing too, for a bite of the watchdog, and a dip of the supply for power that came on.
"""

import sys

from machine import mem32

from firmware import wire

# RP2040: WATCHDOG 4.7.6, VREG_AND_CHIP_RESET 2.10.6. RP2350: WATCHDOG 12.9.7, POWMAN 6.4.
if "RP2350" in sys.implementation._machine:
    WATCHDOG, CHIP_RESET = 0x400D8000, 0x4010002C
    HAD_RUN, HAD_DIP = 1 << 18, 1 << 17
else:  # the RP2040 has one flag for power that comes on and power that dips
    WATCHDOG, CHIP_RESET = 0x40058000, 0x40064008
    HAD_RUN, HAD_DIP = 1 << 16, 0
REASON, SCRATCH4 = WATCHDOG + 0x08, WATCHDOG + 0x1C
BITES = 0x6AB73121  # the SDK leaves this in SCRATCH4 with a watchdog, and none with a wanted reset


def cause():
    """As HELLO tells it."""
    if mem32[REASON]:
        return wire.BITTEN if mem32[SCRATCH4] == BITES else wire.ASKED
    reset = mem32[CHIP_RESET]
    if reset & HAD_DIP:
        return wire.DIPPED
    return wire.BUTTON if reset & HAD_RUN else wire.POWER
