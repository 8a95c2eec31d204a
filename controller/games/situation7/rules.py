"""The Situation 7 game position: legal moves, attempts, successors, layout and prompts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from controller.drawing import Picture
from controller.game import Move, Option, Setting
from controller.games.kept import cached_on
from controller.games.scoring import leaders
from controller.games.situation7 import evaluation, refusals
from controller.games.situation7.asking import asks
from controller.games.situation7.board import Spaces
from controller.games.situation7.box import SEATS
from controller.games.situation7.drawing import picture
from controller.games.situation7.files import load_box, load_clear_box
from controller.games.situation7.moves import (
    Arm,
    Disarm,
    Drop,
    Equipment,
    Lay,
    Man,
    Phase,
    Ready,
    Stop,
    Take,
)
from controller.games.situation7.scene import scene
from controller.games.situation7.side import Side
from controller.games.situation7.standing import Standing
from controller.scene import Scene
from controller.values import Layout, Outcome, Refusal, Saying, Seat, Site, Stack

BOTH = frozenset(SEATS)
STOPS = tuple(map(Stop, SEATS))

CLEAR = "clear_colours"
OPTIONS = {CLEAR: Option("", "situation7.option.clear-colours")}


class Choice(NamedTuple):
    """The legal moves of one side, with the values they were computed from, for reuse."""

    side: Side
    lays: Spaces
    said: list[Move]  # key moves: they depend on `side` alone
    moves: list[Move]


class Situation7(Standing, frozen=True, dict=True):
    """A position of Situation 7 that implements the game contract."""

    @property
    def actors(self) -> frozenset[Seat]:
        match self.phase:
            case Phase.READY:
                return frozenset(seat for seat in SEATS if not self.sides[seat].ready)
            case Phase.PLAY:
                return BOTH
            case Phase.OVER:
                return frozenset()

    @property
    def outcome(self) -> Outcome | None:
        """The winners by most points, equal points a draw, or None before the end (S12)."""
        if self.phase is not Phase.OVER:
            return None
        scores = self.scores()
        return Outcome(leaders(scores), scores)

    def moves(self) -> Sequence[Move]:
        match self.phase:
            case Phase.READY:
                return [Ready(seat) for seat in SEATS if not self.sides[seat].ready]
            case Phase.PLAY:
                one, other = self.choices
                return [*one.moves, *other.moves]
            case Phase.OVER:
                return []

    def attempts(self, near: frozenset[Site]) -> Iterator[Move]:
        for site in sorted(near & self.box.board.bit.keys()):
            yield from self._acts_at(site)
        for seat in SEATS:
            yield from (move for move in self._keyed(seat) if move.touches & near)

    def refusal(self, move: Move) -> Refusal | None:
        return refusals.refusal(self, move)

    def after(self, move: Move) -> Situation7:
        side, board = self.sides[move.seat], self.box.board
        match move:
            case Lay():
                return self._with(move.seat, side.laid(board, move.space))
            case Drop():
                laid = side.laid(board, move.space)
                return self._with(move.seat, laid.equipped(board, move.kind, move.space))
            case Man():
                manned = side.equipped(board, Equipment.ASTRONAUT, move.space)
                return self._with(move.seat, manned)
            case Disarm():
                return self._with(move.seat, side.said(None))
            case Arm():
                return self._with(move.seat, side.said(move.kind))
            case Stop():
                return self._with(move.seat, side.halted())
            case Take():
                return self._with(move.seat, side.taken(board, move.space))
            case Ready():
                return self._with(move.seat, replace(side, ready=True))
        raise AssertionError(move)

    def layout(self) -> Layout:
        one, other = self.sides
        pick, (ones, others) = self.box.board.pick, self.box.puzzles
        board: dict[Site, Stack] = dict(pick(ones, one.pieces))
        board.update(pick(others, other.pieces))
        if doubled := one.pieces & other.pieces:
            lower = dict(pick(ones, doubled))
            board |= {site: (*stack, *board[site]) for site, stack in lower.items()}
        for seat in SEATS:
            self._equip(board, seat)
        return board

    def scene(self) -> Scene:
        return scene(self)

    def evaluate(self, seat: Seat) -> float:
        return evaluation.evaluate(self, seat)

    def vain(self, move: Move) -> bool:
        """True for a move no robot needs to make, though it is legal.

        Disarming (pieces may be laid while armed, S4); arming equipment that can be put nowhere;
        stopping while the other side plays on and there is room to lay.
        """
        match move:
            case Disarm():
                return True
            case Stop(seat=seat):
                return not self.sides[1 - seat].stopped and bool(self.choices[seat].lays)
            case Arm(seat=seat, kind=kind):
                return not self._berths(seat, kind, self.empty & ~self.guarded(seat))
        return False

    def credits(self, before: Situation7, seat: Seat) -> tuple[str, ...]:
        return ("S12",) if self.scores()[seat] != before.scores()[seat] else ()

    def picture(self) -> Picture:
        return picture(self.box)

    def asks(self) -> Saying:
        return asks(self)

    def asks_people(self, robots: frozenset[Seat]) -> Saying:
        return asks(self, robots)

    def _with(self, seat: Seat, side: Side) -> Situation7:
        """Return the position with one side changed, keeping the old choices for reuse."""
        one, other = self.sides
        after = Situation7(self.box, (side, other) if seat == 0 else (one, side))
        if choices := self.__dict__.get("choices"):
            after.__dict__["former"] = choices
        return after

    @cached_on("sides")
    def choices(self) -> tuple[Choice, Choice]:
        """The legal moves of each side (cached), reused from before where nothing changed."""
        one, other = self.__dict__.pop("former", (None, None))
        empty = self.empty
        return self._choice(SEATS[0], empty, one), self._choice(SEATS[1], empty, other)

    def _choice(self, seat: Seat, empty: Spaces, former: Choice | None) -> Choice:
        """Return the legal moves of one side, or `former` if it is still valid."""
        side, free = self.sides[seat], empty & ~self.guarded(seat)
        lays = free & self.joined(seat)
        if former is None or former.side is not side:
            said = self._said(seat)
        elif former.lays == lays and not side.armed:
            return former
        else:
            said = former.said
        laid = self.box.board.pick(self.box.lays[seat], lays)
        placed = self._placed(seat, side.armed, free) if side.armed else ()
        return Choice(side, lays, said, [*laid, *placed, *said])

    def _placed(self, seat: Seat, armed: Equipment, free: Spaces) -> Iterator[Move]:
        """Return the moves that place the announced equipment (S4, S5, S7)."""
        box, berths = self.box, self._berths(seat, armed, free)
        if armed is Equipment.ASTRONAUT:
            return box.board.pick(box.mans[seat], berths)
        return box.board.pick(box.drops[seat][armed], berths)

    def _berths(self, seat: Seat, kind: Equipment, free: Spaces) -> Spaces:
        """Return the spaces where this equipment may be put."""
        if kind is Equipment.ASTRONAUT:
            return self.posts(seat) & ~self.sides[seat].crewed(self.box.board)
        return free & self.landings(seat)

    def _said(self, seat: Seat) -> list[Move]:
        """Return the legal key moves of the side."""
        switches: list[Move] = [self._switch(seat, kind) for kind in self.supplies(seat)]
        return switches if self.sides[seat].stopped else [*switches, STOPS[seat]]

    def _switch(self, seat: Seat, kind: Equipment) -> Arm:
        """Return the move that pressing the key of this equipment means now."""
        return (Disarm if self.sides[seat].armed is kind else Arm)(seat, kind)

    def _keyed(self, seat: Seat) -> Iterator[Move]:
        """Yield the move of each of the side's keys, legal or not."""
        yield Ready(seat)
        yield from (self._switch(seat, kind) for kind in Equipment)
        yield Stop(seat)

    def _acts_at(self, site: Site) -> Iterator[Move]:
        """Yield what hands could do there: lift a piece or lay one."""
        bit = self.box.board.bit[site]
        by_owner = sorted(SEATS, key=lambda seat: not self.sides[seat].pieces & bit)
        yield from (self._act_at(seat, site, bit) for seat in by_owner)

    def _act_at(self, seat: Seat, site: Site, bit: Spaces) -> Move:
        """Return what a hand of this side would do at the space, by what it has armed."""
        armed = self.sides[seat].armed
        if self.sides[seat].pieces & bit:
            return Man(seat, site) if armed is Equipment.ASTRONAUT else Take(seat, site)
        if armed in (None, Equipment.ASTRONAUT) or bit & self.joined(seat):
            return Lay(seat, site)
        return Drop(seat, site, armed)

    def _equip(self, board: dict[Site, Stack], seat: Seat) -> None:
        """Add the side's equipment to the layout, numbered from 1 for each kind."""
        count = dict.fromkeys(Equipment, 0)
        for kind, site in self.sides[seat].gear:
            count[kind] += 1
            board[site] = (*board.get(site, ()), self.box.gear(seat, kind, count[kind]))


def start(setting: Setting) -> Situation7:
    """Return the first position: an empty board, both sides not yet ready (S1)."""
    load = load_clear_box if CLEAR in setting.agreed else load_box
    return Situation7(load(setting.box))
