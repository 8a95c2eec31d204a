"""Hall switches that tell magnetic poles apart: one per space, closing one of two channels."""

from __future__ import annotations

from controller.errors import Unbuildable
from controller.values import Site
from drivers.wiring import Wiring

SAMPLES_A_SECOND = 20.0  # samples per second of a DRV5032DU (TI SLVSDC7)
WORST_DELAY = 1000 / SAMPLES_A_SECOND  # ms, its greatest delay
BOTH = 2  # poles of a magnet: no more seats can be told apart


def poles(wiring: Wiring) -> dict[Site, tuple[int, int]]:
    """Return for each site the channel that a north pole closes and the one for a south pole."""
    found: dict[Site, list[int]] = {}
    for channel in sorted(wiring.sides, key=wiring.sides.__getitem__):
        found.setdefault(wiring.channels[channel], []).append(channel)
    crowded = max(map(len, found.values()), default=BOTH)
    if crowded > BOTH:
        raise Unbuildable("kit.poles", sides=crowded)
    return {site: (north, south) for site, (north, south) in found.items()}
