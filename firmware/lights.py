"""What the pixels show: colours with a rhythm, kept going here, never beyond the supply.

The host says a picture once; what blinks in it goes on blinking when the host stalls.
"""

import struct

from firmware import wire

STEADY, PULSE, DOUBLE, FAST, RUN, RUN_BACK = 0, 1, 2, 3, 4, 5  # as controller.scene.Glow
GLOW = 15  # the part of a manner that is the glow; the rest is the place in a running row

BREATH = 2000  # ms
# A cosine from 20 % up to full and down again.
PULSES = (
    51, 53, 59, 68, 81, 96, 114, 133, 153, 173, 192, 210, 225, 238, 247, 253,
    255, 253, 247, 238, 225, 210, 192, 173, 153, 133, 114, 96, 81, 68, 59, 53,
)  # fmt: skip
FLASH = 120  # ms; two of them, a flash apart, and then dark
ASK = 1200  # ms
WARN = 400  # ms; 2.5 flashes a second: three and more can harm photosensitive people
PACE = 150  # ms for a running light to go one pixel on
APART = 4  # pixels between running lights

IDLE = 1  # mA a WS2812B draws when dark (measured; nothing dims it) ...
PER_MA = 16  # ... and parts of red, green and blue to each further mA

POINT = (6, 8, 20)  # the wandering light that says nobody is speaking to the board
WANDER = 500  # ms to the next pixel


def level(manner, ms):
    """How bright a light of this manner is at this moment, 0 to 255."""
    glow, place = manner & GLOW, manner >> 4
    if glow == PULSE:
        return PULSES[ms % BREATH * len(PULSES) // BREATH]
    if glow == DOUBLE:
        return 255 if ms % ASK // FLASH in (0, 2) else 0
    if glow == FAST:
        return 255 if ms % WARN < WARN // 2 else 0
    if glow == RUN:
        return 255 if (place - ms // PACE) % APART == 0 else 0
    if glow == RUN_BACK:
        return 255 if (place + ms // PACE) % APART == 0 else 0
    return 255


def draw(pixels):
    """The mA that these GRB bytes take from the supply."""
    return len(pixels) // 3 * IDLE + (sum(pixels) + PER_MA - 1) // PER_MA


class Lights:
    """A chain of pixels as the host wants it, drawn as the moment and the supply allow."""

    def __init__(self, count):
        self.count = count
        self.wanted = bytearray(4 * count)  # red, green, blue, manner
        self._brightness = 255
        self._most = 2500  # mA; half of what the fuse carries
        self._looks = []
        self._lively = False
        self._fresh = True
        self._checksum = None

    @property
    def lively(self):
        """Some light has a rhythm, so the picture changes by itself."""
        self._dressed()
        return self._lively

    def take(self, runs):
        """Colour these runs of pixels; False when some of it makes no sense."""
        whole = len(runs) % wire.RUN_SIZE == 0
        for at in range(0, len(runs) - wire.RUN_SIZE + 1, wire.RUN_SIZE):
            first, many = struct.unpack_from("<HH", runs, at)
            end = min(first + many, self.count)
            whole = whole and end == first + many
            if first < end:
                self.wanted[4 * first : 4 * end] = runs[at + 4 : at + 8] * (end - first)
        self._fresh = False
        self._checksum = None
        return whole

    def limit(self, brightness, mA):
        """Dim everything to brightness of 255, and never draw more than this."""
        self._brightness = brightness
        self._most = mA
        self._fresh = False

    def checksum(self):
        """Of red, green, blue and manner of every pixel, as they were taken."""
        if self._checksum is None:
            self._checksum = wire.checksum(self.wanted)
        return self._checksum

    def pixels(self, ms):
        """The GRB bytes of every pixel at this moment."""
        picture = bytearray(3 * self.count)
        for manner, colour, places in self._dressed():
            bright = level(manner, ms)
            if bright:
                shown = colour if bright == 255 else faded(colour, bright, 255)
                for at in places:
                    picture[at : at + 3] = shown
        return picture

    def lost(self, ms):
        """One dim point wandering along a dark board: nobody is speaking to it."""
        picture = bytearray(3 * self.count)
        if self.count:
            red, green, blue = POINT
            at = ms // WANDER % self.count * 3
            picture[at : at + 3] = self._allowed(bytes((green, red, blue)), red + green + blue)
        return picture

    def _dressed(self):
        """The looks worn now: manner, colour at its brightest, and where in the picture."""
        if not self._fresh:
            self._looks = self._dress()
            self._lively = any(manner & GLOW for manner, _, _ in self._looks)
            self._fresh = True
        return self._looks

    def _dress(self):
        """The whole picture is scaled by its brightest moment, or steady lights would flicker."""
        worn = self._worn()
        colours = {look: self._dimmed(look) for look in worn}
        total = sum(sum(colours[look]) * len(worn[look]) for look in worn)
        return [(look[3], self._allowed(colours[look], total), worn[look]) for look in worn]

    def _worn(self):
        worn = {}
        for pixel in range(self.count):
            look = bytes(self.wanted[4 * pixel : 4 * pixel + 4])
            if look[0] or look[1] or look[2]:
                worn.setdefault(look, []).append(3 * pixel)
        return worn

    def _dimmed(self, look):
        return faded(bytes((look[1], look[0], look[2])), self._brightness, 255)

    def _allowed(self, colour, total):
        """This colour, in a picture that sums up to so much, as far as the supply bears it."""
        most = max(0, self._most - IDLE * self.count) * PER_MA
        return colour if total <= most else faded(colour, most, total)


def faded(colour, part, whole):
    """The same colour with a share of its light."""
    return bytes([light * part // whole for light in colour])
