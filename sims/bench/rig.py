"""A whole simulated board with a game and a hand, for tests."""

from __future__ import annotations

from collections.abc import Iterable, Set
from random import Random
from typing import Any

from controller.game import Game, Move, Position
from controller.games import SHELF
from controller.scene import Glow
from controller.sitting.flow import Stage
from controller.sitting.journal import SittingRecord
from controller.sitting.loop import Loop
from controller.sitting.luck import Luck
from controller.sitting.news import News
from controller.sitting.table import Table
from controller.table_rules import TableRules, rules_agreed
from controller.values import Site
from drivers.board import Board
from drivers.clock import Clock, StepClock
from drivers.link import READ_TIMEOUT, Link
from drivers.wiring import Wiring, load_wiring
from sims.bench import verbs
from sims.bench.faults import Faults
from sims.bench.hand import ClumsyHand, Hand
from sims.bench.showing import make_move
from sims.bench.twin import Twin


class Rig(Twin):
    """Bench, Pico, line, driver, table and hand; the game is the panel's, or the one given.

    `wait` lets the world go on.
    """

    frame = READ_TIMEOUT

    def __init__(
        self,
        start: Position[Any],
        wiring: Wiring,
        *,
        clock: Clock | None = None,
        seed: int = 0,
        faults: Faults | None = None,
        virtual: bool = True,
        record: SittingRecord | None = None,
        played: Iterable[tuple[Move, Position[Any]]] = (),
        passed: Set[int] = frozenset(),
        rules: TableRules | None = None,
        standing: bool = True,
        name: str = "table",
        game: Game | None = None,
    ) -> None:
        game = game or SHELF[wiring.file.game]
        pieces = game.pieces(start)
        super().__init__(wiring, pieces, clock or StepClock(), seed=seed, faults=faults, name=name)
        usual = load_wiring(game.panel) if game.panel.exists() else self.wiring
        table = Table(self.wiring.senses, self.wiring.limits, usual.senses)
        luck = Luck(seed) if virtual else None
        middles = game.middles(start)
        table.take(
            start,
            luck=luck,
            record=record,
            played=played,
            passed=passed,
            rules=rules or rules_agreed(game, {}),
            middles=middles,
        )
        self.sit(table, game, standing=standing)
        self.hand = Hand(self.motions, self.wait)
        self.news: list[News] = []  # what the table left to its caller
        self.greet()

    def greet(self) -> None:
        """Plug in a Pico, open a line to it, and await its greeting."""
        link = Link(self.plug_in(), self.clock, self.frame)
        self.board = Board(link, self.wiring, self.clock)
        self.board.await_hello()
        self.loop = Loop(self.table, self.board, self.wiring.chain, self.wiring.file.pixels)

    def replug(self, name: str) -> None:
        """Plug in another Pico, which remembers nothing."""
        self.name = name
        self.greet()

    def clumsy(self, luck: Random, clumsiness: float = 0.3) -> ClumsyHand:
        return ClumsyHand(self.bench, self.wait, luck, clumsiness)

    def wait(self, seconds: float) -> None:
        until = self.clock.now() + seconds
        while self.clock.now() < until:
            self.news += self.loop.turn().news

    def settle(self, seconds: float = 20.0) -> None:
        """Wait until the board is set up and a player is to act, or the game is over."""
        until = self.clock.now() + seconds
        while self.table.stage not in (Stage.WAITING, Stage.OVER) or self.table.busy:
            assert self.clock.now() < until, f"still {self.table.stage}: {self.table.asks()}"
            self.wait(0.02)
        self.wait(0.05)  # until the lights have been sent

    def lit(self, glow: Glow) -> set[Site]:
        return {site for site, light in self.lights().items() if light.glow is glow}

    def play(self, move: Move, hand: Hand | None = None, *, spoken: bool = False) -> None:
        """Make this move as a person would."""
        made = hand or self.hand
        made.do(make_move(move, self, made.motions, spoken=spoken))

    def do(self, line: str) -> None:
        """Do what this line says; raise Misuse if it cannot be done."""
        self.hand.do(verbs.obeyed(line, self))
