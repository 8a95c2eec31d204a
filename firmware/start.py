"""Why a Pico has started, by registers that survive a reset.

`machine.reset_cause` knows only two causes: it takes every reset by software, also after flashing,
for the watchdog, and a dip of the supply for power-up.
"""

from firmware import wire

# Addresses of WATCHDOG and CHIP_RESET, bits of the RUN pin and of a supply that dipped.
# RP2040 datasheet 4.7.6 and 2.10.6: it has one flag for power that comes on and power that dips.
RP2040 = (0x40058000, 0x40064008, 1 << 16, 0)
RP2350 = (0x400D8000, 0x4010002C, 1 << 18, 1 << 17)  # its datasheet, 12.9.7 and 6.4
REASON, SCRATCH4 = 0x08, 0x1C  # of WATCHDOG
BITES = 0x6AB73121  # the SDK sets this in SCRATCH4 for a watchdog, not for a requested reset


def cause(name, memory):
    """Return the cause for HELLO; `name` is the machine's, `memory` has words by address."""
    watchdog, chip_reset, run_pin, dip = RP2350 if "RP2350" in name else RP2040
    if memory[watchdog + REASON]:
        return wire.BITTEN if memory[watchdog + SCRATCH4] == BITES else wire.ASKED
    reset = memory[chip_reset]
    if reset & dip:
        return wire.DIPPED
    return wire.BUTTON if reset & run_pin else wire.POWER
