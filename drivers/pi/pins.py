"""The Pi's pins by GPIO number; hardware.md shows them in a drawing."""

from __future__ import annotations

from firmware.fit import Fit

CONTACT_LATCH = 25  # of the contacts' registers, on SPI 0 with its SCLK (11) and MISO (9)
ROW_DATA, ROW_CLOCK = 13, 12  # registers that pull a matrix's rows down; such a panel has no strip
CHAINS = (0, 0)  # the bus and device of the chains: /dev/spidev0.0
READERS = (1, 0)  # of the PN532s, whose MISO no other may drive: /dev/spidev1.0
SELECTS = (17, 27, 22)  # of readers 0, 1 and 2
READERS_RESET = 23
ANTENNAS = 24  # the latch of the registers that choose antennas
ENCODER = (5, 6)
TRACKS = (13, 12, 26)  # in the order of wire.CLOCK, DATA, HOME
PIXELS = "D10"  # the lights: SPI 0's MOSI, which needs no root up to the Pi 4
PIXELS_PI5 = "D18"  # there PIO makes the pulses, on a pin of its own

# What config.txt gives to the kernel: its buses, and the selects that come with them.
SPI0 = {"SR_CLK": 11, "SR_DATA": 9, "LED_DATA": 10, "CE0": 8, "CE1": 7}  # dtparam=spi=on
SPI1 = {"NFC_SCK": 21, "NFC_MOSI": 20, "NFC_MISO": 19, "CE0_1": 16}  # dtoverlay=spi1-1cs,cs0_pin=16


def used_pins(fit: Fit) -> list[tuple[str, int]]:
    """Return every pin that a panel uses on a Pi, including the kernel's and a Pi 5's light pin."""
    found = [*SPI0.items(), ("SR_LATCH", CONTACT_LATCH), ("LED_DATA_PI5", int(PIXELS_PI5[1:]))]
    if fit.matrix:
        found += [("ROW_DATA", ROW_DATA), ("ROW_CLK", ROW_CLOCK)]
    if fit.rolls:
        found += zip(("ENC_A", "ENC_B"), ENCODER, strict=True)
        found += zip(("STRIP_CLOCK", "STRIP_DATA", "STRIP_HOME"), TRACKS, strict=True)
    if fit.chips:
        selects = [(f"CS of reader {at}", pin) for at, pin in enumerate(SELECTS[: fit.chips])]
        found += [*SPI1.items(), *selects, ("NFC_RESET", READERS_RESET)]
    if fit.antennas:
        found.append(("ANT_LATCH", ANTENNAS))
    return found
