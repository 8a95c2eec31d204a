"""Card signs that fonts may lack, drawn as shapes: arrows, stars, bolts."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin

from drivers.kit.drawn.shapes import INK, Disc, Look, Outline, PaperPoint, Shape, Words

# In a unit square centred on the origin, y downwards.
ARROW: tuple[PaperPoint, ...] = (
    *((0.0, -0.45), (0.28, -0.12), (0.09, -0.12), (0.09, 0.45)),
    *((-0.09, 0.45), (-0.09, -0.12), (-0.28, -0.12)),
)
BOTH_WAYS: tuple[PaperPoint, ...] = (
    *((-0.45, 0.0), (-0.15, -0.25), (-0.15, -0.08), (0.15, -0.08), (0.15, -0.25)),
    *((0.45, 0.0), (0.15, 0.25), (0.15, 0.08), (-0.15, 0.08), (-0.15, 0.25)),
)
BOLT: tuple[PaperPoint, ...] = (
    *((0.1, -0.45), (-0.25, 0.08), (-0.02, 0.08), (-0.12, 0.45), (0.26, -0.1), (0.03, -0.1)),
)
STAR_SHAPE = tuple(
    (r * sin(at * pi / 8), -r * cos(at * pi / 8))
    for at in range(16)
    for r in ((0.45, 0.2)[at % 2],)
)
ROUND_SHAPE = tuple((0.32 * sin(at * pi / 6), -0.32 * cos(at * pi / 6)) for at in range(1, 12))
TIP: tuple[PaperPoint, ...] = ((-0.34, -0.42), (-0.02, -0.32), (-0.26, -0.12))
OUTLINES = {
    "↑": ARROW,
    "↓": tuple((x, -y) for x, y in ARROW),
    "↔": BOTH_WAYS,
    "⚡": BOLT,
    "✸": STAR_SHAPE,
}


def sign_row(text: str, at: PaperPoint, high: float, colour: str = INK) -> Iterator[Shape]:
    """Yield a row of signs and letters centred on this point, all of equal width."""
    step = high * 0.8
    for nth, letter in enumerate(text):
        x = at[0] + (nth - (len(text) - 1) / 2) * step
        yield from sign_shapes(letter, (x, at[1]), high, colour)


def sign_shapes(letter: str, at: PaperPoint, high: float, colour: str) -> Iterator[Shape]:
    """Yield one sign: as an outline or a disc if it is known, else as text."""
    full, line = Look("sign", "", colour), Look("sign", colour, width=high * 0.08)
    if letter in OUTLINES:
        yield Outline(outline_at(OUTLINES[letter], at, high), full)
    elif letter == "⟳":
        yield Outline(outline_at(ROUND_SHAPE, at, high), line, closed=False)
        yield Outline(outline_at(TIP, at, high), full)
    elif letter in "●○":
        yield Disc(at, high * 0.3, full if letter == "●" else line)
    else:
        yield Words((at[0], at[1] + high * 0.35), letter, high, Look("sign", colour))


def outline_at(
    points: tuple[PaperPoint, ...], at: PaperPoint, high: float
) -> tuple[PaperPoint, ...]:
    """Return the points of a unit outline, scaled and moved to `at`."""
    return tuple((at[0] + x * high, at[1] + y * high) for x, y in points)
