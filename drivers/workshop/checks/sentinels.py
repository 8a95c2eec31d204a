"""What no hand can change: sentinels, keys at rest, cells with nobody near, the supply."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from controller.values import Saying, Sense
from drivers.workshop.result import Flaw, Result
from drivers.workshop.shop import Steps, Workshop
from firmware import wire

LOOKS = 20
APART = 0.25  # s; at 200 samples a second the Pico itself looks a thousand times meanwhile
NOISE = 4  # edges with nobody near
LOW, GONE = 4400, 1000  # mV: too little, none at all
CLOSED, OPEN = 30, 31  # the sentinel bits of a guarded chain, and how they are to read


def stillness(shop: Workshop) -> Steps[Result]:
    """Look at everything for a while and touch nothing."""
    seen, first = len(shop.probe.snapshots), len(shop.probe.edges)
    for look in range(LOOKS):
        shop.display.progress(look, LOOKS)
        shop.probe.tell(wire.REQUEST_SNAPSHOT)
        yield from shop.wait(APART)
    looks = shop.probe.snapshots[seen:]
    noise = Counter(channel for channel, _ in shop.probe.edges[first:])
    flaws = [*chains(shop, looks), *keys(shop, looks), *noisy(shop, noise), *supply(shop)]
    return Result((Saying("sentinels.told", {"looks": len(looks)}),), tuple(flaws))


def chains(shop: Workshop, looks: list[bytes]) -> Iterator[Flaw]:
    ill = ill_chains(shop) | {
        chain
        for chain, guarded in enumerate(shop.wiring.guarded)
        if guarded and any(not sound(bits, chain) for bits in looks)
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
    """The chains the Pico has complained of."""
    return {about for code, about in shop.probe.complaints if code == wire.CHAIN}


def sound(bits: bytes, chain: int) -> bool:
    """The Pico keeps the last word it believed, so a chain that never was sound reads 0."""
    return level(bits, 32 * chain + CLOSED) and not level(bits, 32 * chain + OPEN)


def level(bits: bytes, channel: int) -> bool:
    return channel >> 3 < len(bits) and bool(bits[channel >> 3] & 1 << (channel & 7))


def rows_of(shop: Workshop, chain: int) -> str:
    sites = [site for channel, site in shop.wiring.channels.items() if channel // 32 == chain]
    return f"{sites[0]} to {sites[-1]}" if sites else "-"


def keys(shop: Workshop, looks: list[bytes]) -> Iterator[Flaw]:
    for key, channel in shop.channels(Sense.KEY).items():
        if looks and all(level(bits, channel) for bits in looks):
            yield Flaw("F49", "stuck_key", (key,))


def noisy(shop: Workshop, noise: Counter[int]) -> Iterator[Flaw]:
    for site, channel in shop.cells.items():
        if noise[channel] >= NOISE:
            yield Flaw("F09", "noise", (site,))


def supply(shop: Workshop) -> Iterator[Flaw]:
    """The lights' 5 V, at rest."""
    complained = [about for code, about in shop.probe.complaints if code == wire.SUPPLY]
    lowest = min([*(beat.mV for beat in shop.probe.beats), *complained], default=5000)
    if lowest < GONE:
        yield Flaw("F37", "no_supply", more=str(lowest))
    elif lowest < LOW:
        yield Flaw("F38", "low_supply", more=str(lowest))
