"""What eyes see and no sensor feels: a piece that stands elsewhere than the record has it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

from controller.drawing import Drawing, Token
from controller.game import Position
from controller.values import Piece, Saying, Site, standing


def apart(
    position: Position[Any], lying: Mapping[Site, Sequence[Piece]], drawing: Drawing
) -> Saying | None:
    """The first piece that lacks where it belongs, or lies where it does not, in words."""
    looks = {token.name: look(token) for token in drawing.tokens}
    layout, extra = position.layout(), None
    for site in sorted(layout.keys() | lying.keys()):
        belong, lie = standing(layout, site), lying.get(site, ())
        if lacking := unlike(belong, lie, looks):
            return Saying("table.recorded_on", {"piece": lacking, "site": site})
        if surplus := unlike(lie, belong, looks):
            extra = extra or Saying("table.recorded_off", {"piece": surplus, "site": site})
    return extra


def unlike(these: Iterable[Piece], those: Iterable[Piece], looks: Mapping[str, Hashable]) -> str:
    """One of these that is drawn, and has no like among those."""
    own, others = (Counter(piece.name for piece in stack) for stack in (these, those))
    left = Counter(looks.get(name) for name in (others - own).elements())
    for name in (own - others).elements():
        if name in looks and not left[looks[name]]:
            return name
        left[looks.get(name)] -= 1
    return ""


def look(token: Token) -> Hashable:
    """All by which eyes tell a piece from others."""
    return token.seat, token.colour, token.points, token.radius, token.label, token.home
