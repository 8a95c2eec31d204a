"""Measures the time from a contact to the answering light, by the Pico's clock."""

from __future__ import annotations

from collections.abc import Sequence

from controller.scene import DARK
from controller.values import Saying
from drivers.workshop.result import Flaw, Result, skipped
from drivers.workshop.shop import ASKED_LIGHT, Steps, Workshop
from firmware import wire

TRIALS = 200
TRIAL_TIMEOUT = 1.5  # s a trial may take; the Pico gives up after one
TRIAL_PAUSE = 0.011  # s, up to six times that: trials must not synchronise with the scan
PIXEL, LATCH = 0.03, 0.3  # ms to send a WS2812B its data, and until it latches them
PASSES = 5.0  # ms between the two samples that must agree (`PACE` of the Pico's hal)
AIM = 30.0  # ms that 99 of 100 must stay below


def trials(shop: Workshop) -> Steps[Result]:
    """Run the trials: the Pico closes a spare channel and times the light that answers."""
    channel = shop.wiring.file.test_channel
    if channel is None:
        return skipped("skipped.no_test_channel")
    found, broken = [], shop.probe.link.broken
    for number in range(TRIALS):
        shop.display.progress(number, TRIALS)
        yield from shop.wait(TRIAL_PAUSE * (1 + number % 6))
        took = yield from trial(shop, channel, number)
        if took is not None:
            found.append(took + clocked_out(shop))
        elif not found:
            return Result((Saying("latency.none"),), skipped=True)
    shop.dark()
    floor = PASSES + clocked_out(shop)
    return latency_result(tuple(found), floor, sound_line=shop.probe.link.broken == broken)


def trial(shop: Workshop, channel: int, number: int) -> Steps[float | None]:
    """Return the ms from contact to new picture; None if a message was lost."""
    probe = shop.probe
    known, felt = len(probe.latencies), len(probe.edges)
    frame = [DARK] * shop.wiring.file.pixels
    frame[number % len(frame)] = (*ASKED_LIGHT, 0)
    probe.tell(wire.TEST, channel)
    closes = shop.until(lambda: (channel, True) in probe.edges[felt:], TRIAL_TIMEOUT, each=True)
    if not (yield from closes):
        return None
    probe.show(frame)
    yield from shop.until(lambda: len(probe.latencies) > known, TRIAL_TIMEOUT, each=True)
    yield from shop.until(lambda: channel not in probe.closed, TRIAL_TIMEOUT, each=True)
    return probe.latencies[-1] / 1000 if len(probe.latencies) > known else None


def clocked_out(shop: Workshop) -> float:
    """Return the ms from the first bit of a picture to the last pixel's light."""
    longest = max((len(run.sites.split()) for run in shop.wiring.file.lights), default=0)
    return PIXEL * longest + LATCH


def latency_result(found: Sequence[float], floor: float, *, sound_line: bool) -> Result:
    """Return the result, with the ms that no board can be below.

    On a line with broken frames lateness is no flaw of its own.
    """
    p50, p99 = percentile(found, 50), percentile(found, 99)
    gaps: dict[str, str | int] = {
        "p50": f"{p50:.1f}",
        "p99": f"{p99:.1f}",
        "trials": len(found),
        "floor": f"{floor:.1f}",
        "aim": f"{AIM:g}",
    }
    slow = (Flaw("F41", "late", more=f"{p99:.0f}"),) if p99 > AIM and sound_line else ()
    figures = {"p50_ms": round(p50, 2), "p99_ms": round(p99, 2), "floor_ms": round(floor, 2)}
    return Result((Saying("latency.told", gaps),), slow, figures=figures, latencies=tuple(found))


def percentile(found: Sequence[float], share: int) -> float:
    """Return the value that this share of them, in per cent, does not exceed."""
    ranked = sorted(found)
    return ranked[max(0, -(-len(ranked) * share // 100) - 1)]
