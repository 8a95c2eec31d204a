"""What a learner is told: which piece, where to and why; which of what may be done is good."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from controller.game import Move, Position
from controller.values import CHANCE, Content, Saying, Seat, Site

PIECE, GOAL, WHY = 1, 2, 3  # how much of a hint is told, one after the other


class Advice(Struct, frozen=True, eq=False):
    """Good to know in this moment, and in no other."""

    about: Position[Any]
    sites: frozenset[Site] = frozenset()  # what a hint points at
    good: frozenset[Move] = frozenset()  # of all that may be done

    def joined(self, earlier: Advice | None) -> Advice:
        """With what was said of the same moment before."""
        if earlier is None or earlier.about is not self.about:
            return self
        return Advice(self.about, self.sites or earlier.sites, self.good or earlier.good)


class Hint(Struct, frozen=True, eq=False):
    """A good move of one seat, and how many of 100 games are won with it, as far as one can see."""

    about: Position[Any]
    move: Move
    chance: int
    step: int = PIECE

    @property
    def sites(self) -> frozenset[Site]:
        """Where the hand begins; then where it ends, too."""
        begins, ends = ways(self.about, self.move)
        return begins | ends if self.step >= GOAL else begins or ends

    @property
    def secret(self) -> bool:
        """It names a card that only its owner sees."""
        hand = self.about.hand(self.move.seat)
        hidden = self.about.public().hand(self.move.seat) != hand
        return hidden and not {*hand}.isdisjoint(str(self.move).split())

    def to_asker(self) -> Saying:
        """To whoever asked."""
        if self.step == PIECE:
            return Saying("hint.piece", {"site": named(self.sites)})
        if self.step == GOAL:
            return Saying("hint.move", {"move": str(self.move)})
        return self._reason()

    def to_all(self) -> Saying:
        """What the table says of it: no card by its name."""
        return Saying("hint.card") if self.secret else self.to_asker()

    def _gaps(self) -> dict[str, str | int]:
        return {"move": str(self.move), "chance": self.chance}

    def _reason(self) -> Saying:
        """The rule by which it pays at once, and what it promises."""
        seat = self.move.seat
        after, gaps = self.about.after(self.move), self._gaps()
        gain = after.scores()[seat] - self.about.scores()[seat]
        rules = after.credits(self.about, seat)
        if gain > 0 and rules:
            return Saying("hint.pays", {**gaps, "gain": gain, "rules": ", ".join(rules)})
        return Saying("hint.promises", gaps)


def ways(position: Position[Any], move: Move) -> tuple[frozenset[Site], frozenset[Site]]:
    """Where something goes from, and where it comes to or is touched, as all may see it."""
    before, after = position.layout(), position.after(move).layout()
    lifted = frozenset(site for site in before if fewer(after.get(site), before[site]))
    put = frozenset(site for site in after if fewer(before.get(site), after[site]))
    return lifted, (put - lifted) | move.touches


def fewer(now: Content | None, then: Content) -> bool:
    """Something of that is not there."""
    if isinstance(then, int):
        return now != then
    return not isinstance(now, tuple) or not {*then} <= {*now}


def named(sites: Iterable[Site]) -> str:
    return " / ".join(sorted(sites))


def learner(position: Position[Any], people: Iterable[Seat]) -> Seat | None:
    """For whom a hint is meant that nobody in particular has asked for."""
    waited_for = sorted({*people} & position.due) or sorted({*people} & position.actors)
    return next((seat for seat in waited_for if seat != CHANCE), None)
