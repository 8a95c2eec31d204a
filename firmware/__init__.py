"""Feels and lights: runs on the Pico under MicroPython and, all but its pins, on a PC."""
