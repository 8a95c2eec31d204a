"""How pieces are taken up in this game just now: one alone, all together, out of the box."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import Any

from controller.game import Position, Wide
from controller.reading.moment import Moment
from controller.values import CHANCE, Site, Stack, standing

MOVES = 300  # of a position that are looked through


@lru_cache(4)
def whole(moment: Moment) -> list[Site]:
    """Where all that stands is taken up together, and never one of them alone."""
    stacks = stacked(moment.position)
    if not stacks or isinstance(moment.position, Wide):
        return []
    taken: dict[Site, set[bool]] = {}
    for move in islice(moment.position.moves(), MOVES):
        after = moment.position.after(move).layout()
        for site in stacks:
            left = standing(after, site)
            if left != stacks[site]:
                taken.setdefault(site, set()).add(not left)
    return sorted(site for site, all_of_it in taken.items() if all_of_it == {True})


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


def count(position: Position[Any]) -> int:
    """Pieces on the board."""
    layout = position.layout()
    return sum(len(standing(layout, site)) for site in layout)
