"""A whole simulated board with a game on it: bench, Pico, line, driver, table, hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import sha1
from random import Random
from typing import Any

from controller.flow import Stage
from controller.game import Move, Position
from controller.journal import Record
from controller.loop import Loop
from controller.luck import Luck
from controller.reading.infer import Unclear
from controller.reading.known import Mark, marks
from controller.scene import Glow, Light
from controller.table import NEXT, NOT_NOW, YES, Table
from controller.values import Refusal, Site, differing
from drivers.board import Board
from drivers.clock import Clock, StepClock
from drivers.link import FRAME, Link
from drivers.wiring import Wiring
from sims.bench.bench import Bench
from sims.bench.faults import Faults
from sims.bench.hand import ClumsyHand, Hand
from sims.bench.protocol_sim import BENCHES, Pico, install

ASKED = 0.6  # s until the board has asked: its dwell time and a little


def uid(name: str) -> bytes:
    """The tag on this piece: seven bytes that begin as NXP's do."""
    return b"\x04" + sha1(name.encode()).digest()[:6]


class Rig:
    """`wait` lets the world go on; the rest is what stands, is lit, was played."""

    frame = FRAME

    def __init__(
        self,
        start: Position[Any],
        wiring: Wiring,
        *,
        clock: Clock | None = None,
        seed: int = 0,
        faults: Faults | None = None,
        virtual: bool = True,
        record: Record | None = None,
        played: Iterable[tuple[Move, Position[Any]]] = (),
        free: bool = False,
        standing: bool = True,
        name: str = "table",
    ) -> None:
        self.clock: Clock = clock or StepClock()
        self.wiring = wiring.tagged({uid(piece): piece for piece in start.pieces()})
        self.bench = Bench(self.wiring, self.clock, Random(seed), faults)
        self.table = Table(self.wiring.senses, self.wiring.limits)
        luck = Luck(seed) if virtual else None
        self.table.take(start, luck=luck, record=record, played=played, free=free)
        if standing:
            self.bench.stand(self.table.position.layout())
        self.plug_in(name)
        self.hand = Hand(self.bench, self.wait)
        self.overheard: Callable[[Move], None] = lambda move: None  # what is said, not shown

    def plug_in(self, name: str) -> None:
        """A Pico on the bench, a line to it, and a driver that greets it."""
        self.board = Board(
            Link(self.connect(name), self.clock, self.frame), self.wiring, self.clock
        )
        self.board.await_hello()
        pixels = self.wiring.file.pixels
        self.loop = Loop(self.table, self.board, self.wiring.chain, pixels)

    def connect(self, name: str) -> str:
        """Put the Pico under the table; the address of its port."""
        install()
        self.pico = BENCHES[name] = Pico(self.bench, self.clock)
        return f"sim://{name}"

    def clumsy(self, luck: Random, clumsiness: float = 0.3) -> ClumsyHand:
        return ClumsyHand(self.bench, self.wait, luck, clumsiness)

    def wait(self, seconds: float) -> None:
        until = self.clock.now() + seconds
        while self.clock.now() < until:
            self.loop.turn()

    def settle(self, seconds: float = 20.0) -> None:
        """Until the board stands right and someone is to act, or the game is over."""
        until = self.clock.now() + seconds
        while self.table.stage not in (Stage.WAITING, Stage.OVER) or self.table.busy:
            assert self.clock.now() < until, f"still {self.table.stage}: {self.table.asks()}"
            self.wait(0.02)
        self.wait(0.05)  # the lights are on their way

    def lights(self) -> dict[Site, Light]:
        """What the firmware was told to light, by site; the first pixel speaks for its site."""
        wanted = self.pico.panel.lights.wanted
        found: dict[Site, Light] = {}
        for site, pixels in self.wiring.chain.items():
            red, green, blue, manner = wanted[4 * pixels.start : 4 * pixels.start + 4]
            if red or green or blue:
                found[site] = Light((red, green, blue), Glow(manner & 15))
        return found

    def lit(self, glow: Glow) -> set[Site]:
        return {site for site, light in self.lights().items() if light.glow is glow}

    def play(self, move: Move, hand: Hand | None = None, *, spoken: bool = False) -> None:
        """Make this move the way a person would: say what is only said, show the rest.

        What looks like another move is answered with the keys, or was `spoken` of before.
        """
        position = self.table.position
        before, after = position.layout(), position.after(move).layout()
        mark = next(marks(position, [move], self.table.feel.senses))
        shown = any(not self.wiring.senses[site].momentary for site in differing(before, after))
        if not shown and not move.touches and (self.table.luck or not mark.trace):
            while self.say(move) is NOT_NOW:
                self.settle()
            return
        made = hand or self.hand
        asked = not mark.trace or bool(mark.unfelt) or self._alike(mark)
        if asked and spoken:
            self.say(move)
        number = len(self.table.moments)
        made.make(move, position)
        if asked:
            self._answer(move, made, number)

    def say(self, move: Move) -> Refusal | None:
        """Speak a move; whoever keeps a recording hears it here."""
        refusal = self.table.say(move)
        if refusal is not NOT_NOW:
            self.overheard(move)
        return refusal

    def _alike(self, mark: Mark) -> bool:
        """Another move leaves the same trace: the board will ask."""
        alike = self.table.moments[-1].known.completed(mark.trace)
        return any(other.trace == mark.trace and other.move != mark.move for other in alike)

    def _answer(self, move: Move, hand: Hand, number: int) -> None:
        """Say with the keys that it was made, and which of those that look alike it was."""
        self.wait(ASKED)
        if self.table.stage is Stage.WAITING and len(self.table.moments) == number:
            hand.press(YES)
            self.wait(ASKED)
        for _ in range(100):
            if len(self.table.moments) != number or not isinstance(self.table.finding, Unclear):
                return
            open_to = self.table.finding.marks
            same = open_to[self.table.chosen % len(open_to)].move == move
            hand.press(YES if same else NEXT)
