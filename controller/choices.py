"""Choices that each seat makes before the first move, such as its ship."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from controller.errors import Misuse
from controller.words import said

Picks: TypeAlias = Mapping[str, tuple[str, ...]]
"""What each seat has picked, by the name of the choice; '' for the default."""


class Offer(Struct, frozen=True):
    """One thing to choose, and its colour if it has one."""

    title: str
    colour: tuple[int, int, int] | None = None


class Choice(Struct, frozen=True):
    """Something of which each seat picks a different one."""

    name: str  # as written on the command line
    rule: str
    words: str  # the key of its title
    offers: Mapping[str, Offer]
    usual: tuple[str, ...]  # each seat's default

    def settled(self, picked: tuple[str, ...], seats: int) -> tuple[str, ...]:
        """Return what each seat gets: its pick, else its default, else the first one left."""
        known = [pick if pick in self.offers else "" for pick in picked]
        wanted = [*known, *[""] * seats][:seats]
        own = [
            pick or ("" if usual in wanted else usual)
            for pick, usual in zip(wanted, self.usual, strict=False)
        ]
        left = iter([offer for offer in self.offers if offer not in own])
        return tuple(pick or next(left) for pick in own)

    def troubles(self, picked: tuple[str, ...], seats: int) -> Iterator[Misuse]:
        """Yield a Misuse for each reason why these picks are not allowed."""
        if len(picked) > seats:
            what, count = said(self.words), len(picked)
            yield Misuse("game.many_picks", what=what, count=count, seats=seats)
        for pick in filter(None, picked):
            if pick not in self.offers:
                what, offers = said(self.words), ", ".join(self.offers)
                yield Misuse("game.no_pick", what=what, pick=pick, offers=offers)
            elif picked.count(pick) > 1:
                yield Misuse("game.picked_twice", pick=self.offers[pick].title, rule=self.rule)
