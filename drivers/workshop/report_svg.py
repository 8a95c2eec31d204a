"""SVG pictures of a board's cells, lights and latency; no meaning by colour alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape

from controller.values import Site
from drivers.wiring import SPARE
from drivers.workshop.checks.latency import AIM, percentile
from drivers.workshop.grid import Grid
from drivers.workshop.result import Flaw, PixelCurrents, Reed

CELL = 40  # units from cell to cell
LABEL_EDGE = 30  # for the names of rows and columns
BARS = 48  # number of bars in the histogram
CHART = (880, 190)  # its width and height
# A pixel's red, green, blue and white are four petals; a dark pixel is a crossed ring.
PETALS = ((-5, -5, "#f2594b"), (5, -5, "#4fc98a"), (-5, 5, "#5b8def"), (5, 5, "#f6ecd6"))


def svg_element(width: float, height: float, title: str, content: str) -> str:
    """Return an SVG element with a title."""
    return (
        f'<svg viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>{content}</svg>"
    )


def contacts_svg(title: str, reeds: Mapping[Site, Reed], flaws: Sequence[Flaw]) -> str:
    """Return the picture of each contact's result."""
    grid = Grid.of(reeds)
    signs = "".join(
        sign_element(REEDS[reed], *centre(grid, site), f"{site}: {reed.value}")
        for site, reed in reeds.items()
    )
    pairs = [flaw.where for flaw in flaws if flaw.kind == "crosstalk"]
    joined = "".join(thread(grid, pair) for pair in pairs)
    return svg_element(*extent(grid), title, grid_outline(grid) + joined + signs)


def sign_element(draw: Callable[[float, float], str], x: float, y: float, title: str) -> str:
    """Return a sign with a tooltip."""
    return f"<g><title>{escape(title)}</title>{draw(x, y)}</g>"


def centre(grid: Grid, site: Site) -> tuple[float, float]:
    """Return the centre of a cell in the picture."""
    x, y = grid.places[site]
    return LABEL_EDGE + CELL * (x + 0.5), CELL * (grid.height - y - 0.5)


def extent(grid: Grid) -> tuple[float, float]:
    """Return the width and height of the picture."""
    return LABEL_EDGE + CELL * grid.width + 4, CELL * grid.height + LABEL_EDGE


def grid_outline(grid: Grid) -> str:
    """Return the outlines of the cells, and the names of rows and columns."""
    across = "".join(
        f'<text class="name" x="{LABEL_EDGE + CELL * (x + 0.5):g}" y="{CELL * grid.height + 20:g}">'
        f"{chr(ord('a') + x)}</text>"
        for x in range(grid.width)
    )
    down = "".join(
        f'<text class="name" x="13" y="{CELL * (grid.height - y - 0.5) + 4:g}">{y + 1}</text>'
        for y in range(grid.height)
    )
    squares = "".join(
        f'<rect class="cell" x="{LABEL_EDGE + CELL * x + 2}" y="{CELL * y + 2}" '
        f'width="{CELL - 4}" height="{CELL - 4}" rx="5"/>'
        for x in range(grid.width)
        for y in range(grid.height)
    )
    return squares + across + down


def sound_sign(x: float, y: float) -> str:
    """Return the sign of a sound contact: a dot."""
    return f'<circle class="sound" cx="{x:g}" cy="{y:g}" r="5"/>'


def never(x: float, y: float) -> str:
    """Return the sign of a contact that never closes: a cross."""
    strokes = f"M{x - 9:g} {y - 9:g}l18 18m0 -18l-18 18"
    return plate(x, y) + f'<path class="ill" d="{strokes}"/>'


def always(x: float, y: float) -> str:
    """Return the sign of a contact that is always closed: a square."""
    return plate(x, y) + f'<rect class="full" x="{x - 8:g}" y="{y - 8:g}" width="16" height="16"/>'


def chattering(x: float, y: float) -> str:
    """Return the sign of a chattering contact: a zigzag."""
    return plate(x, y) + f'<path class="ill" d="M{x - 12:g} {y:g}l4 -8l6 16l6 -16l6 16l3 -8"/>'


def crosstalk(x: float, y: float) -> str:
    """Return the sign of a contact that closes with others: two rings."""
    rings = "".join(f'<circle class="ill" cx="{x + dx:g}" cy="{y:g}" r="7"/>' for dx in (-5, 5))
    return plate(x, y) + rings


def elsewhere_sign(x: float, y: float) -> str:
    """Return the sign of a cell whose magnet closes another contact: an arrow."""
    return plate(x, y) + f'<path class="ill" d="M{x - 10:g} {y:g}h18m-7 -7l7 7l-7 7"/>'


def turned_sign(x: float, y: float) -> str:
    """Return the sign of a switch whose other output answers: u."""
    return f'<text class="faint" x="{x:g}" y="{y + 5:g}">u</text>'


def bare(x: float, y: float) -> str:
    """Return the sign of a contact without its diode: !."""
    return f'<text class="faint" x="{x:g}" y="{y + 5:g}">!</text>'


def untried(x: float, y: float) -> str:
    """Return the sign of an untested contact: ?."""
    return f'<text class="faint" x="{x:g}" y="{y + 5:g}">?</text>'


def plate(x: float, y: float) -> str:
    """Return the background of a faulty cell."""
    size = CELL - 4
    at = f'x="{x - size / 2:g}" y="{y - size / 2:g}" width="{size}" height="{size}"'
    return f'<rect class="plate" {at} rx="5"/>'


