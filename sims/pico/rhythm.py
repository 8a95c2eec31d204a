"""Recognises lights by watching them as a player does: colour, and rhythm over time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from controller.scene import Glow, Light
from controller.values import Site

WATCH = 1.3  # s; the slowest rhythm that goes dark, the double blink, takes 1.2
# Dark times: 120 ms within a double blink and 840 after it, 200 in a fast blink,
# 450 in a running row of four.
SHORT, MIDDLE, LONG = 0.16e9, 0.325e9, 0.65e9
# ns; in a running row the next light follows after 150 ms, the previous one after 450
HANDED_ON = 0.3e9

Past = Sequence[tuple[float, bytes]]  # (ns, GRB of every pixel)
Run = tuple[float, float, bytes]  # begin, end, GRB


def seen(past: Past, chain: Mapping[Site, range], since: float, until: float) -> dict[Site, Light]:
    """Return the light of each site between two moments, from its first pixel's colour."""
    pictures = [(max(at, since), grb) for at, grb in pictures_since(past, since)]
    if not pictures:
        return {}
    found: dict[Site, Light] = {}
    for site, pixels in chain.items():
        ways = [steady_periods(pictures, pixel, until) for pixel in pixels]
        colour = brightest(ways[0])
        if any(colour):
            green, red, blue = colour
            found[site] = Light((red, green, blue), glow_of_site(ways))
    return found


def pictures_since(past: Past, since: float) -> Past:
    """Return the picture that was shown at this time, and all later ones."""
    before = [at for at, _ in past if at <= since]
    start = len(before) - 1 if before else 0
    return past[start:]


def steady_periods(pictures: Past, pixel: int, until: float) -> list[Run]:
    """Return the periods in which a pixel had the same colour."""
    ends = [*(at for at, _ in pictures[1:]), until]
    moments = [
        (at, end, grb[3 * pixel : 3 * pixel + 3])
        for (at, grb), end in zip(pictures, ends, strict=True)
    ]
    found = []
    for colour, group in groupby(moments, key=lambda moment: moment[2]):
        together = list(group)
        found.append((together[0][0], together[-1][1], colour))
    return found


def brightest(way: list[Run]) -> bytes:
    """Return the brightest colour of these periods."""
    return max((colour for _, _, colour in way), key=sum)


def glow_of_site(ways: list[list[Run]]) -> Glow:
    """Return the rhythm of a site, by its first pixel.

    A running light's direction by its second.
    """
    way = ways[0]
    if len(way) == 1:
        return Glow.STEADY
    if len({colour for _, _, colour in way if any(colour)}) > 2:
        return Glow.PULSE
    gap = darkness(way)
    if gap < SHORT or gap >= LONG:
        return Glow.DOUBLE
    if gap < MIDDLE:
        return Glow.FAST
    return Glow.RUN if len(ways) < 2 or runs_on_to(way, ways[1]) else Glow.RUN_BACK


def darkness(way: list[Run]) -> float:
    """Return the shortest complete dark time between two flashes."""
    dark = [end - begin for begin, end, colour in way[1:-1] if not any(colour)]
    return min(dark, default=LONG)


def runs_on_to(first: list[Run], second: list[Run]) -> bool:
    """True if the second pixel lights up soon after the first."""
    lit = [begin for begin, _, colour in first[1:] if any(colour)]
    next_lit = [begin for begin, _, colour in second[1:] if any(colour)]
    waits = [later - at for at in lit for later in next_lit if later > at]
    return min(waits, default=0.0) < HANDED_ON
