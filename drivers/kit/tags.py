"""Stickers with a chip: the largest that fits where it is stuck."""

from __future__ import annotations

from collections import Counter

from drivers.kit.plan import Plan
from drivers.kit.terms import Panel

BASE, LARGEST = 0.84, 28.0  # of the pitch, a piece's base; mm, one that need not be larger
SIZES = (25, 22, 20, 12, 10)  # mm across, of which each is in the catalogue


def base(plan: Plan) -> float:
    """mm across the base of a piece."""
    return min(LARGEST, BASE * plan.pitch)


def is_card(panel: Panel, piece: str) -> bool:
    return piece.split(".")[0] in panel.drawing.cards


def size(plan: Plan, piece: str) -> int:
    """mm across the sticker of this piece: a card has room for any."""
    room = SIZES[0] if is_card(plan.panel, piece) else base(plan)
    return next((one for one in SIZES if one <= room), SIZES[-1])


def ware(plan: Plan, piece: str) -> str:
    """What the catalogue calls its sticker: coils read other tags than card readers do."""
    coils = plan.panel.wiring.wakes and not is_card(plan.panel, piece)
    return f"{'icode' if coils else 'tag'}{size(plan, piece)}"


def wanted(plan: Plan) -> Counter[int]:
    """How many of each size."""
    return Counter(size(plan, piece) for piece in tagged(plan))


def bought(plan: Plan) -> Counter[str]:
    """How many of each kind."""
    return Counter(ware(plan, piece) for piece in tagged(plan))


def tagged(plan: Plan) -> tuple[str, ...]:
    return tuple(plan.panel.pieces) if plan.panel.wiring.file.readers else ()