REEDS: dict[Reed, Callable[[float, float], str]] = {
    Reed.SOUND: sound_sign,
    Reed.NEVER: never,
    Reed.ALWAYS: always,
    Reed.CHATTERING: chattering,
    Reed.CROSSTALK: crosstalk,
    Reed.ELSEWHERE: elsewhere_sign,
    Reed.TURNED: turned_sign,
    Reed.BARE: bare,
    Reed.UNTRIED: untried,
}


def sample(reed: Reed) -> str:
    """Return one sign for the legend."""
    return f'<svg class="sample" viewBox="0 0 40 40" aria-hidden="true">{REEDS[reed](20, 20)}</svg>'


def thread(grid: Grid, pair: Sequence[str]) -> str:
    """Return lines from the cell with the magnet to each that it closed too."""
    (x, y), *others = (centre(grid, Site(site)) for site in pair)
    return "".join(f'<path class="thread" d="M{x:g} {y:g}L{a:g} {b:g}"/>' for a, b in others)


def lights_picture(title: str, pixels: Sequence[PixelCurrents], cells_: Sequence[Site]) -> str:
    """Return the picture of all pixels in their cells, with the data line; others stand below."""
    grid = Grid.of(cells_)
    spots = dict(pixel_places(pixels, grid))
    width, height = extent(grid)
    way = "M" + "L".join(
        f"{x:g} {y:g}" for at, (x, y) in spots.items() if pixels[at].site in cells_
    )
    drawn = "".join(shone(at, pixels[at], *spot) for at, spot in spots.items())
    path = f'<path class="way" d="{way}"/>' if cells_ else ""
    return svg_element(width, height + CELL + 16, title, grid_outline(grid) + path + drawn)


def pixel_places(
    pixels: Sequence[PixelCurrents], grid: Grid
) -> Iterator[tuple[int, tuple[float, float]]]:
    """Yield the place of each pixel in the picture."""
    aside = 0
    for number, pixel in enumerate(pixels):
        if pixel.site in grid.places:
            yield number, centre(grid, Site(pixel.site))
        elif pixel.site != SPARE:
            step = CELL * grid.width / 12
            yield (
                number,
                (LABEL_EDGE + step * (aside + 0.5), CELL * grid.height + LABEL_EDGE + CELL / 2),
            )
            aside += 1


def shone(number: int, pixel: PixelCurrents, x: float, y: float) -> str:
    """Return the sign of a pixel: four petals, or a crossed ring if it is dark."""
    figures = ", ".join(
        f"{name} {got:.0f} of {want:.0f} mA"
        for name, got, want in zip(
            ("red", "green", "blue", "white"), pixel.measured, pixel.predicted, strict=False
        )
    )
    title = f"<title>{escape(f'pixel {number}, {pixel.site}: {figures}')}</title>"
    if not pixel.sound:
        cross = f'<path class="ill thin" d="M{x - 6:g} {y - 6:g}l12 12m0 -12l-12 12"/>'
        return f'<g>{title}<circle class="hole" cx="{x:g}" cy="{y:g}" r="12"/>{cross}</g>'
    petals = "".join(
        f'<circle cx="{x + dx:g}" cy="{y + dy:g}" r="4" fill="{colour}" '
        f'opacity="{petal_opacity(pixel, at):.2f}"/>'
        for at, (dx, dy, colour) in enumerate(PETALS)
    )
    return f"<g>{title}{petals}</g>"


def petal_opacity(pixel: PixelCurrents, colour: int) -> float:
    """Return the opacity of a petal, by measured and predicted current."""
    if colour >= len(pixel.measured) or not pixel.predicted[colour]:
        return 0.15
    return max(0.15, min(1.0, pixel.measured[colour] / pixel.predicted[colour]))


def histogram(title: str, found: Sequence[float], quickest: float) -> str:
    """Return the histogram of latencies, with percentiles, floor and aim."""
    width, height = CHART
    longest = max(AIM * 1.15, 1.05 * max(found))
    counts = [0] * BARS
    for took in found:
        counts[min(BARS - 1, int(took / longest * BARS))] += 1
    step = width / BARS
    bars = "".join(
        f'<rect class="bar" x="{step * at + 1:.1f}" y="{height - count / max(counts) * 130:.1f}" '
        f'width="{step - 2:.1f}" height="{count / max(counts) * 130:.1f}" rx="2"/>'
        for at, count in enumerate(counts)
        if count
    )
    p50, p99 = percentile(found, 50), percentile(found, 99)
    lines = latency_line(p50, longest, f"p50 {p50:.1f} ms", 16) + latency_line(
        p99, longest, f"p99 {p99:.1f} ms", 34
    )
    floor = latency_line(quickest, longest, f"floor {quickest:.1f} ms", 52, "floor")
    aim = latency_line(AIM, longest, f"aim {AIM:g} ms", 16, "aim")
    scale = "".join(
        f'<text class="name" x="{width * ms / longest:.1f}" y="{height + 20}">{ms}</text>'
        for ms in range(5, int(longest) + 1, 5)
    )
    base = f'<path class="base" d="M0 {height}H{width}"/>'
    return svg_element(width, height + 28, title, bars + base + floor + aim + lines + scale)


def latency_line(ms: float, longest: float, label: str, y: float, kind: str = "rule") -> str:
    """Return a labelled vertical line at this latency."""
    width, height = CHART
    x = width * ms / longest
    side = "end" if x > width * 0.85 else "start"
    gap = -6 if side == "end" else 6
    return (
        f'<path class="{kind}" d="M{x:.1f} {y - 12:g}V{height}"/>'
        f'<text class="label" style="text-anchor:{side}" x="{x + gap:.1f}" y="{y:g}">'
        f"{escape(label)}</text>"
    )
