"""Pond: two frogs race over lily pads. Somebody else's game, in somebody else's package."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Self

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from controller.drawing import Cell, Drawing, Print, Token
from controller.errors import BadNotation
from controller.game import Game, Move, Setting
from controller.scene import Light, Scene
from controller.values import Layout, Outcome, Piece, Refusal, Saying, Seat, Site
from controller.words import say

LAST = 6
LANES = tuple(tuple(Site(f"{lane}{pad}") for pad in range(1, LAST + 1)) for lane in "ab")
TOO_FAR = Refusal("F2", "pond.too-far")
NOT_YET = Refusal("F1", "pond.not-yet")


class Hop(Move, frozen=True):
    """A frog leaps to another pad of its lane."""

    source: Site
    target: Site

    def __str__(self) -> str:
        return f"{self.seat + 1} hops {self.source}-{self.target}"


class Pond(Struct, frozen=True):
    """Whose turn it is, and on which pad each frog sits."""

    turn: Seat
    pads: tuple[int, int] = (0, 0)

    @property
    def outcome(self) -> Outcome | None:
        there = frozenset(Seat(n) for n, pad in enumerate(self.pads) if pad == LAST - 1)
        return Outcome(there, self.scores()) if there else None

    @property
    def actors(self) -> frozenset[Seat]:
        return frozenset() if self.outcome else frozenset({self.turn})

    def moves(self) -> Iterator[Hop]:
        for seat in self.actors:
            pad = self.pads[seat]
            for target in LANES[seat][pad + 1 : pad + 3]:
                yield Hop(seat, LANES[seat][pad], target)

    def attempts(self, near: frozenset[Site]) -> Iterator[Hop]:
        for seat, lane in enumerate(LANES):
            source = lane[self.pads[seat]]
            for target in lane:
                if near & {source, target} and source != target:
                    yield Hop(Seat(seat), source, target)

    def refusal(self, move: Hop) -> Refusal | None:
        if move.seat not in self.actors:
            return NOT_YET
        return None if move in self.moves() else TOO_FAR

    def after(self, move: Hop) -> Self:
        pads = list(self.pads)
        pads[move.seat] = LANES[move.seat].index(move.target)
        return replace(self, turn=Seat(1 - move.seat), pads=tuple(pads))

    def layout(self) -> Layout:
        return {
            LANES[seat][pad]: (Piece(f"frog{seat + 1}", Seat(seat)),)
            for seat, pad in enumerate(self.pads)
        }

    def scene(self) -> Scene:
        return {lane[-1]: Light((0, 60, 0)) for lane in LANES}

    def public(self) -> Self:
        return self

    def seen_by(self, seat: Seat) -> Self:
        return self

    def scores(self) -> tuple[int, ...]:
        return self.pads

    def promise(self, seat: Seat) -> float:
        return float(self.pads[seat] - self.pads[1 - seat])

    def credits(self, before: Self, seat: Seat) -> tuple[str, ...]:
        return ("F3",) if self.pads[seat] != before.pads[seat] else ()

    def hand(self, seat: Seat) -> tuple[str, ...]:
        return ()

    def pieces(self) -> tuple[str, ...]:
        return ("frog1", "frog2")

    def picture(self) -> tuple[tuple[tuple[Site, str], ...], ...]:
        return tuple(tuple((site, "o") for site in lane) for lane in LANES)

    def drawing(self) -> Drawing:
        return Drawing(
            size=(LAST, 2),
            cells=tuple(
                Cell(site, (pad + 0.5, row + 0.5), radius=0.45)
                for row, lane in enumerate(LANES)
                for pad, site in enumerate(lane)
            ),
            tokens=tuple(map(frog, (Seat(0), Seat(1)))),
            prints=(
                Print("shore", (LAST / 2, 1), (LAST, 0)),
                Print("reeds", (LAST - 0.5, 1), (1, 2), "home"),
            ),
        )

    def asks(self) -> Saying:
        return Saying("pond.over" if self.outcome else "pond.hop", {"player": self.turn + 1})


def frog(seat: Seat) -> Token:
    title = say(Saying("pond.frog", {"number": seat + 1}))
    return Token(f"frog{seat + 1}", title, seat, (40, 160, 60 + 90 * seat))


def start(setting: Setting) -> Pond:
    return Pond(Seat(0))


def parse(text: str) -> Hop:
    match text.split():
        case ["1" | "2" as player, "hops", way] if way.count("-") == 1:
            return Hop(Seat(int(player) - 1), *map(Site, way.split("-")))
    raise BadNotation(f"{text!r} is no move of Pond.")


GAME = Game(
    name="pond",
    title="Pond",
    seats=range(2, 3),
    options={},
    start=start,
    parse=parse,
    thaw=partial(msgspec.json.decode, type=Pond),
    folder=Path(__file__).parent,
)
