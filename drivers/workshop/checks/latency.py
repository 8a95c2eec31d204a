"""How long a light takes to answer a contact, by the Pico's own clock."""

from __future__ import annotations

from collections.abc import Sequence

from controller.scene import DARK
from controller.values import Saying
from drivers.workshop.result import Flaw, Result, skipped
from drivers.workshop.shop import ASKED, Steps, Workshop
from firmware import wire

TRIALS = 200
ANSWER = 1.5  # s a trial may take; the Pico gives up after one
PAUSE = 0.011  # s, and up to six times as much: no trial is to fall into step with the scan
PIXEL, LATCH = 0.03, 0.3  # ms a WS2812B takes to be told, and to believe it
FLOOR, TYPICAL = 10.0, 19.0  # ms, worked out stage by stage in hardware.md
AIM = 30.0  # ms that 99 of 100 are to stay under


def trials(shop: Workshop) -> Steps[Result]:
    """The Pico closes a spare channel, we answer its edge with a light, it times the two."""
    channel = shop.wiring.file.test_channel
    if channel is None:
        return skipped("skipped.no_test_channel")
    found, broken = [], shop.probe.link.broken
    for number in range(TRIALS):
        shop.display.progress(number, TRIALS)
        yield from shop.wait(PAUSE * (1 + number % 6))
        took = yield from trial(shop, channel, number)
        if took is not None:
            found.append(took + clocked_out(shop))
        elif not found:
            return Result((Saying("latency.none"),), skipped=True)
    shop.dark()
    return figured(tuple(found), sound_line=shop.probe.link.broken == broken)


def trial(shop: Workshop, channel: int, number: int) -> Steps[float | None]:
    """The ms from the contact to the new picture; None when something got lost."""
    probe = shop.probe
    known, felt = len(probe.latencies), len(probe.edges)
    frame = [DARK] * shop.wiring.file.pixels
    frame[number % len(frame)] = (*ASKED, 0)
    probe.tell(wire.TEST, channel)
    closes = shop.until(lambda: (channel, True) in probe.edges[felt:], ANSWER, each=True)
    if not (yield from closes):
        return None
    probe.show(frame)
    yield from shop.until(lambda: len(probe.latencies) > known, ANSWER, each=True)
    yield from shop.until(lambda: channel not in probe.closed, ANSWER, each=True)
    return probe.latencies[-1] / 1000 if len(probe.latencies) > known else None


def clocked_out(shop: Workshop) -> float:
    """The ms from the first bit of a picture to the last pixel's light."""
    longest = max((len(run.sites.split()) for run in shop.wiring.file.lights), default=0)
    return PIXEL * longest + LATCH


def figured(found: Sequence[float], *, sound_line: bool) -> Result:
    """A line that breaks frames is late for that reason, which is told already."""
    p50, p99 = percentile(found, 50), percentile(found, 99)
    gaps: dict[str, str | int] = {
        "p50": f"{p50:.1f}",
        "p99": f"{p99:.1f}",
        "trials": len(found),
        "floor": f"{FLOOR:g}",
        "aim": f"{AIM:g}",
    }
    slow = (Flaw("F41", "late", more=f"{p99:.0f}"),) if p99 > AIM and sound_line else ()
    figures = {"p50_ms": round(p50, 2), "p99_ms": round(p99, 2), "floor_ms": FLOOR}
    return Result((Saying("latency.told", gaps),), slow, figures=figures, latencies=tuple(found))


def percentile(found: Sequence[float], share: int) -> float:
    """The value that this share of them does not exceed."""
    ranked = sorted(found)
    return ranked[max(0, -(-len(ranked) * share // 100) - 1)]
