"""The rules: moves, positions, and the rule against each wrong move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec.structs import replace
from stardeck.game import (
    Form,
    Light,
    Move,
    Notation,
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

SEATS = Seat(0), Seat(1)
COLOURS = ("green", "violet")
PAINTS = ((0, 200, 40), (150, 0, 210))
PIECES = 5  # of each player

CELLS = tuple(Site(f"{column}{row}") for row in (3, 2, 1) for column in "abc")
ROWS = (
    "a3 b3 c3",
    "a2 b2 c2",
    "a1 b1 c1",
    "a3 a2 a1",
    "b3 b2 b1",
    "c3 c2 c1",
    "a3 b2 c1",
    "a1 b2 c3",
)
LINES = tuple(tuple(map(Site, row.split())) for row in ROWS)

NOT_YOUR_TURN = Refusal("R1", "starter.not-your-turn")
OCCUPIED = Refusal("R2", "starter.occupied")
GAME_OVER = Refusal("R3", "starter.game-over")


class Put(Move, frozen=True):
    """A player puts a piece on a cell."""

    LINE = "{seat} puts {cell}"  # how the move is written: `1 puts b2`

    cell: Annotated[Site, Form("[abc][123]")]


parse = Notation[Put]("Starter", 2, "1 puts b2", (Put,)).parse


class GamePosition(PlainPosition, frozen=True):
    """A position: which cells each player has taken, in order, and whose turn it is."""

    sites = frozenset(CELLS)

    taken: tuple[tuple[Site, ...], tuple[Site, ...]] = ((), ())
    mover: Seat = SEATS[0]

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on (R3)."""
        for seat in SEATS:
            if any(set(line) <= set(self.taken[seat]) for line in LINES):
                return Outcome(frozenset({seat}), self.scores())
        full = len(self.taken[0]) + len(self.taken[1]) == len(CELLS)
        return Outcome(frozenset(SEATS), self.scores()) if full else None

    @property
    def actors(self) -> frozenset[Seat]:
        """Who may move now."""
        return frozenset() if self.outcome else frozenset({self.mover})

    def attempts(self, near: frozenset[Site]) -> Iterator[Put]:
        """Every move that a hand could make at these cells, allowed or not."""
        for seat in SEATS:
            if len(self.taken[seat]) < PIECES:
                yield from (Put(seat, cell) for cell in CELLS if cell in near)

    def refusal(self, move: Put) -> Refusal | None:
        """The rule against this move; None if it is allowed. `moves()` follows from this."""
        if self.outcome:
            return GAME_OVER
        if move.seat != self.mover:
            return NOT_YOUR_TURN
        return OCCUPIED if any(move.cell in cells for cells in self.taken) else None

    def after(self, move: Put) -> GamePosition:
        """The position after a move, also after one that is not allowed."""
        first, second = self.taken
        if move.seat == SEATS[0]:
            first = (*first, move.cell)
        else:
            second = (*second, move.cell)
        return replace(self, taken=(first, second), mover=SEATS[1 - move.seat])

    def layout(self) -> dict[Site, Stack]:
        """Which piece stands on which cell."""
        board: dict[Site, Stack] = {}
        for seat in SEATS:
            for number, cell in enumerate(self.taken[seat], 1):
                board[cell] = (*board.get(cell, ()), Piece(f"{COLOURS[seat]}.{number}", seat))
        return board

    def scene(self) -> Scene:
        """What the lights show besides possible moves: every piece in its colour."""
        return {cell: Light(PAINTS[seat]) for seat in SEATS for cell in self.taken[seat]}

    def scores(self) -> tuple[int, ...]:
        """One point for three in a row."""
        return tuple(int(any(set(ln) <= set(self.taken[seat]) for ln in LINES)) for seat in SEATS)

    def credits(self, before: GamePosition, seat: Seat) -> tuple[str, ...]:
        """The rules by which this player's score has changed since the position before."""
        return ("R3",) if self.scores()[seat] != before.scores()[seat] else ()

    def asks(self) -> Saying:
        """What the players are asked to do now."""
        outcome = self.outcome
        if outcome is None:
            return Saying("starter.put", {"player": player(self.mover)})
        if len(outcome.winners) > 1:
            return Saying("starter.drawn")
        (winner,) = outcome.winners
        return Saying("starter.won", {"player": player(winner)})


def start(setting: Setting) -> GamePosition:
    """The position before the first move."""
    return GamePosition()
