"""Checks the board at rest: sentinels, keys, noise without hands, the supply."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from controller.values import Saying, Sense
from drivers.workshop.result import Flaw, Result
from drivers.workshop.shop import Steps, Workshop
from firmware import wire

SNAPSHOTS = 20
SNAPSHOT_GAP = 0.25  # s; at 200 samples a second the Pico samples a thousand times meanwhile
NOISE = 4  # edges with no hand near
LOW, GONE = 4400, 1000  # mV: too little, none at all
CLOSED, OPEN = 30, 31  # the sentinel bits of a guarded chain, and their levels


def stillness(shop: Workshop) -> Steps[Result]:
    """Watch the board for a while without touching it."""
    seen, first = len(shop.probe.snapshots), len(shop.probe.edges)
    for look in range(SNAPSHOTS):
        shop.display.progress(look, SNAPSHOTS)
        shop.probe.tell(wire.REQUEST_SNAPSHOT)
        yield from shop.wait(SNAPSHOT_GAP)
    looks = shop.probe.snapshots[seen:]
    noise = Counter(channel for channel, _ in shop.probe.edges[first:])
    flaws = [
        *chain_flaws(shop, looks),
        *stuck_keys(shop, looks),
        *noisy(shop, noise),
        *supply_flaw(shop),
    ]
    return Result((Saying("sentinels.told", {"looks": len(looks)}),), tuple(flaws))


def chain_flaws(shop: Workshop, looks: list[bytes]) -> Iterator[Flaw]:
    """Yield the flaws of chains whose sentinels are wrong, or one flaw for the bus."""
    ill = ill_chains(shop) | {
        chain
        for chain, guarded in enumerate(shop.wiring.guarded)
        if guarded and any(not sentinels_right(bits, chain) for bits in looks)
    }
    guarded = {chain for chain, held in enumerate(shop.wiring.guarded) if held}
    if len(guarded) > 1 and guarded <= ill:
        yield Flaw("F11", "bus")
        return
    if shop.wiring.proof in ill:
        yield Flaw("F52", "proof")
    for chain in sorted(ill - {shop.wiring.proof}):
        yield Flaw("F10", "chain", (str(chain),), more=rows_of(shop, chain))


def ill_chains(shop: Workshop) -> set[int]:
    """Return the chains whose faults the Pico has reported."""
    return {about for code, about in shop.probe.complaints if code == wire.CHAIN}


def sentinels_right(bits: bytes, chain: int) -> bool:
    """True if the chain's sentinels are right.

    The Pico keeps the last word it trusted, so a chain that never was right reads 0.
    """
    return channel_bit(bits, 32 * chain + CLOSED) and not channel_bit(bits, 32 * chain + OPEN)


def channel_bit(bits: bytes, channel: int) -> bool:
    """Return the bit of a channel."""
    return channel >> 3 < len(bits) and bool(bits[channel >> 3] & 1 << (channel & 7))


def rows_of(shop: Workshop, chain: int) -> str:
    """Return the first and last site of a chain, as text."""
    sites = [site for channel, site in shop.wiring.channels.items() if channel // 32 == chain]
    return f"{sites[0]} to {sites[-1]}" if sites else "-"


def stuck_keys(shop: Workshop, looks: list[bytes]) -> Iterator[Flaw]:
    """Yield the keys that are closed in every snapshot."""
    for key, channel in shop.channels(Sense.KEY).items():
        if looks and all(channel_bit(bits, channel) for bits in looks):
            yield Flaw("F49", "stuck_key", (key,))


def noisy(shop: Workshop, noise: Counter[int]) -> Iterator[Flaw]:
    """Yield the cells with many edges though no hand is near."""
    for site, channel in shop.cells.items():
        if noise[channel] >= NOISE:
            yield Flaw("F09", "noise", (site,))


def supply_flaw(shop: Workshop) -> Iterator[Flaw]:
    """Yield the flaw of the lights' 5 V at rest."""
    complained = [about for code, about in shop.probe.complaints if code == wire.SUPPLY]
    lowest = min([*(beat.mV for beat in shop.probe.beats), *complained], default=5000)
    if lowest < GONE:
        yield Flaw("F37", "no_supply", more=str(lowest))
    elif lowest < LOW:
        yield Flaw("F38", "low_supply", more=str(lowest))
