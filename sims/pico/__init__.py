"""The virtual Pico: real MicroPython and firmware on an emulated chip, with simulated hardware."""
