"""The Astroplane game position: legal moves, attempts, successors, layout and prompts."""

from __future__ import annotations

from collections.abc import Iterator

from controller.drawing import Picture
from controller.game import Move, Option, Setting
from controller.games.astroplane import (
    acts,
    attempts,
    consequences,
    evaluation,
    refusals,
    turn_order,
)
from controller.games.astroplane.box import SIDES, crews
from controller.games.astroplane.drawing import picture
from controller.games.astroplane.files import load_box
from controller.games.astroplane.moves import Carry, Done, Phase, SetUp
from controller.games.astroplane.scene import scene
from controller.games.astroplane.standing import Standing, setup
from controller.games.kept import cached_on
from controller.games.scoring import leaders
from controller.scene import Scene
from controller.values import CHANCE, Layout, Outcome, Refusal, Saying, Seat, Site

OPTIONS = {"match": Option("P21", "astroplane.option.match")}
ALONE = tuple(frozenset({Seat(seat)}) for seat in range(max(SIDES)))


class Astroplane(Standing, frozen=True, dict=True):
    """A position of Astroplane that implements the game contract."""

    @property
    def actors(self) -> frozenset[Seat]:
        match self.phase:
            case Phase.OVER:
                return frozenset()
            case Phase.AGAIN:
                return ALONE[self.next_first]
            case _:
                return ALONE[self.turn]

    @property
    def outcome(self) -> Outcome | None:
        """The winners by highest total, ties shared, or None before the end (P18, P19, P21)."""
        if self.phase is not Phase.OVER:
            return None
        return Outcome(leaders(self.totals), self.totals)

    def moves(self) -> list[Move]:
        return acts.lawful(self)

    def attempts(self, near: frozenset[Site]) -> Iterator[Move]:
        return attempts.attempts(self, near)

    def refusal(self, move: Move) -> Refusal | None:
        return refusals.refusal(self, move)

    def after(self, move: Move) -> Astroplane:
        match move:
            case Done():
                return turn_order.onward(turn_order.passed(self))
            case SetUp():
                return turn_order.set_up(self)
            case _:
                return turn_order.onward(consequences.made(self, move))

    def layout(self) -> Layout:
        return self.pieces

    @cached_on("board")
    def pieces(self) -> Layout:
        """The stacks of pieces on the board (cached)."""
        stacks = crews(self.box, self.seats)
        return {site: stacks[numbers] for site, numbers in self.board.items()}

    def effect(self, move: Move) -> Layout | None:
        """Return the two stacks that change when a craft is carried; None for other moves."""
        if not isinstance(move, Carry):
            return None
        stacks, board = crews(self.box, self.seats), self.board
        *below, top = board[move.source]
        onto = board.get(move.target, ())
        return {move.source: stacks[tuple(below)], move.target: stacks[*onto, top]}

    def scene(self) -> Scene:
        return scene(self)

    def evaluate(self, seat: Seat) -> float:
        return evaluation.evaluate(self, self.outlooks, seat)

    @cached_on("board", "phase", "at")
    def outlooks(self) -> tuple[float, ...]:
        """The heuristic value of every fleet's craft (cached)."""
        return evaluation.outlooks(self)

    def tallies(self, seat: Seat) -> tuple[Saying, ...]:
        """Return the fleet that the seat flies."""
        if seat == CHANCE:
            return ()
        return (Saying("astroplane.side", {"side": self.fleets[seat].title}),)

    def credits(self, before: Astroplane, seat: Seat) -> tuple[str, ...]:
        return evaluation.credits(self, before, seat)

    def picture(self) -> Picture:
        return picture(self.box)

    def asks(self) -> Saying:
        side, at = self.fleet.title, self.at
        match self.phase:
            case Phase.MOVE:
                return self._asks_move(side)
            case Phase.RETURN:
                owner = self.fleets[self.owner(at)]
                areas = {"one": owner.starts[0], "other": owner.starts[1]}
                return Saying("astroplane.return", {"side": side, "at": at, **areas})
            case Phase.KILL if at not in self.board:
                return Saying("astroplane.slide", {"side": side, "space": self.box.chart.space[at]})
            case phase:
                return Saying(f"astroplane.{phase.value}", {"side": side, "at": at})

    def _asks_move(self, side: str) -> Saying:
        """Return the prompt for a move: the number of moves left, or the free acts."""
        if not self.left:
            return Saying("astroplane.free", {"side": side})
        key = "astroplane.rest" if self.begun else "astroplane.move"
        return Saying(key, {"side": side, "left": self.left})


def start(setting: Setting) -> Astroplane:
    """Return the first position: three craft in each start area, four in reserve (P1)."""
    box = load_box(setting.box)
    first = Seat((box.first - 1) % setting.seats)
    return Astroplane(
        box=box,
        seats=setting.seats,
        match="match" in setting.agreed,
        board=setup(box, setting.seats),
        turn=first,
        first=first,
        kills=(0,) * setting.seats,
        totals=(0,) * setting.seats,
    )
