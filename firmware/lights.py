"""The pixels: colours with a rhythm, animated here, within the current limit.

The host sends a picture once; it goes on blinking when the host stalls.
"""

from firmware import pixel_ops, wire

STEADY, PULSE, DOUBLE, FAST, RUN, RUN_BACK = 0, 1, 2, 3, 4, 5  # as controller.scene.Glow

GLOWS = (PULSE, DOUBLE, FAST, RUN, RUN_BACK)  # those with a rhythm

BREATH_MS = 2000  # ms
# A cosine from 20 % up to full and down again.
PULSES = (
    51, 53, 59, 68, 81, 96, 114, 133, 153, 173, 192, 210, 225, 238, 247, 253,
    255, 253, 247, 238, 225, 210, 192, 173, 153, 133, 114, 96, 81, 68, 59, 53,
)  # fmt: skip
FLASH = 120  # ms; two flashes, this long apart, then dark
ASK = 1200  # ms
WARN = 400  # ms; 2.5 flashes a second: three and more can harm photosensitive people
RUN_PACE = 150  # ms for a running light to go one pixel on
RUN_SPACING = 4  # pixels between running lights; divides sixteen

DARK_PIXEL = 1  # mA a dark WS2812B draws (measured, always)
PER_MA = 16  # parts of red, green and blue per further mA

WANDERING_LIGHT = (6, 8, 20)  # the wandering light of a board without a host
WANDER = 500  # ms to the next pixel


def brightness_at(manner, ms):
    """Return how bright a light of this manner is at this moment, 0 to 255."""
    glow, place = manner & pixel_ops.GLOW, manner >> 4
    if glow == PULSE:
        return PULSES[ms % BREATH_MS * len(PULSES) // BREATH_MS]
    if glow == DOUBLE:
        return 255 if ms % ASK // FLASH in (0, 2) else 0
    if glow == FAST:
        return 255 if ms % WARN < WARN // 2 else 0
    if glow == RUN:
        return 255 if (place - ms // RUN_PACE) % RUN_SPACING == 0 else 0
    if glow == RUN_BACK:
        return 255 if (place + ms // RUN_PACE) % RUN_SPACING == 0 else 0
    return 255


def glow_levels(glow, ms):
    """Return the brightness of this glow at each of sixteen places."""
    if glow not in (RUN, RUN_BACK):
        return bytes([brightness_at(glow, ms)]) * 16
    return bytes([brightness_at(glow | place << 4, ms) for place in range(RUN_SPACING)]) * (
        16 // RUN_SPACING
    )


def current_draw(pixels):
    """Return the mA that these GRB bytes take from the supply."""
    return len(pixels) // 3 * DARK_PIXEL + (sum(pixels) + PER_MA - 1) // PER_MA


class Lights:
    """A chain of pixels, animated, and limited in current."""

    def __init__(self, count):
        self.count = count
        self.wanted = bytearray(4 * count)  # red, green, blue, manner
        self._brightness = 255
        self._most = 2500  # mA; half of what the fuse carries
        self._bright = bytearray(3 * count)  # each pixel at its brightest, within the current limit
        self._rhythms = []  # glows
        self._moment = bytearray(b"\xff" * 256)  # the level of each glow and place
        self._picture = bytearray(3 * count)
        self._spare = bytearray(3 * count)
        self._fresh = True
        self._drawn = True  # the picture is of this moment
        self._checksum = None

    @property
    def lively(self):
        """True if a light has a rhythm."""
        self._dress()
        return bool(self._rhythms)

    def take(self, runs):
        """Colour these runs of pixels; False if any are invalid."""
        whole = pixel_ops.wear(self.wanted, self.count, runs, len(runs))
        self._fresh = False
        self._checksum = None
        return bool(whole)

    def limit(self, brightness, mA):
        """Set the brightness, of 255, and the current limit."""
        self._brightness = brightness
        self._most = mA
        self._fresh = False

    def checksum(self):
        """Return the checksum of all pixels' red, green, blue and manner, as received."""
        if self._checksum is None:
            self._checksum = wire.checksum(self.wanted)
        return self._checksum

    def pixels(self, ms):
        """Return the GRB bytes at this moment; valid until the call after the next."""
        self._dress()
        for glow in self._rhythms:
            self._set(glow, glow_levels(glow, ms))
        if not self._drawn:
            self._picture, self._spare = self._spare, self._picture
            pixel_ops.paint(self._bright, self.wanted, self._moment, self._picture, self.count)
            self._drawn = True
        return self._picture

    def lost(self, ms):
        """Return the GRB bytes of one dim point that wanders over a dark board without a host."""
        picture = bytearray(3 * self.count)
        if self.count:
            red, green, blue = WANDERING_LIGHT
            at = ms // WANDER % self.count * 3
            whole = sum(WANDERING_LIGHT)
            part = self._borne(whole)
            picture[at : at + 3] = bytes([light * part // whole for light in (green, red, blue)])
        return picture

    def _set(self, glow, now):
        if self._moment[16 * glow : 16 * glow + 16] != now:
            self._moment[16 * glow : 16 * glow + 16] = now
            self._drawn = False

    def _dress(self):
        """Dim all pixels by their brightest moment, as steady lights would flicker otherwise."""
        if self._fresh:
            return
        total = pixel_ops.dim(self.wanted, self._brightness, self._bright, self.count)
        borne = self._borne(total)
        if borne < total:
            pixel_ops.scale(self._bright, borne, total, self.count)
        found = pixel_ops.glows(self.wanted, self.count)
        self._rhythms = [glow for glow in GLOWS if found >> glow & 1]
        self._fresh = True
        self._drawn = False

    def _borne(self, total):
        """Return the part of a sum of colours that the limit allows."""
        return min(total, max(0, self._most - DARK_PIXEL * self.count) * PER_MA)
