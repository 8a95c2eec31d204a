"""Touches the world: the serial line, the pins, the lights."""
