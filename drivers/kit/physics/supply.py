"""The lights' 5 V: what a picture draws, how far it reaches, which fuse and which wire carry it.

Currents in A, voltages in V, resistances in Ω, lengths in m, cross-sections in mm².
"""

from __future__ import annotations

from msgspec import Struct

from firmware import lights

RAIL = 5.0
LEAST = 4.5  # V that the last pixel must have: blue fades below, and the Pico complains at 4.4
WHITE: float = lights.draw(b"\xff\xff\xff") / 1000  # A of one pixel, 1 + (R + G + B) / 16 mA
BRANCH = 30  # pixels behind one resettable fuse
HOLD = 1.85  # A that it holds for ever
STRIP = 0.25  # Ω to the metre, one conductor of a strip: copper 35 µm thick, 2 mm wide
COPPER = 0.0178  # Ω mm²/m at 20 °C

FUSES = (1.0, 2.0, 3.0, 5.0, 7.5, 10.0, 15.0, 20.0)  # blade fuses
BRICKS = (4.0, 6.0, 8.0, 10.0, 16.0, 20.0, 30.0, 40.0)
# What a wire carries for ever, several in a bundle, at 30 °C (DIN VDE 0298-4; the thin ones 0891).
WIRES = {0.14: 2.0, 0.25: 4.0, 0.5: 7.0, 0.75: 12.0, 1.5: 18.0, 2.5: 26.0, 4.0: 34.0}
THICKEST = 6.0  # mm², more goes into no terminal and on no pixel
STURDY = 0.75  # mm², what one leads from the brick even where less would carry it
SPARE = 2.0  # a fuse carries twice what the program lets through, and ages well
CLEARLY = 1.6  # a brick gives so much more than the fuse, or a short glows instead of blowing it


class Supply(Struct, frozen=True):
    """Brick, fuse, branches and wire of one panel."""

    pixels: int
    limit: float  # A, held by the program
    fuse: float
    brick: float
    wire: float  # mm², from the brick to the branches
    far: float  # m of wire to the farthest branch, one way
    pitch: float  # m from pixel to pixel

    @property
    def branches(self) -> int:
        return -(-self.pixels // BRANCH)

    @property
    def white(self) -> float:
        """All of them, if nothing held it back."""
        return float(lights.draw(b"\xff\xff\xff" * self.pixels)) / 1000

    @property
    def lowest(self) -> float:
        """At the middle of a branch that is white, fed at both ends, all that is allowed in it."""
        drawn = min(self.limit, min(self.pixels, BRANCH) * WHITE)
        return RAIL - self.limit * wire_ohms(self.wire, 0.3) - drawn * self.to_middle

    @property
    def to_middle(self) -> float:
        """Ω from the bar to the middle of a branch, there and back, two ways side by side."""
        feed = wire_ohms(self.wire, self.far) / 2
        along = 2 * STRIP * BRANCH * self.pitch / 8
        return feed + along


def wire_ohms(area: float, far: float) -> float:
    """There and back."""
    return 2 * COPPER * far / area


def carried(area: float) -> float:
    """A that a wire carries: as much as the next thinner one in the table."""
    return max((amps for known, amps in WIRES.items() if known <= area), default=0.0)


def supplied(pixels: int, limit: float, far: float, pitch: float, wire: float) -> Supply | None:
    """Fuse and brick for this limit; None where nobody sells such."""
    fuse = next((one for one in FUSES if one >= SPARE * limit), None)
    brick = next((one for one in BRICKS if fuse and one >= CLEARLY * fuse), None)
    if fuse is None or brick is None:
        return None
    return Supply(pixels, limit, fuse, brick, wire, far, pitch)


def wired(limit: float, far: float) -> float:
    """The thinnest wire that outlasts the fuse and reaches the farthest branch."""
    fuse = next((one for one in FUSES if one >= SPARE * limit), FUSES[-1])
    return next(
        (
            area
            for area, amps in WIRES.items()
            if area >= STURDY and amps >= fuse and wire_ohms(area, far) * limit / 2 < 0.1
        ),
        max(WIRES),
    )
