"""Operations on every pixel of a picture, which are slow in a Pico's Python.

firmware/pico/native.py does the same in native code. A wanted pixel is red, green, blue, manner; a
sent one is green, red, blue.
"""

import struct

from firmware import wire

GLOW = 15  # the part of a manner that is the glow; the rest is the place in a running row


def wear(wanted, count, runs, size):
    """Colour these runs of pixels; False if any are invalid."""
    whole = size % wire.RUN_SIZE == 0
    for at in range(0, size - wire.RUN_SIZE + 1, wire.RUN_SIZE):
        first, many = struct.unpack_from("<HH", runs, at)
        end = min(first + many, count)
        whole = whole and end == first + many
        if first < end:
            wanted[4 * first : 4 * end] = runs[at + 4 : at + 8] * (end - first)
    return whole


def dim(wanted, brightness, bright, count):
    """Write all pixels dimmed to `bright`; return the sum."""
    total = 0
    for pixel in range(count):
        red, green, blue, _ = wanted[4 * pixel : 4 * pixel + 4]
        shown = bytes([light * brightness // 255 for light in (green, red, blue)])
        bright[3 * pixel : 3 * pixel + 3] = shown
        total += sum(shown)
    return total


def scale(bright, part, whole, count):
    """Scale all light by part / whole."""
    for at in range(3 * count):
        bright[at] = bright[at] * part // whole


def glows(wanted, count):
    """Return a bit for each glow of a lit pixel."""
    found = 0
    for at in range(0, 4 * count, 4):
        if wanted[at] or wanted[at + 1] or wanted[at + 2]:
            found |= 1 << (wanted[at + 3] & GLOW)
    return found


def paint(bright, wanted, moment, picture, count):
    """Write the picture, with this level for each glow and place."""
    for pixel in range(count):
        manner = wanted[4 * pixel + 3]
        part = moment[(manner & GLOW) << 4 | manner >> 4]
        for at in range(3 * pixel, 3 * pixel + 3):
            picture[at] = bright[at] * part // 255


def hasten(native):
    """Replace these functions by native code with the same results."""
    global wear, dim, scale, glows, paint
    wear, dim, scale, glows, paint = (
        native.wear,
        native.dim,
        native.scale,
        native.glows,
        native.paint,
    )
