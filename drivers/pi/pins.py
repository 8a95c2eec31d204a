"""Which pin of the Pi is what, by its GPIO number; hardware.md draws it."""

from __future__ import annotations

LATCH = 25  # of the contacts' registers, on SPI 0 with its SCLK (11) and MISO (9)
ROW_DATA, ROW_CLOCK = 4, 16  # of the registers that pull the rows of a matrix down
CHAINS = (0, 0)  # the bus and device of the chains: /dev/spidev0.0
READERS = (1, 0)  # of the PN532s, whose MISO no other may drive: /dev/spidev1.0
SELECTS = (17, 27, 22)  # of readers 0, 1 and 2
READERS_RESET = 23
ANTENNAS = 24  # the latch of the registers that choose antennas
ENCODER = (5, 6)
TRACKS = (13, 12, 26)  # in the order of wire.CLOCK, DATA, HOME
PIXELS = "D10"  # the lights: SPI 0's MOSI, which needs no root up to the Pi 4
PIXELS_PI5 = "D18"  # there PIO makes the pulses, on a pin of its own
