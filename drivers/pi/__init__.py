"""A board without a Pico: the firmware's modules on a Pi's pins, in their own process."""
