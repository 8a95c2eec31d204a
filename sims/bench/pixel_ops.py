"""Replacements for firmware/pixel_ops.py that are fast in CPython: whole columns at once."""

from __future__ import annotations

from functools import lru_cache

from firmware.pixel_ops import GLOW, wear

__all__ = ["dim", "glows", "paint", "scale", "wear"]

# The index of a manner's level among the levels of a moment.
PLACES = bytes((manner & GLOW) << 4 | manner >> 4 for manner in range(256))


def dim(wanted: bytearray, brightness: int, bright: bytearray, count: int) -> int:
    """Write the wanted colours, dimmed, to `bright` in GRB; return their sum."""
    dimmed = fractions(brightness, 255)
    for place, light in enumerate((1, 0, 2)):
        bright[place::3] = wanted[light::4].translate(dimmed)
    return sum(bright)


@lru_cache(maxsize=256)
def fractions(part: int, whole: int) -> bytes:
    """Return part / whole of every brightness from 0 to 255."""
    return bytes(light * part // whole for light in range(256))


def scale(bright: bytearray, part: int, whole: int, count: int) -> None:
    """Scale all colours by part / whole."""
    bright[:] = bright.translate(fractions(part, whole))


def glows(wanted: bytearray, count: int) -> int:
    """Return a bit for each rhythm that a lit pixel has."""
    looks = {bytes(look) for look in zip(*(wanted[at::4] for at in range(4)), strict=True)}
    found = 0
    for look in looks:
        if any(look[:3]):
            found |= 1 << (look[3] & GLOW)
    return found


def paint(
    bright: bytearray, wanted: bytearray, moment: bytearray, picture: bytearray, count: int
) -> None:
    """Write the picture of this moment: each colour by its rhythm's level."""
    picture[:] = bright
    parts = wanted[3::4].translate(PLACES).translate(moment)
    for pixel, part in enumerate(parts):
        if part != 255:
            for at in range(3 * pixel, 3 * pixel + 3):
                picture[at] = bright[at] * part // 255
