"""Tag stickers: the largest that fits on each piece, and how many to buy."""

from __future__ import annotations

from collections import Counter

from drivers.kit.plan import Plan
from drivers.kit.terms import KitPanel

BASE, LARGEST = 0.84, 28.0  # share of the pitch that a piece's base takes; its largest size in mm
STICKER_SIZES = (25, 22, 20, 12, 10)  # mm, the diameters in the catalogue


def base(plan: Plan) -> float:
    """Return the diameter of a piece's base, in mm."""
    return min(LARGEST, BASE * plan.pitch)


def is_card(panel: KitPanel, piece: str) -> bool:
    """True if the piece is a card."""
    return piece.split(".")[0] in panel.drawing.cards


def sticker_size(plan: Plan, piece: str) -> int:
    """Return the diameter in mm of the piece's sticker; a card has room for the largest."""
    room = STICKER_SIZES[0] if is_card(plan.panel, piece) else base(plan)
    return next((one for one in STICKER_SIZES if one <= room), STICKER_SIZES[-1])


def ware(plan: Plan, piece: str) -> str:
    """Return the sticker's name in the catalogue: coils read other tags than card readers do."""
    coils = plan.panel.wiring.wakes and not is_card(plan.panel, piece)
    return f"{'icode' if coils else 'tag'}{sticker_size(plan, piece)}"


def stickers_by_size(plan: Plan) -> Counter[int]:
    """Return the number of stickers of each size."""
    return Counter(sticker_size(plan, piece) for piece in stickered_pieces(plan))


def stickers_by_kind(plan: Plan) -> Counter[str]:
    """Return the number of stickers of each kind in the catalogue."""
    return Counter(ware(plan, piece) for piece in stickered_pieces(plan))


def stickered_pieces(plan: Plan) -> tuple[str, ...]:
    """Return the pieces that get a sticker: all, if the panel has readers."""
    return tuple(plan.panel.pieces) if plan.panel.wiring.file.readers else ()
