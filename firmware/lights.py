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

DARK = bytes(4)  # the look of a pixel that is off, whatever its manner
BLACK = bytes(3)

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
    """A chain of pixels as the host wants it, drawn as the moment and the supply allow.

    A Pico has no time to draw all of it whenever a light changes: the picture of what has no
    rhythm is kept, and only what changed is painted over.
    """

    def __init__(self, count):
        self.count = count
        self.wanted = bytearray(4 * count)  # red, green, blue, manner
        self._brightness = 255
        self._most = 2500  # mA; half of what the fuse carries
        self._looks = [DARK] * count
        self._places = {}  # of each look with a rhythm, in the picture
        self._colours = {}  # look: its colour in GRB, dimmed, and the sum of that
        self._total = 0  # of all pixels at their brightest
        self._scaled = False  # the supply does not bear it
        self._changed = []  # pixels
        self._steady = bytearray(3 * count)
        self._lively = []  # manner, colour at its brightest, places
        self._fresh = True
        self._checksum = None

    @property
    def lively(self):
        """Some light has a rhythm, so the picture changes by itself."""
        self._dress()
        return bool(self._lively)

    def take(self, runs):
        """Colour these runs of pixels; False when some of it makes no sense."""
        whole = len(runs) % wire.RUN_SIZE == 0
        for at in range(0, len(runs) - wire.RUN_SIZE + 1, wire.RUN_SIZE):
            first, many = struct.unpack_from("<HH", runs, at)
            end = min(first + many, self.count)
            whole = whole and end == first + many
            if first < end:
                look = bytes(runs[at + 4 : at + 8])
                self.wanted[4 * first : 4 * end] = look * (end - first)
                self._wear(first, end, look if look[0] or look[1] or look[2] else DARK)
        self._fresh = False
        self._checksum = None
        return whole

    def limit(self, brightness, mA):
        """Dim everything to brightness of 255, and never draw more than this."""
        self._brightness = brightness
        self._most = mA
        self._colours = {}
        self._total = sum([self._colour(look)[1] for look in self._looks])
        self._changed = range(self.count)
        self._fresh = False

    def checksum(self):
        """Of red, green, blue and manner of every pixel, as they were taken."""
        if self._checksum is None:
            self._checksum = wire.checksum(self.wanted)
        return self._checksum

    def pixels(self, ms):
        """The GRB bytes of every pixel at this moment."""
        self._dress()
        picture = bytearray(self._steady)
        for manner, colour, places in self._lively:
            bright = level(manner, ms)
            if bright:
                shown = faded(colour, bright, 255)
                for at in places:
                    picture[at : at + 3] = shown
        return picture

    def lost(self, ms):
        """One dim point wandering along a dark board: nobody is speaking to it."""
        picture = bytearray(3 * self.count)
        if self.count:
            red, green, blue = POINT
            at = ms // WANDER % self.count * 3
            whole = sum(POINT)
            picture[at : at + 3] = faded(bytes((green, red, blue)), self._borne(whole), whole)
        return picture

    def _wear(self, first, end, look):
        """These pixels look like this from now on."""
        changed = [pixel for pixel in range(first, end) if self._looks[pixel] != look]
        for pixel in changed:
            old = self._looks[pixel]
            self._looks[pixel] = look
            self._total += self._colour(look)[1] - self._colour(old)[1]
            if old[3] & GLOW:
                self._places[old].remove(3 * pixel)
            if look[3] & GLOW:
                self._places.setdefault(look, []).append(3 * pixel)
        self._changed = list(self._changed) + changed

    def _dress(self):
        """The whole picture is scaled by its brightest moment, or steady lights would flicker."""
        if self._fresh:
            return
        scaled = self._borne(self._total) < self._total
        for pixel in range(self.count) if scaled or self._scaled else self._changed:
            look = self._looks[pixel]
            colour = BLACK if look[3] & GLOW else self._worn(look)
            self._steady[3 * pixel : 3 * pixel + 3] = colour
        self._places = {look: places for look, places in self._places.items() if places}
        self._lively = [(look[3], self._worn(look), at) for look, at in self._places.items()]
        self._scaled = scaled
        self._changed = []
        self._fresh = True

    def _worn(self, look):
        """Its colour at its brightest, in the picture as it is."""
        return faded(self._colour(look)[0], self._borne(self._total), self._total)

    def _colour(self, look):
        if look not in self._colours:
            if len(self._colours) > 2 * self.count:
                self._colours = {}
            grb = faded(bytes((look[1], look[0], look[2])), self._brightness, 255)
            self._colours[look] = grb, sum(grb)
        return self._colours[look]

    def _borne(self, total):
        """So much of a sum of red, green and blue as the supply bears."""
        return min(total, max(0, self._most - IDLE * self.count) * PER_MA)


def faded(colour, part, whole):
    """The same colour with a share of its light."""
    if part == whole:
        return colour
    return bytes([light * part // whole for light in colour])
