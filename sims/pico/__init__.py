"""The virtual Pico: real MicroPython, real firmware, and the electronics on its pins."""
