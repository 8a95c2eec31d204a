"""What takes too long in Python, in the machine's own code."""

import micropython


@micropython.viper
def divided(data: ptr8, count: int, crc: int) -> int:
    """Return the CRC-16/CCITT, a byte at a time, without a table."""
    for at in range(count):
        crc = (crc >> 8 | crc << 8) & 0xFFFF ^ data[at]
        crc ^= (crc & 0xFF) >> 4
        crc ^= crc << 12 & 0xFFFF
        crc ^= (crc & 0xFF) << 5
    return crc


def crc_hqx(data, crc):
    """Return the CRC, as binascii does on a PC."""
    return divided(data, len(data), crc)


@micropython.viper
def unpacked(frame: ptr8, count: int, out: ptr8) -> int:
    """Undo COBS into `out`; return how many bytes came out, or -1 if it was none."""
    at = size = 0
    while at < count:
        code = int(frame[at])
        end = at + code
        if code == 0 or end > count:
            return -1
        at += 1
        while at < end:
            if frame[at] == 0:
                return -1
            out[size] = frame[at]
            size += 1
            at += 1
        if code < 255 and at < count:
            out[size] = 0
            size += 1
    return size


def unstuff(frame):
    """As the cobs package has it on a PC."""
    out = bytearray(len(frame))
    size = unpacked(frame, len(frame), out)
    if size < 0:
        raise ValueError("not COBS")
    return bytes(out[:size])


@micropython.viper
def packed(body: ptr8, count: int, out: ptr8) -> int:
    """Write COBS into `out`; return how many bytes it takes.

    No body is so long that a block would be full.
    """
    start = 0
    at = 1
    for place in range(count):
        byte = int(body[place])
        if byte:
            out[at] = byte
        else:
            out[start] = at - start
            start = at
        at += 1
    out[start] = at - start
    return at


def stuff(body):
    """As the cobs package has it on a PC."""
    out = bytearray(len(body) + 1)
    packed(body, len(body), out)
    return bytes(out)


# As pixel_ops.py has them. A pixel as it is wanted is one word; x // 255 needs no division.


@micropython.viper
def wear(wanted: ptr8, count: int, runs: ptr8, size: int) -> int:
    whole = 1 if size & 7 == 0 else 0
    at = 0
    while at + 8 <= size:
        first = int(runs[at]) | int(runs[at + 1]) << 8
        end = first + (int(runs[at + 2]) | int(runs[at + 3]) << 8)
        if end > count:
            end = count
            whole = 0
        place = 4 * first
        while place < 4 * end:
            wanted[place] = runs[at + 4]
            wanted[place + 1] = runs[at + 5]
            wanted[place + 2] = runs[at + 6]
            wanted[place + 3] = runs[at + 7]
            place += 4
        at += 8
    return whole


@micropython.viper
def dim(wanted: ptr32, brightness: int, bright: ptr8, count: int) -> int:
    total = at = 0
    for pixel in range(count):
        look = int(wanted[pixel])
        if look & 0xFFFFFF:
            green = (look >> 8 & 255) * brightness
            red = (look & 255) * brightness
            blue = (look >> 16 & 255) * brightness
            green = (green + 1 + (green >> 8)) >> 8
            red = (red + 1 + (red >> 8)) >> 8
            blue = (blue + 1 + (blue >> 8)) >> 8
            bright[at] = green
            bright[at + 1] = red
            bright[at + 2] = blue
            total += green + red + blue
        else:
            bright[at] = bright[at + 1] = bright[at + 2] = 0
        at += 3
    return total


@micropython.viper
def scale(bright: ptr8, part: int, whole: int, count: int):
    at = 0
    end = 3 * count
    while at < end:
        light = int(bright[at])
        if light:
            bright[at] = light * part // whole
        at += 1


@micropython.viper
def glows(wanted: ptr32, count: int) -> int:
    found = 0
    for pixel in range(count):
        look = int(wanted[pixel])
        if look & 0xFFFFFF:
            found |= 1 << (look >> 24 & 15)
    return found


@micropython.viper
def paint(bright: ptr8, wanted: ptr32, moment: ptr8, picture: ptr8, count: int):
    at = 0
    for pixel in range(count):
        look = int(wanted[pixel])
        part = int(moment[look >> 20 & 0xF0 | look >> 28 & 15]) if look & 0xFFFFFF else 0
        if part == 255:
            picture[at] = bright[at]
            picture[at + 1] = bright[at + 1]
            picture[at + 2] = bright[at + 2]
        elif part:
            for end in range(at, at + 3):
                light = int(bright[end]) * part
                picture[end] = (light + 1 + (light >> 8)) >> 8
        else:
            picture[at] = picture[at + 1] = picture[at + 2] = 0
        at += 3
