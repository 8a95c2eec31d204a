"""What a learner is told: which piece, where to and why; which of what may be done is good."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, pairwise, product
from typing import Any

from msgspec import Struct

from controller.game import Move, Position, player
from controller.values import CHANCE, Content, Saying, Seat, Site

PIECE, GOAL, WHY = 1, 2, 3  # how much of a hint is told, one after the other
ASKER = "asker"  # the seat whose own page was answered, in what the table says to all
CLEARLY = 3  # games of 100: less is no reason to choose one move before another


class Advice(Struct, frozen=True, eq=False):
    """Good to know in this moment, and in no other."""

    about: Position[Any]
    sites: frozenset[Site] = frozenset()  # what a hint points at
    goals: frozenset[Site] = frozenset()  # of these, where the hand ends
    good: frozenset[Move] = frozenset()  # of all that may be done

    def joined(self, earlier: Advice | None) -> Advice:
        """With what was said of the same moment before."""
        if earlier is None or earlier.about is not self.about:
            return self
        told = self if self.sites else earlier
        return Advice(self.about, told.sites, told.goals, self.good or earlier.good)

    @property
    def ways(self) -> tuple[tuple[Site, Site | None], ...]:
        """From where to where; while only one of both is told, that place alone."""
        starts = sorted(self.sites - self.goals)
        if starts and self.goals:
            return tuple(product(starts, sorted(self.goals)))
        return tuple((site, None) for site in sorted(self.sites))


class Hint(Struct, frozen=True, eq=False):
    """A good move of one seat, and how many of 100 games are won with it, as far as one can see."""

    about: Position[Any]
    move: Move
    chance: int
    turn: tuple[Position[Any], ...] = ()  # this moment and what follows, as far as one sees
    step: int = PIECE
    second: int | None = None  # the chance of the next best; None where nothing else is open
    asked_for: bool = False  # by a lesson: whether it wins is of no account

    @property
    def sites(self) -> frozenset[Site]:
        """Where the hand begins; then where it ends, too."""
        begins, ends = ways(self.about, self.move)
        return begins | ends if self.step >= GOAL else begins or ends

    @property
    def goals(self) -> frozenset[Site]:
        return ways(self.about, self.move)[1] if self.step >= GOAL else frozenset()

    @property
    def card(self) -> str:
        """The card out of the own hand that it is about, if it is."""
        hand = self.about.hand(self.move.seat)
        return next((word for word in str(self.move).split() if word in hand), "")

    @property
    def secret(self) -> bool:
        """It names a card that only its owner sees."""
        seat = self.move.seat
        hidden = self.about.public().hand(seat) != self.about.hand(seat)
        return hidden and bool(self.card)

    def to_asker(self) -> Saying:
        """To whoever asked."""
        if self.step == PIECE:
            return Saying("hint.piece", {"site": self.card or named(self.sites)})
        if self.step == GOAL:
            return Saying("hint.move", {"move": str(self.move)})
        return self._reason()

    def to_all(self) -> Saying:
        """What the table says of it: no card by its name."""
        return Saying("hint.card") if self.secret else self.to_asker()

    def _gaps(self) -> dict[str, str | int | Saying]:
        return {"move": str(self.move), "chance": self.chance}

    def _reason(self) -> Saying:
        """It has to be, it pays or costs points, or it is better than what else there is."""
        if self.asked_for:
            return Saying("hint.lesson", {"move": str(self.move)})
        if self.second is None:
            return Saying("hint.only", {"move": str(self.move)})
        return self._pays() or self._costs() or self._promises(self.second)

    def _pays(self) -> Saying | None:
        """The rules by which it pays, or costs, before the turn is over."""
        seat, gain = self.move.seat, self._gains[self.move.seat]
        credited = (now.credits(was, seat) for was, now in pairwise(self.turn))
        rules = dict.fromkeys(chain.from_iterable(credited))
        told = {**self._gaps(), "rules": ", ".join(rules)}
        if not gain or not rules:
            return None
        if gain < 0:
            return Saying("hint.dear", {**told, "loss": -gain})
        return Saying("hint.pays", {**told, "gain": gain})

    def _costs(self) -> Saying | None:
        """Who loses most by it, if it is another."""
        losses = [-gain for gain in self._gains]
        most = max(losses)
        if most <= 0 or losses[self.move.seat] > 0:
            return None
        who = player(Seat(losses.index(most)))
        return Saying("hint.costs", {**self._gaps(), "who": who, "loss": most})

    @property
    def _gains(self) -> list[int]:
        """What every seat wins by it before the turn is over."""
        first, last = self.turn[0].scores(), self.turn[-1].scores()
        return [now - was for was, now in zip(first, last, strict=True)]

    def _promises(self, second: int) -> Saying:
        """What it promises, beside the next best."""
        if self.chance - second < CLEARLY:
            return Saying("hint.alike", self._gaps())
        return Saying("hint.better", {**self._gaps(), "second": second})


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
