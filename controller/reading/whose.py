"""Whose a thing is: nobody but a robot acts for a robot's seat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from controller.game import Move, Position
from controller.reading.infer import Forbidden, Made, Unclear, Underway
from controller.reading.known import Mark, marks
from controller.reading.meaning import Meaning
from controller.values import KEY, Refusal, Seat, Sense, Senses, Site

LEAVES = 1.5  # s in which a hand that was understood early, or read late, lets go of all it touched


class Robots:
    """The seats that choose for themselves, and where one is about to act by its own hand."""

    def __init__(self, seats: Iterable[Seat] = ()) -> None:
        self.seats = frozenset(seats)
        self._hands: dict[Seat, frozenset[Site]] = {}
        self._leaves: dict[Seat, float] = {}  # s, when a hand that is done has left the board

    def intend(self, move: Move, position: Position[Any], senses: Senses) -> None:
        """A hand that no person moves is about to make this."""
        sites = (mark.sites for mark in marks(position, [move], senses))
        self._hands[move.seat] = frozenset[Site]().union(*sites)
        self._leaves.pop(move.seat, None)

    def done(self, moves: Iterable[Move], at: float) -> None:
        """These count, and their hands are about to leave the board."""
        for move in moves:
            self._leaves[move.seat] = at + LEAVES

    def look(self, at: float) -> None:
        """Hands that had time to leave the board have left it."""
        for seat in [seat for seat, left in self._leaves.items() if at >= left]:
            del self._leaves[seat]
            self._hands.pop(seat, None)

    def acts(self, move: Move | None) -> bool:
        """A hand of its own makes this."""
        return move is not None and move.seat in self._hands

    def refused(
        self, moves: Sequence[Move], position: Position[Any], senses: Senses, wish: Move | None
    ) -> Forbidden | None:
        """The first of these that a person has made in a robot's place, though it asked nobody."""
        for move in moves:
            for mark in marks(position, [move], senses):
                if mark.trace and not self._free(mark, wish):
                    return Forbidden(mark, robots_own(mark.trace.touched, senses, move.seat))
            position = position.after(move)
        return None

    def sift(self, meaning: Meaning, wish: Move | None) -> Meaning:
        """Nobody is asked or led to move for a robot; what can be nothing else was made for it."""
        finding = meaning.finding
        if not isinstance(finding, Unclear | Underway) or not self.seats:
            return meaning
        alike = finding.marks
        own = tuple(mark for mark in alike if self._free(mark, wish))
        if own:
            return replace(meaning, finding=replace(finding, marks=own))
        made = Made(alike[0].move, sure=False, sites=alike[0].trace.touched)
        return replace(meaning, finding=made, granted=(*meaning.granted, *alike[0].before))

    def named(self, wrong: Forbidden, senses: Senses, wish: Move | None) -> Forbidden:
        """Rules are told to people: of what they did with a robot's things it is said whose it is.

        Out of its turn that has been said already.
        """
        if wrong.refusal.owner is not None or self._free(wrong.mark, wish):
            return wrong
        whose = robots_own(wrong.mark.trace.touched, senses, wrong.mark.move.seat)
        rule, sites = wrong.refusal.rule, wrong.refusal.sites
        return replace(wrong, refusal=replace(whose, rule=rule, sites=sites))

    def keys(
        self, pressed: Iterable[Site], position: Position[Any], senses: Senses
    ) -> Refusal | None:
        """One of these is a robot's key."""
        for key in pressed:
            owners = {move.seat for move in position.attempts(frozenset({key}))}
            if len(owners) == 1 and owners <= self.seats:
                return robots_own(frozenset({key}), senses, owners.pop())
        return None

    def _free(self, mark: Mark, wish: Move | None) -> bool:
        """A person's, or what a robot does itself, or has asked some hand to do for it."""
        seat = mark.move.seat
        asked = wish is not None and wish.seat == seat
        return (
            seat not in self.seats or asked or bool(self._hands.get(seat, frozenset()) & mark.sites)
        )


def robots_own(sites: frozenset[Site], senses: Senses, owner: Seat) -> Refusal:
    key = all(senses.get(site) is Sense.KEY and site.startswith(KEY) for site in sites)
    return Refusal("", "table.anothers_key" if key else "table.anothers_move", frozenset(), owner)
