"""What a simulated hand holds, and where it can be put."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from controller.game import Wide
from controller.sitting.flow import Stage
from controller.values import Layout, Piece, Site, standing
from controller.web.parts.apart import boxed
from controller.web.parts.lifting import bundled, fetched, piece_names
from controller.web.patch import Page
from controller.web.view import View


def in_hand(view: View) -> Page:
    """Return what the simulated hand holds, and what of it the board asks for."""
    held = list(view.eyes.held) if view.eyes else []
    wanted = [name for name in view.asks.words if name in held]
    unasked = [] if wanted else spare(view, held)
    bundle = bundled(view.table.moments[-1], view.table.hoped, held)
    own = {"held": held, "wanted": wanted, "spare": unasked, "bundled": bundle}
    return {**own, "boxed": boxed(view)}


def reach(view: View) -> list[Site]:
    """Return where a piece taken out of a stack may go, since no light shows it."""
    position, eyes = view.position, view.eyes
    if eyes is None or not eyes.held or view.table.stage is not Stage.WAITING:
        return []
    name, layout = eyes.held[0], position.layout()
    source = place(name, layout)
    if source is None or not eyes.pieces.get(source) or not isinstance(position, Wide):
        return []
    after = (position.after(move).layout() for move in position.near(frozenset({source})))
    stays = name_set(standing(layout, source)) - {*eyes.held}
    goals = {place(name, then) for then in after if name_set(standing(then, source)) == stays}
    return sorted(site for site in goals if site)


def name_set(stack: Iterable[Piece]) -> set[str]:
    """Return the names of the pieces in a stack."""
    return {piece.name for piece in stack}


def place(name: str, layout: Layout) -> Site | None:
    """Return where this piece stands according to the record; None if nowhere."""
    return next((site for site in layout if name in name_set(standing(layout, site))), None)


def spare(view: View, held: Sequence[str]) -> list[str]:
    """Return held pieces that belong nowhere on the board, while none is to be put on it."""
    if view.table.stage is not Stage.WAITING or fetched(view.table.moments[-1]):
        return []
    known = piece_names(view.position)
    return [name for name in held if name not in known]
