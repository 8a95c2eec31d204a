"""The 5 V of the lights: current, voltage drop, fuse and wire.

Currents in A, voltages in V, resistances in Ω, lengths in m, cross-sections in mm².
"""

from __future__ import annotations

from msgspec import Struct

from firmware import lights

RAIL = 5.0
# V that the last pixel needs: blue fades below it, and the Pico reports a fault at 4.4
LEAST_VOLTAGE = 4.5
# A of one pixel, 1 + (R + G + B) / 16 mA
WHITE_AMPS: float = lights.current_draw(b"\xff\xff\xff") / 1000
BRANCH = 30  # pixels behind one resettable fuse
HOLD_AMPS = 1.85  # A that it carries permanently
STRIP = 0.25  # Ω per metre, one conductor of a strip: copper 35 µm thick, 2 mm wide
COPPER = 0.0178  # Ω mm²/m at 20 °C

FUSES = (1.0, 2.0, 3.0, 5.0, 7.5, 10.0, 15.0, 20.0)  # blade fuses
BRICKS = (4.0, 6.0, 8.0, 10.0, 16.0, 20.0, 30.0, 40.0)
# A that a wire in a bundle carries permanently at 30 °C (DIN VDE 0298-4; the thin ones 0891).
WIRES = {0.14: 2.0, 0.25: 4.0, 0.5: 7.0, 0.75: 12.0, 1.5: 18.0, 2.5: 26.0, 4.0: 34.0}
THICKEST = 6.0  # mm²; anything thicker fits no terminal and no pixel
STURDY = 0.75  # mm², the least for the brick's wires, for strength
FUSE_FACTOR = 2.0  # a fuse is rated at twice the program's limit, so that it does not age
# a brick must exceed the fuse by this, or a short circuit would glow instead of blowing it
BRICK_MARGIN = 1.6


class Supply(Struct, frozen=True):
    """Power supply, fuse, branches and wire of one panel."""

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
        """The current of all pixels at full white without the program's limit."""
        return float(lights.current_draw(b"\xff\xff\xff" * self.pixels)) / 1000

    @property
    def lowest(self) -> float:
        """The lowest voltage at a pixel: mid-branch, fed at both ends, at the allowed current."""
        drawn = min(self.limit, min(self.pixels, BRANCH) * WHITE_AMPS)
        return RAIL - self.limit * wire_ohms(self.wire, 0.3) - drawn * self.to_middle

    @property
    def to_middle(self) -> float:
        """Ω from the supply bar to mid-branch and back, over two parallel paths."""
        feed = wire_ohms(self.wire, self.far) / 2
        along = 2 * STRIP * BRANCH * self.pitch / 8
        return feed + along


def wire_ohms(area: float, far: float) -> float:
    """Return the resistance of a wire there and back."""
    return 2 * COPPER * far / area


def wire_rating(area: float) -> float:
    """Return the A that a wire may carry: the rating of the next thinner one in the table."""
    return max((amps for known, amps in WIRES.items() if known <= area), default=0.0)


def choose_supply(
    pixels: int, limit: float, far: float, pitch: float, wire: float
) -> Supply | None:
    """Return a supply with the fuse and brick for this limit; None if none is large enough."""
    fuse = next((one for one in FUSES if one >= FUSE_FACTOR * limit), None)
    brick = next((one for one in BRICKS if fuse and one >= BRICK_MARGIN * fuse), None)
    if fuse is None or brick is None:
        return None
    return Supply(pixels, limit, fuse, brick, wire, far, pitch)


def choose_wire(limit: float, far: float) -> float:
    """Return the thinnest wire rated for the fuse that drops less than 0.1 V, or the thickest."""
    fuse = next((one for one in FUSES if one >= FUSE_FACTOR * limit), FUSES[-1])
    return next(
        (
            area
            for area, amps in WIRES.items()
            if area >= STURDY and amps >= fuse and wire_ohms(area, far) * limit / 2 < 0.1
        ),
        max(WIRES),
    )
