"""Checks every light in red, green, blue and white by the current it draws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median

from controller.scene import DARK, RGB, Frame
from controller.values import Saying
from drivers.wiring import SPARE
from drivers.workshop.checks.sentinels import GONE, LOW
from drivers.workshop.probe import Beat
from drivers.workshop.result import Flaw, PixelCurrents, Result
from drivers.workshop.shop import Steps, Workshop
from firmware import wire
from firmware.lights import current_draw

LEVEL = 128  # of 255: 8 mA per colour, ten steps of the Pico's ADC
TEST_COLOURS: tuple[RGB, ...] = ((LEVEL, 0, 0), (0, LEVEL, 0), (0, 0, LEVEL), (LEVEL, LEVEL, LEVEL))
TEMPER = 26  # of 255, for all at once: a tenth
LIGHTS_SETTLE = 0.03  # s for a picture to be clocked out and the shunt's filter to follow
COUNTS_FOR_MEDIAN = 3  # the median of so many counts
HEARTBEAT_TIMEOUT = 0.5  # s a requested heartbeat may take
PICTURE_TIMEOUT = 2.0  # s until the Pico shows the picture
SENSED = 0.3  # of the idle current: less means that nothing measures it
EXCESS = 1.6  # times the predicted current: the pixel shows something else


def check_lamps(shop: Workshop) -> Steps[Result]:
    """Light one pixel after the other; one that draws no current is dark."""
    if shop.wiring.file.pi.lights:
        return (yield from by_eye(shop))
    idle = yield from measured_current(shop, [DARK] * shop.wiring.file.pixels)
    if shop.probe.beats[-1].mV < GONE:
        return Result((Saying("lights.unpowered"),))  # already reported as a flaw of the supply
    if idle < SENSED * shop.wiring.file.pixels:
        return (yield from by_eye(shop))
    pixels = yield from measure_pixels(shop, idle)
    sagging = yield from check_load(shop)
    flaws = [*broken(shop, pixels), *mad(pixels), *sagging]
    shop.dark()
    judged = [pixel for pixel in pixels if pixel.site != SPARE]
    shine = sum(pixel.sound for pixel in judged)
    gaps = {"sound": shine, "all": len(judged), "idle": round(idle)}
    return Result((Saying("lights.told", gaps),), tuple(flaws), pixels=pixels)


def by_eye(shop: Workshop) -> Steps[Result]:
    """Show all lights for a person to check, where the current is not measured."""
    for number, colour in enumerate(TEST_COLOURS):
        shop.display.progress(number, len(TEST_COLOURS))
        red, green, blue = (part // 4 for part in colour)
        shop.probe.show([(red, green, blue, 0)] * shop.wiring.file.pixels)
        yield from shop.wait(1.5)
    shop.dark()
    return Result((Saying("lights.unmeasured"),))


def measure_pixels(shop: Workshop, idle: float) -> Steps[tuple[PixelCurrents, ...]]:
    """Return the currents of every pixel in each colour."""
    names, pixels = site_of_pixels(shop), []
    for number, name in enumerate(names):
        shop.display.progress(number, len(names))
        frames = [alone(len(names), number, colour) for colour in TEST_COLOURS]
        found = []
        for frame in frames:
            found.append((yield from measured_current(shop, frame)) - idle)
        pixels.append(compared(name, frames, tuple(found)))
    return tuple(pixels)


def compared(name: str, frames: Sequence[Frame], found: tuple[float, ...]) -> PixelCurrents:
    """Return a pixel's measured currents with the predicted ones."""
    dark = mA([DARK] * len(frames[0]))
    wanted = tuple(float(mA(frame) - dark) for frame in frames)
    sound = all(got > want / 2 for got, want in zip(found, wanted, strict=True))
    return PixelCurrents(name, wanted, found, sound or name == SPARE)


def site_of_pixels(shop: Workshop) -> list[str]:
    """Return the site of each pixel, in the order of the data line."""
    names = [SPARE] * shop.wiring.file.pixels
    for site, pixels in shop.wiring.chain.items():
        for pixel in pixels:
            names[pixel] = site
    return names


def alone(count: int, number: int, colour: RGB) -> Frame:
    """Return a frame in which only this pixel is lit."""
    frame = [DARK] * count
    frame[number] = (*colour, 0)
    return frame


def mA(frame: Frame) -> int:
    """Return the mA that this frame should draw, by the firmware's formula."""
    parts = current_draw(
        bytes(part for red, green, blue, _ in frame for part in (green, red, blue))
    )
    return int(parts)


def measured_current(shop: Workshop, frame: Frame) -> Steps[float]:
    """Return the mA that this frame does draw, once the Pico shows it."""
    shop.probe.show(frame)
    shown = wire.checksum(b"".join(bytes(pixel) for pixel in frame))
    until = shop.clock.now() + PICTURE_TIMEOUT
    while (yield from beat(shop)).lights != shown and shop.clock.now() < until:
        pass
    yield from shop.wait(LIGHTS_SETTLE)
    draws = []
    for _ in range(COUNTS_FOR_MEDIAN):
        draws.append((yield from beat(shop)).mA)
    return median(draws)


def beat(shop: Workshop) -> Steps[Beat]:
    """Return a new heartbeat, or the last one if none comes in time."""
    probe = shop.probe
    heard = len(probe.beats)
    probe.tell(wire.REQUEST_HEARTBEAT)
    yield from shop.until(lambda: len(probe.beats) > heard, HEARTBEAT_TIMEOUT, each=True)
    return probe.beats[-1]


def broken(shop: Workshop, pixels: Sequence[PixelCurrents]) -> Iterator[Flaw]:
    """Yield the dark pixels; dark to the end of a data line is a broken joint."""
    starts = sorted(run.first for run in shop.wiring.file.lights)
    for first, end in zip(starts, [*starts[1:], len(pixels)], strict=True):
        line = [at for at in range(first, end) if pixels[at].site != SPARE]
        dark = [at for at in line if not pixels[at].sound]
        lit = [at for at in line if pixels[at].sound]
        tail = [at for at in dark if at > max(lit, default=-1)]
        if len(tail) > 1:
            kind = "broken_chain" if lit else "dark_line"
            yield Flaw("F35", kind, (str(tail[0]),), pixels[tail[0]].site)
            dark = [at for at in dark if at not in tail]
        yield from (Flaw("F35", "dead_pixel", (str(at),), pixels[at].site) for at in dark)


def mad(pixels: Sequence[PixelCurrents]) -> Iterator[Flaw]:
    """Yield the pixels that draw more than they should."""
    for number, pixel in enumerate(pixels):
        pairs = zip(pixel.measured, pixel.predicted, strict=True)
        if any(got > EXCESS * want for got, want in pairs):
            yield Flaw("F36", "mad_pixel", (str(number),), pixel.site)


def check_load(shop: Workshop) -> Steps[list[Flaw]]:
    """Light all pixels at a tenth of white; return a flaw if the 5 V drop too low."""
    before = shop.probe.beats[-1].mV
    yield from measured_current(shop, [(TEMPER, TEMPER, TEMPER, 0)] * shop.wiring.file.pixels)
    under = shop.probe.beats[-1].mV
    sags = under < LOW <= before
    return [Flaw("F38", "sagging", more=f"{before} mV → {under}")] if sags else []
