"""On a simulated board: differences between pieces and record that no sensor feels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

from controller.drawing import Drawing, Token
from controller.game import Position, Wide
from controller.reading.move_index import MoveIndex, marks
from controller.sitting.flow import Stage
from controller.values import Piece, Saying, Seat, Site, standing
from controller.web.parts.lifting import brought
from controller.web.view import Eyes, GameFacts, View

MENDS = ("table.carry_there", "table.take_off")
STACK_JOINER = " + "  # between pieces that stand on one site


def seen_elsewhere(view: View) -> Saying | None:
    """Return where a piece stands that is asked for, on a simulated board; None if right."""
    asked = view.asks.fields if view.asks.key == "table.put" and view.eyes else {}
    stacks = view.eyes.pieces if view.eyes else {}
    seen = {name: site for site, stack in stacks.items() for name in name_list(stack)}
    for piece in str(asked.get("piece", "")).split(STACK_JOINER):
        if seen.get(piece, asked.get("target")) != asked.get("target"):
            return Saying("table.seen_on", {"piece": piece, "site": seen[piece]})
    lying = boxed(view) if asked else []
    return Saying("table.in_the_box", {"piece": lying[0]}) if lying else None


def boxed(view: View) -> list[str]:
    """Return the pieces asked for that are neither on the simulated board nor in the hand."""
    eyes = view.eyes
    if eyes is None or view.sitting is None:
        return []
    out = {*eyes.held, *(name for stack in eyes.pieces.values() for name in name_list(stack))}
    drawn = {token.name: appearance(token) for token in view.sitting.drawing.tokens}
    lying = {name: seen for name, seen in drawn.items() if name not in out}
    held = {drawn.get(name) for name in eyes.held}
    meant = [name for name in due_pieces(view) if name in drawn and drawn[name] not in held]
    return [name for one in meant if (name := find_alike(one, drawn[one], lying))]


def find_alike(name: str, seen: Hashable, lying: Mapping[str, Hashable]) -> str:
    """Return this piece if it is there, else one that looks the same, else ""."""
    return name if name in lying else next((n for n, other in lying.items() if other == seen), "")


def due_pieces(view: View) -> list[str]:
    """Return the pieces that are asked for, or that people's moves may bring; not robots'."""
    if view.asks.key == "table.put":
        return str(view.asks.fields["piece"]).split(STACK_JOINER)
    if view.table.stage is not Stage.WAITING or view.sitting is None:
        return []
    people = (Seat(n) for n, one in enumerate(view.sitting.who) if one.kind == "human")
    return sorted(brought(view.table.moments[-1], frozenset(people)))


def seen_apart(view: View) -> Saying | None:
    """Return the difference between simulated pieces and record, while no hand moves."""
    eyes, sitting = view.eyes, view.sitting
    if eyes is None or sitting is None or view.table.stage is not Stage.WAITING:
        return None
    still = not (eyes.busy or eyes.held)
    return apart(view.position, eyes.pieces, sitting.drawing, manner(view)) if still else None


def manner(view: View) -> str:
    """Return the suffix of messages: by which keys the record can be corrected."""
    if view.table.firm:
        return "_firm"
    return "" if view.table.back >= 0 else "_alone"


def seen_done(view: View) -> Saying | None:
    """Return a message if a lawful move that no sensor feels was made on a simulated board."""
    eyes, sitting = view.eyes, view.sitting
    if eyes is None or sitting is None or seen_apart(view) is None:
        return None
    if not unfelt_deed(view, eyes, sitting):
        return None
    known = view.table.moments[-1].known
    only = isinstance(known, MoveIndex) and len(known.unseen) == 1
    return Saying("table.seen_done" if only else "table.seen_among_others")


def unfelt_deed(view: View, eyes: Eyes, sitting: GameFacts) -> bool:
    """True if the pieces stand as after a lawful move that no sensor feels."""
    position, layout = view.position, view.position.layout()
    every = layout.keys() | eyes.pieces.keys()
    sites = frozenset(s for s in every if {*standing(layout, s)} != {*eyes.pieces.get(s, ())})
    moves = position.near(sites) if isinstance(position, Wide) else position.moves()
    unseen = (mark.move for mark in marks(position, moves, sitting.senses) if not mark.trace)
    return any(apart(position.after(move), eyes.pieces, sitting.drawing) is None for move in unseen)


def name_list(stack: Iterable[Piece]) -> list[str]:
    """Return the names of the pieces in a stack."""
    return [piece.name for piece in stack]


def apart(
    position: Position[Any],
    lying: Mapping[Site, Sequence[Piece]],
    drawing: Drawing,
    manner: str = "",
) -> Saying | None:
    """Return the first difference between pieces and record, in words; None if there is none.

    If finished moves stay, NO instead of BACK takes a misread move back; before the first move,
    neither does.
    """
    on, off = (Saying(f"{key}{manner}") for key in MENDS)
    looks = {token.name: appearance(token) for token in drawing.tokens}
    layout, extra = position.layout(), None
    for site in sorted(layout.keys() | lying.keys()):
        belong, lie = standing(layout, site), lying.get(site, ())
        if lacking := unlike(belong, lie, looks):
            return Saying("table.recorded_on", {"piece": lacking, "site": site, "mend": on})
        if surplus := unlike(lie, belong, looks):
            there = {"piece": surplus, "site": site}
            extra = extra or Saying("table.recorded_off", {**there, "mend": off})
    return extra


def unlike(these: Iterable[Piece], those: Iterable[Piece], looks: Mapping[str, Hashable]) -> str:
    """Return the first drawn piece of `these` that has no match in `those`; "" if all have."""
    own, others = (Counter(piece.name for piece in stack) for stack in (these, those))
    left = Counter(looks.get(name) for name in (others - own).elements())
    for name in (own - others).elements():
        if name in looks and not left[looks[name]]:
            return name
        left[looks.get(name)] -= 1
    return ""


def appearance(token: Token) -> Hashable:
    """Return everything by which a piece can be told from others by eye."""
    return token.seat, token.colour, token.points, token.radius, token.label, token.home
