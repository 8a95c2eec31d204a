"""Kayles as it is played: a moment of the game, and what may follow it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, reduce
from itertools import combinations, groupby
from operator import xor

from msgspec.structs import replace

from stardeck.game import (
    Light,
    Outcome,
    Piece,
    PlainPosition,
    Refusal,
    Saying,
    Scene,
    Seat,
    Setting,
    Site,
    Stack,
    player,
)
from stardeck_kayles.board import PLACES, SEATS, beside
from stardeck_kayles.moves import Choice, Pair, Take

STAR = (70, 60, 30)
NOT_YOUR_TURN = Refusal("K1", "kayles.not-your-turn")
NOTHING_THERE = Refusal("K2", "kayles.nothing-there")
APART = Refusal("K2", "kayles.apart")
GAME_OVER = Refusal("K3", "kayles.game-over")


class Kayles(PlainPosition, frozen=True):
    """A moment of the game: the stars that still shine, and whose turn it is."""

    sites = frozenset(PLACES)

    stars: tuple[Site, ...] = PLACES
    mover: Seat = SEATS[0]

    @property
    def actors(self) -> frozenset[Seat]:
        return frozenset({self.mover}) if self.stars else frozenset()

    @property
    def outcome(self) -> Outcome | None:
        """Who took the last star has won."""
        winner = SEATS[1 - self.mover]
        return None if self.stars else Outcome(frozenset({winner}), self.scores())

    def scores(self) -> tuple[int, ...]:
        return tuple(int(not self.stars and seat != self.mover) for seat in SEATS)

    def layout(self) -> dict[Site, Stack]:
        """A star on every place where none was taken."""
        return {place: (Piece(f"star.{place[1:]}"),) for place in self.stars}

    def attempts(self, near: frozenset[Site]) -> Iterator[Choice]:
        """Any star at hand, or any two of them."""
        places = [place for place in self.stars if place in near]
        for seat in SEATS:
            yield from (Take(seat, place) for place in places)
            yield from (Pair(seat, *two) for two in combinations(places, 2))

    def refusal(self, move: Choice) -> Refusal | None:
        if not self.stars:
            return GAME_OVER
        if move.seat != self.mover:
            return NOT_YOUR_TURN
        if not set(move.places) <= set(self.stars):
            return NOTHING_THERE
        ordered = isinstance(move, Take) or move.left < move.right
        return None if ordered and (isinstance(move, Take) or beside(*move.places)) else APART

    def after(self, move: Choice) -> Kayles:
        left = tuple(place for place in self.stars if place not in move.places)
        return replace(self, stars=left, mover=SEATS[1 - move.seat])

    def scene(self) -> Scene:
        return {place: Light(STAR) for place in self.stars}

    def evaluate(self, seat: Seat) -> float:
        """Who can leave two equal halves wins: known to the end, by the sizes of the runs."""
        winning = reduce(xor, map(worth, runs(self.stars)), 0) != 0
        return 1.0 if winning == (seat == self.mover) else -1.0

    def asks(self) -> Saying:
        if outcome := self.outcome:
            (winner,) = outcome.winners
            return Saying("kayles.won", {"player": player(winner)})
        return Saying("kayles.take", {"player": player(self.mover), "left": len(self.stars)})


def runs(stars: tuple[Site, ...]) -> list[int]:
    """How many stars stand side by side, run by run."""
    kept = (place in stars for place in PLACES)
    return [len([*group]) for there, group in groupby(kept) if there]


@cache
def worth(size: int) -> int:
    """The number of a run: the least that none of those it can be turned into has."""
    taken = [(size - many, at) for many in (1, 2) for at in range(size - many + 1) if size >= many]
    found = {worth(at) ^ worth(rest - at) for rest, at in taken}
    return next(number for number in range(len(found) + 1) if number not in found)


def start(setting: Setting) -> Kayles:
    """Eight stars, and player 1 begins."""
    return Kayles()
