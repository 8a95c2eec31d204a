"""Hall switches that tell poles apart: one to a space, and the two channels that it closes."""

from __future__ import annotations

from controller.errors import Unbuildable
from controller.values import Site
from drivers.wiring import Wiring

RATE = 20.0  # times a second that a DRV5032DU looks at its magnet (TI SLVSDC7)
LATE = 1000 / RATE  # ms later, at most, than the magnet came
BOTH = 2  # poles of a magnet: more sides cannot be told apart by them


def poles(wiring: Wiring) -> dict[Site, tuple[int, int]]:
    """By site, the channel that a north pole closes and the one that a south pole does."""
    found: dict[Site, list[int]] = {}
    for channel in sorted(wiring.sides, key=wiring.sides.__getitem__):
        found.setdefault(wiring.channels[channel], []).append(channel)
    crowded = max(map(len, found.values()), default=BOTH)
    if crowded > BOTH:
        raise Unbuildable("kit.poles", sides=crowded)
    return {site: (north, south) for site, (north, south) in found.items()}
