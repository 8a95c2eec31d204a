"""Pond: two frogs race over lily pads. Somebody else's game, in somebody else's package."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, Self

import msgspec
from msgspec.structs import replace

from stardeck.game import (
    Cell,
    Drawing,
    Form,
    Game,
    Layout,
    Light,
    Move,
    Notation,
    Outcome,
    Piece,
    PlainPosition,
    Print,
    Refusal,
    Saying,
    Scene,
    Seat,
    Setting,
    Site,
    Token,
    say,
)

LAST = 6
LANES = tuple(tuple(Site(f"{lane}{pad}") for pad in range(1, LAST + 1)) for lane in "ab")
Pad = Annotated[Site, Form("[ab][1-6]")]
TOO_FAR = Refusal("F2", "pond.too-far")
NOT_YET = Refusal("F1", "pond.not-yet")


class Hop(Move, frozen=True):
    """A frog leaps to another pad of its lane."""

    LINE = "{seat} hops {source}-{target}"

    source: Pad
    target: Pad


class Pond(PlainPosition, frozen=True):
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

    def scores(self) -> tuple[int, ...]:
        return self.pads

    def credits(self, before: Self, seat: Seat) -> tuple[str, ...]:
        return ("F3",) if self.pads[seat] != before.pads[seat] else ()

    def picture(self) -> tuple[tuple[tuple[Site, str], ...], ...]:
        return tuple(tuple((site, "o") for site in lane) for lane in LANES)

    def asks(self) -> Saying:
        return Saying("pond.over" if self.outcome else "pond.hop", {"player": self.turn + 1})


def drawing(position: Pond) -> Drawing:
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


def frog(seat: Seat) -> Token:
    title = say(Saying("pond.frog", {"number": seat + 1}))
    return Token(f"frog{seat + 1}", title, seat, (40, 160, 60 + 90 * seat))


def start(setting: Setting) -> Pond:
    return Pond(Seat(0))


GAME = Game(
    name="pond",
    title="Pond",
    seats=range(2, 3),
    options={},
    opening=start,
    parse=Notation("Pond", 2, "1 hops a1-a2", [Hop]).parse,
    thaw=partial(msgspec.json.decode, type=Pond),
    drawing=drawing,
    pieces=lambda position: ("frog1", "frog2"),
    folder=Path(__file__).parent,
)
