"""The effects of terrain on a ship that passes over it: hazards, Comets and Rings."""

from __future__ import annotations

from collections.abc import Sequence

from controller.games.astron.board import DEADLY, Strip, Window, way
from controller.values import Site


def as_far_as_it_comes(over: tuple[Site, ...], window: Window) -> tuple[Site, ...]:
    """Return the cells up to and including the first Comet, which no ship passes (A18)."""
    if window.comets.isdisjoint(over):
        return over
    return over[: 1 + next(at for at, cell in enumerate(over) if cell in window.comets)]


def patches_entered(source: Site, over: Sequence[Site], window: Window) -> int:
    """Return how many hazard patches are met, without the one the ship started in (A17)."""
    if window.patches.keys().isdisjoint(over):
        return 0
    met = {window.patches[cell] for cell in over if cell in window.patches}
    return len(met - {window.patches.get(source)})


def loses(source: Site, target: Site, window: Window) -> bool:
    """True if the ship would be lost by this flight (A18)."""
    over = as_far_as_it_comes(way(source, target), window)
    return window.letters[over[-1]] in DEADLY


def ride(strip: Strip, cell: Site, start: int, end: int) -> tuple[bool, int]:
    """Return if a ship is lost as the strip moves row by row, and the patches it enters (A14)."""
    met, step = 0, 1 if end > start else -1
    was = strip[start].patches.get(cell)
    for offset in range(start + step, end + step, step):
        window = strip[offset]
        patch = window.patches.get(cell)
        met += patch is not None and patch != was
        was = patch
        if window.letters[cell] in DEADLY:
            return True, met
    return False, met
