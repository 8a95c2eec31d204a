"""How pieces are taken up in this game just now: one alone, all together, out of the box."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

from controller.game import Move, Position, Wide
from controller.reading.moment import Moment
from controller.reading.move_index import MoveIndex
from controller.values import CHANCE, Seat, Site, Stack, differing, standing

MOVES = 300  # of a position that are looked through


@lru_cache(4)
def grips(moment: Moment) -> dict[str, list[Site]]:
    """Where a stack can be taken up in one way only: the whole of it, or the piece on top."""
    position = moment.position
    stacks = stacked(position) if isinstance(moment.known, MoveIndex) else {}
    taken: dict[Site, set[str]] = {}
    for move in islice(position.moves(), MOVES) if stacks else ():
        after = position.after(move).layout()
        for site, stack in stacks.items():
            if (left := standing(after, site)) != stack:
                taken.setdefault(site, set()).add(grip(stack, left))
    return {
        way: sorted(s for s, ways in taken.items() if ways == {way}) for way in ("whole", "top")
    }


@lru_cache(4)
def in_one_go(moment: Moment, move: Move) -> list[Site]:
    """Where this very move takes up a whole stack, to put it down together."""
    after = moment.position.after(move).layout()
    stacks = stacked(moment.position).items()
    return [site for site, stack in stacks if grip(stack, standing(after, site)) == "whole"]


@lru_cache(4)
def carried(moment: Moment) -> list[Site]:
    """On a wide board: where a craft that may go stands with its load, which comes along."""
    stacks = stacked(moment.position)
    craft = ((site, own.get(stacks[site][0].name, [])) for site, own in loads(moment).items())
    return [site for site, piece_names in craft if len(piece_names) == len(stacks[site])]


@lru_cache(4)
def loads(moment: Moment) -> dict[Site, dict[str, list[str]]]:
    """On a wide board: what comes along with a piece of a stack, for nothing else is lawful."""
    position = moment.position
    if not isinstance(position, Wide):
        return {}
    found = {site: load(position, site, stack) for site, stack in stacked(position).items()}
    return {site: own for site, own in found.items() if own}


def load(position: Wide[Any], site: Site, stack: Stack) -> dict[str, list[str]]:
    """By what carries it: the fewest that leave together, from the bottom up, if not alone."""
    least: dict[str, set[str]] = {}
    for move in islice(position.near(frozenset({site})), MOVES):
        left = {piece.name for piece in standing(position.after(move).layout(), site)}
        gone = {piece.name for piece in stack} - left
        least |= {name: gone for name in gone if len(gone) <= len(least.get(name, stack))}
    ordered = {n: [p.name for p in stack if p.name in gone] for n, gone in least.items()}
    return {name: own for name, own in ordered.items() if len(own) > 1 and own[0] == name}


def along(moment: Moment, hoped: Move | None) -> list[Site]:
    """Where all goes together: for a lesson asks for that, or nothing else is lawful."""
    return sorted({*carried(moment), *(in_one_go(moment, hoped) if hoped else ())})


def bundled(moment: Moment, hoped: Move | None, held: Sequence[str]) -> bool:
    """What is held was taken up whole, or as a craft with its load, and is put down together."""
    if len(held) < 2:
        return False
    layout = moment.position.layout()
    stacks = [[p.name for p in standing(layout, site)] for site in along(moment, hoped)]
    craft = [names for own in loads(moment).values() for names in own.values()]
    return any(set(piece_names) == set(held) for piece_names in [*stacks, *craft])


@lru_cache(4)
def handled(moment: Moment, move: Move) -> frozenset[Site]:
    """The sites to which this move brings a hand."""
    before, after = moment.position.layout(), moment.position.after(move).layout()
    return move.touches | differing(before, after)


def grip(stack: Stack, left: Stack) -> str:
    if not left:
        return "whole"
    return "top" if left == stack[:-1] else "other"


def stacked(position: Position[Any]) -> dict[Site, Stack]:
    """Where several stand together."""
    layout = position.layout()
    return {site: stack for site in layout if len(stack := standing(layout, site)) > 1}


@lru_cache(4)
def fetched(moment: Moment) -> bool:
    """What is to be put on the board comes out of the box."""
    position = moment.position
    first = next(iter(position.moves()), None) if position.actors - {CHANCE} else None
    return first is not None and count(position.after(first)) > count(position)


@lru_cache(4)
def cleared(moment: Moment) -> bool:
    """Nothing may be done but to take something off the board."""
    known = moment.known
    moves = [mark.move for mark in known.marks] if isinstance(known, MoveIndex) else []
    return bool(moves) and all(clears(moment.position, move) for move in moves)


def clears(position: Position[Any], move: Move) -> bool:
    """Something goes off the board, and nothing comes to anywhere."""
    before, after = position.layout(), position.after(move).layout()
    changed = differing(before, after)
    less = [{*standing(after, site)} < {*standing(before, site)} for site in changed]
    return bool(less) and all(less)


@lru_cache(4)
def brought(moment: Moment, seats: frozenset[Seat]) -> frozenset[str]:
    """What lawful moves of these put on the board that is not on it, by name."""
    position = moment.position
    if not fetched(moment):
        return frozenset()
    own = (move for move in position.moves() if move.seat in seats)
    after = (piece_names(position.after(move)) for move in islice(own, MOVES))
    return frozenset().union(*after) - piece_names(position)


def piece_names(position: Position[Any]) -> frozenset[str]:
    layout = position.layout()
    return frozenset(piece.name for site in layout for piece in standing(layout, site))


def count(position: Position[Any]) -> int:
    """Pieces on the board."""
    layout = position.layout()
    return sum(len(standing(layout, site)) for site in layout)
