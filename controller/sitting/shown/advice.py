"""Hints and advice for learners: which piece to move, where to, why; which moves are good."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, pairwise, product
from typing import Any

from msgspec import Struct

from controller.game import Move, Position, player
from controller.values import CHANCE, Content, Saying, Seat, Site

PIECE, GOAL, WHY = 1, 2, 3  # the steps of a hint: how much of it is told
ASKER = "asker"  # in messages to all: the seat whose own page shows the answer
CLEARLY = 3  # wins in 100 games; a smaller difference is no reason to prefer a move


class Advice(Struct, frozen=True, eq=False):
    """Advice about one position; it is not valid for any other."""

    about: Position[Any]
    sites: frozenset[Site] = frozenset()  # what a hint points at
    goals: frozenset[Site] = frozenset()  # those of them where the move ends
    good: frozenset[Move] = frozenset()  # of all lawful moves

    def joined(self, earlier: Advice | None) -> Advice:
        """Return this advice, completed by earlier advice about the same position."""
        if earlier is None or earlier.about is not self.about:
            return self
        told = self if self.sites else earlier
        return Advice(self.about, told.sites, told.goals, self.good or earlier.good)

    @property
    def ways(self) -> tuple[tuple[Site, Site | None], ...]:
        """Pairs of start and goal that the hint points at; the goal is None if only one is told."""
        starts = sorted(self.sites - self.goals)
        if starts and self.goals:
            return tuple(product(starts, sorted(self.goals)))
        return tuple((site, None) for site in sorted(self.sites))


class GoodMove(Struct, frozen=True, eq=False):
    """A good move of one seat, and the estimated wins in 100 games that follow from it."""

    about: Position[Any]
    move: Move
    chance: int
    turn: tuple[Position[Any], ...] = ()  # this and the expected positions of the turn
    step: int = PIECE
    second: int | None = None  # estimate for the next best move; None if there is none
    asked_for: bool = False  # a lesson asks for this move, whether it wins or not

    @property
    def sites(self) -> frozenset[Site]:
        """Where the move begins; from step GOAL on also where it ends."""
        begins, ends = ways(self.about, self.move)
        return begins | ends if self.step >= GOAL else begins or ends

    @property
    def goals(self) -> frozenset[Site]:
        return ways(self.about, self.move)[1] if self.step >= GOAL else frozenset()

    @property
    def card(self) -> str:
        """The card of the player's own hand that the move uses, or ""."""
        hand = self.about.hand(self.move.seat)
        return next((word for word in str(self.move).split() if word in hand), "")

    @property
    def secret(self) -> bool:
        """True if the hint names a card that only its owner sees."""
        seat = self.move.seat
        hidden = self.about.public().hand(seat) != self.about.hand(seat)
        return hidden and bool(self.card)

    def to_asker(self) -> Saying:
        """Return the hint as told to the player who asked."""
        if self.step == PIECE:
            return Saying("hint.piece", {"site": self.card or join_names(self.sites)})
        if self.step == GOAL:
            return Saying("hint.move", {"move": str(self.move)})
        return self._reason()

    def to_all(self) -> Saying:
        """Return the hint as shown to all players, without naming a hidden card."""
        return Saying("hint.card") if self.secret else self.to_asker()

    def _gaps(self) -> dict[str, str | int | Saying]:
        return {"move": str(self.move), "chance": self.chance}

    def _reason(self) -> Saying:
        """Return why: it is the only move, it scores points, or it wins more often than others."""
        if self.asked_for:
            return Saying("hint.lesson", {"move": str(self.move)})
        if self.second is None:
            return Saying("hint.only", {"move": str(self.move)})
        return self._pays() or self._costs() or self._promises(self.second)

    def _pays(self) -> Saying | None:
        """Return the rules by which the move gains or loses points this turn; None if none."""
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
        """Return which other seat loses most points by the move; None if the mover loses, too."""
        losses = [-gain for gain in self._gains]
        most = max(losses)
        if most <= 0 or losses[self.move.seat] > 0:
            return None
        who = player(Seat(losses.index(most)))
        return Saying("hint.costs", {**self._gaps(), "who": who, "loss": most})

    @property
    def _gains(self) -> list[int]:
        """The points that every seat gains by the end of the turn."""
        first, last = self.turn[0].scores(), self.turn[-1].scores()
        return [now - was for was, now in zip(first, last, strict=True)]

    def _promises(self, second: int) -> Saying:
        """Return the estimated wins compared with the next best move."""
        if self.chance - second < CLEARLY:
            return Saying("hint.alike", self._gaps())
        return Saying("hint.better", {**self._gaps(), "second": second})


def ways(position: Position[Any], move: Move) -> tuple[frozenset[Site], frozenset[Site]]:
    """Return the sites that pieces leave, and those they come to or that are touched."""
    before, after = position.layout(), position.after(move).layout()
    lifted = frozenset(site for site in before if fewer(after.get(site), before[site]))
    put = frozenset(site for site in after if fewer(before.get(site), after[site]))
    return lifted, (put - lifted) | move.touches


def fewer(now: Content | None, then: Content) -> bool:
    """True if some of the content `then` is missing in `now`."""
    if isinstance(then, int):
        return now != then
    return not isinstance(now, tuple) or not {*then} <= {*now}


def join_names(sites: Iterable[Site]) -> str:
    """Return the names of these sites, sorted and joined by " / "."""
    return " / ".join(sorted(sites))


def learner(position: Position[Any], people: Iterable[Seat]) -> Seat | None:
    """Return the seat that an unrequested hint is for; None if no person may act."""
    waited_for = sorted({*people} & position.due) or sorted({*people} & position.actors)
    return next((seat for seat in waited_for if seat != CHANCE), None)
