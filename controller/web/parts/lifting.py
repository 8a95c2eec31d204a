"""How pieces are lifted in the present position: singly, as a stack, or out of the box."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

from controller.game import Move, Position, Wide
from controller.reading.moment import Moment
from controller.reading.move_index import MoveIndex
from controller.values import CHANCE, Seat, Site, Stack, differing, standing

MAX_MOVES = 300  # maximum number of moves examined


@lru_cache(4)
def grips(moment: Moment) -> dict[str, list[Site]]:
    """Return the stacks that lawful moves lift in one way only: whole, or the top piece."""
    position = moment.position
    stacks = stacked(position) if isinstance(moment.known, MoveIndex) else {}
    taken: dict[Site, set[str]] = {}
    for move in islice(position.moves(), MAX_MOVES) if stacks else ():
        after = position.after(move).layout()
        for site, stack in stacks.items():
            if (left := standing(after, site)) != stack:
                taken.setdefault(site, set()).add(grip(stack, left))
    return {
        way: sorted(s for s, ways in taken.items() if ways == {way}) for way in ("whole", "top")
    }


@lru_cache(4)
def whole_stack_lifts(moment: Moment, move: Move) -> list[Site]:
    """Return where this move lifts a whole stack and puts it down together."""
    after = moment.position.after(move).layout()
    stacks = stacked(moment.position).items()
    return [site for site, stack in stacks if grip(stack, standing(after, site)) == "whole"]


@lru_cache(4)
def carried(moment: Moment) -> list[Site]:
    """Return, on a wide board, where a craft that may move stands with its load."""
    stacks = stacked(moment.position)
    craft = ((site, own.get(stacks[site][0].name, [])) for site, own in loads(moment).items())
    return [site for site, piece_names in craft if len(piece_names) == len(stacks[site])]


@lru_cache(4)
def loads(moment: Moment) -> dict[Site, dict[str, list[str]]]:
    """Return, on a wide board, what must come along with each piece of a stack."""
    position = moment.position
    if not isinstance(position, Wide):
        return {}
    found = {
        site: smallest_load(position, site, stack) for site, stack in stacked(position).items()
    }
    return {site: own for site, own in found.items() if own}


def smallest_load(position: Wide[Any], site: Site, stack: Stack) -> dict[str, list[str]]:
    """Return, by carrier, the fewest pieces that leave together, if the carrier is lowest."""
    least: dict[str, set[str]] = {}
    for move in islice(position.near(frozenset({site})), MAX_MOVES):
        left = {piece.name for piece in standing(position.after(move).layout(), site)}
        gone = {piece.name for piece in stack} - left
        least |= {name: gone for name in gone if len(gone) <= len(least.get(name, stack))}
    ordered = {n: [p.name for p in stack if p.name in gone] for n, gone in least.items()}
    return {name: own for name, own in ordered.items() if len(own) > 1 and own[0] == name}


def along(moment: Moment, hoped: Move | None) -> list[Site]:
    """Return where the whole stack moves, as a lesson asks or as the only lawful way."""
    return sorted({*carried(moment), *(whole_stack_lifts(moment, hoped) if hoped else ())})


def bundled(moment: Moment, hoped: Move | None, held: Sequence[str]) -> bool:
    """True if the held pieces were lifted as a whole and are put down together."""
    if len(held) < 2:
        return False
    layout = moment.position.layout()
    stacks = [[p.name for p in standing(layout, site)] for site in along(moment, hoped)]
    craft = [names for own in loads(moment).values() for names in own.values()]
    return any(set(piece_names) == set(held) for piece_names in [*stacks, *craft])


@lru_cache(4)
def handled(moment: Moment, move: Move) -> frozenset[Site]:
    """Return the sites that this move brings a hand to."""
    before, after = moment.position.layout(), moment.position.after(move).layout()
    return move.touches | differing(before, after)


def grip(stack: Stack, left: Stack) -> str:
    """Return how a stack was lifted: "whole", "top" or "other"."""
    if not left:
        return "whole"
    return "top" if left == stack[:-1] else "other"


def stacked(position: Position[Any]) -> dict[Site, Stack]:
    """Return the sites with several pieces."""
    layout = position.layout()
    return {site: stack for site in layout if len(stack := standing(layout, site)) > 1}


@lru_cache(4)
def fetched(moment: Moment) -> bool:
    """True if the next move puts a piece from the box on the board."""
    position = moment.position
    first = next(iter(position.moves()), None) if position.actors - {CHANCE} else None
    return first is not None and count(position.after(first)) > count(position)


@lru_cache(4)
def cleared(moment: Moment) -> bool:
    """True if all lawful moves only take pieces off the board."""
    known = moment.known
    moves = [mark.move for mark in known.marks] if isinstance(known, MoveIndex) else []
    return bool(moves) and all(clears(moment.position, move) for move in moves)


def clears(position: Position[Any], move: Move) -> bool:
    """True if this move takes pieces off the board and puts none on any site."""
    before, after = position.layout(), position.after(move).layout()
    changed = differing(before, after)
    less = [{*standing(after, site)} < {*standing(before, site)} for site in changed]
    return bool(less) and all(less)


@lru_cache(4)
def brought(moment: Moment, seats: frozenset[Seat]) -> frozenset[str]:
    """Return the names of pieces that lawful moves of these seats bring onto the board."""
    position = moment.position
    if not fetched(moment):
        return frozenset()
    own = (move for move in position.moves() if move.seat in seats)
    after = (piece_names(position.after(move)) for move in islice(own, MAX_MOVES))
    return frozenset().union(*after) - piece_names(position)


def piece_names(position: Position[Any]) -> frozenset[str]:
    """Return the names of all pieces on the board."""
    layout = position.layout()
    return frozenset(piece.name for site in layout for piece in standing(layout, site))


def count(position: Position[Any]) -> int:
    """Return the number of pieces on the board."""
    layout = position.layout()
    return sum(len(standing(layout, site)) for site in layout)
