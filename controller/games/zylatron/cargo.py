"""Cargo of Zylatron: which piece carries which, and how pieces change bays."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from controller.games.zylatron.box import Box

ASHORE = -1  # the carrier of a piece that is in no bay

Loads = Mapping[int, list[int]]
"""The pieces in the bays of each craft that carries something."""


def loads(aboard: Sequence[int]) -> dict[int, list[int]]:
    """Return the pieces in the bays of each craft, from the carrier of each piece."""
    found: dict[int, list[int]] = {}
    if max(aboard) < 0:
        return found
    for piece, craft in enumerate(aboard):
        if craft >= 0:
            found.setdefault(craft, []).append(piece)
    return found


def tree(piece: int, bays: Loads) -> tuple[int, ...]:
    """Return a piece and all it carries, bottom to top."""
    if piece not in bays:
        return (piece,)
    return (piece, *(above for cargo in bays[piece] for above in tree(cargo, bays)))


def stack(point: int, at: Sequence[int], aboard: Sequence[int]) -> tuple[int, ...]:
    """Return all pieces on a point, bottom to top."""
    lowest = (one for one, spot in enumerate(at) if spot == point and aboard[one] == ASHORE)
    return tuple(above for one in lowest for above in tree(one, loads(aboard)))


def tops(pieces: Sequence[int], box: Box) -> int:
    """Return how many of these are Warriors or missiles, which is how many bays they fill (Z7)."""
    return sum(map(box.tops.__getitem__, pieces))


def stowed(aboard: Sequence[int], carrier: int, cargo: int, box: Box) -> list[int]:
    """Return the carriers with `cargo` put in a free bay, else under the first top piece (Z7)."""
    held = list(aboard)
    held[cargo] = ASHORE
    bays = loads(held)
    for craft in tree(carrier, bays):
        if len(bays.get(craft, ())) < box.bays[craft]:
            held[cargo] = craft
            return held
    top = next((piece for piece in tree(carrier, bays) if box.tops[piece]), carrier)
    held[cargo] = held[top] if top != carrier else carrier
    if top != carrier:
        held[top] = tree(cargo, bays)[-1]
    return held


def move_to_bay(aboard: Sequence[int], piece: int, craft: int, box: Box) -> list[int]:
    """Return the carriers after a piece changed bays; the load of a full bay swaps (Z8)."""
    held, bays = list(aboard), loads(aboard)
    inside = bays.get(craft, [])
    if len(inside) >= box.bays[craft] and piece not in tree(inside[0], bays):
        held[inside[0]] = held[piece]
    if craft in tree(piece, bays):
        held[craft] = held[piece]
    held[piece] = craft
    return held


def bereaved(aboard: Sequence[int], gone: Collection[int]) -> list[int]:
    """Return the carriers after pieces are gone; other cargo stays on what still carries it."""
    held = list(aboard)
    for piece in gone:
        held[piece] = ASHORE
    for piece, craft in enumerate(aboard):
        while piece not in gone and craft in gone:
            held[piece] = craft = aboard[craft]
    return held


def may_shift(aboard: Sequence[int], bays: Loads, piece: int, craft: int, box: Box) -> bool:
    """True if the craft has a free bay, or a single bay whose load can swap places (Z7, Z8)."""
    inside = bays.get(craft, [])
    if len(inside) < box.bays[craft]:
        return aboard[piece] != craft and craft not in tree(piece, bays)
    if box.bays[craft] != 1 or aboard[piece] == ASHORE or aboard[piece] == craft:
        return False
    return craft not in tree(piece, bays) and piece not in tree(inside[0], bays)


def exchanges(
    stack: Sequence[int], aboard: Sequence[int], bays: Loads, box: Box
) -> Iterator[tuple[int, int]]:
    """Yield every piece of a stack with each craft in it to which it may be shifted."""
    crafts = [piece for piece in stack if box.bays[piece]]
    for piece in stack[1:]:
        yield from ((piece, c) for c in crafts if may_shift(aboard, bays, piece, c, box))
