"""A table that takes its board for a real one: hands move at it that it knows nothing of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

from controller.app.hosting.host import Host
from controller.app.setup.start_game import READER, Environment, GameSetup, who
from controller.app.setup.twin import OpenTwin
from controller.app.terminal.console import Console
from controller.game import Move, Position, Setting
from controller.games import SHELF
from controller.sitting.flow import Stage
from controller.sitting.table import Table
from controller.web.gallery import Gallery
from controller.web.mailbox import Mailbox
from drivers.clock import Clock, StepClock
from drivers.wiring import Wiring
from sims.bench.hand import Hand
from sims.bench.showing import make_move
from sims.bench.twin import Twin

WAKING = 0.5  # s after the power came on in which nobody plays
PATIENCE = 30.0  # s in which a move that was shown is read


class Keyboard:
    """What is in `lines` is typed, each as a line."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def typed(self) -> str:
        return self.lines.pop(0) + "\n" if self.lines else ""

    def close(self) -> None:
        """Nothing was opened."""


def host(house: Environment, terms: GameSetup) -> Host:
    """Return a host with pages that no browser has open."""
    kept = Host(house, Gallery(), Mailbox())
    kept.sit(terms)
    return kept


def console(house: Environment, terms: GameSetup) -> Console:
    return Console(house, terms, Keyboard())


KEEPERS: dict[str, Callable[[Environment, GameSetup], Host | Console]] = {
    "host": host,
    "console": console,
}


def house_at(url: str, wiring: Wiring, clock: Clock, opens: OpenTwin | None = None) -> Environment:
    return Environment(url, lambda game: wiring, None, lambda: 7, lambda: "", clock, opens)


def at_a_bench(wiring: Wiring, pieces: Sequence[str]) -> Twin:
    """A board on sim://."""
    return Twin(wiring, pieces, StepClock(), name="real")


class RealTable:
    """A host or a console, a board it opens by nothing but its address, and people's hands."""

    def __init__(
        self,
        keeper: str,
        wiring: Wiring,
        players: Sequence[str] = ("human", "human"),
        board: Callable[[Wiring, Sequence[str]], Twin] = at_a_bench,
    ) -> None:
        game, start = SHELF[wiring.file.game], opened(wiring.file.game)
        twin = board(wiring, game.pieces(start))
        twin.bench.stand(start.on_panel(wiring.senses).layout())
        house = house_at(twin.plug_in(), twin.wiring, twin.clock)
        terms = GameSetup(game, start, who(players), house.seed(), house.dealer(READER))
        self.twin, self.kept = twin, KEEPERS[keeper](house, terms)
        assert self.kept.table
        self.table: Table = self.kept.table
        twin.sit(self.table, game, standing=False)
        self.hand = Hand(twin.motions, self.wait)
        self.settle()
        self.wait(WAKING)

    def wait(self, seconds: float) -> None:
        until = self.twin.clock.now() + seconds
        while self.twin.clock.now() < until:
            self.kept.turn()

    def settle(self) -> None:
        self.turn_until(lambda: self.table.stage is Stage.WAITING and not self.table.busy)

    def turn_until(self, done: Callable[[], bool]) -> None:
        until = self.twin.clock.now() + PATIENCE
        while not done():
            assert self.twin.clock.now() < until, f"{self.table.stage}: {self.table.asks()}"
            self.kept.turn()

    def show(self, move: Move) -> None:
        """Somebody makes this move with his hands, and the table reads it."""
        self.settle()
        number = len(self.table.history)
        self.hand.do(make_move(move, self.twin, self.hand.motions))
        self.turn_until(lambda: len(self.table.history) > number)

    def close(self) -> None:
        self.kept.close()


# --------------------------------------------------------------------------------- whole rounds


Over = Callable[[Sequence[str]], bool]


def astron_round(lines: Sequence[str]) -> bool:
    """Somebody was pushed, the strip was turned, and the next cards were dealt."""
    pushed = next((at for at, line in enumerate(lines) if "yields" in line), len(lines))
    rest = lines[pushed:]
    turned = next((at for at, line in enumerate(rest) if "turns" in line), len(rest))
    return sum("deal" in line for line in rest[turned:]) == 2


def space_walk_round(lines: Sequence[str]) -> bool:
    """Both have played a card that moves ships, and both their next ones."""
    moved = sum("plays group" in line for line in lines)
    return moved >= 2 and sum("plays" in line for line in lines) >= 4


def zylatron_round(lines: Sequence[str]) -> bool:
    """Lots were drawn, both had a turn, and cards were turned up in it."""
    return sum("ends" in line for line in lines) >= 2 and "strike" in " ".join(lines)


ROUNDS: dict[str, Over] = {
    "astron": astron_round,
    "space_walk": space_walk_round,
    "zylatron": zylatron_round,
}
SEEDS = 120  # games in which a short round is looked for
LONGEST = 60  # moves of a round


@cache
def opened(game: str) -> Position[Any]:
    """The first moment in which cards are wanted."""
    options = {"action_cards": True} if game == "space_walk" else {}
    position, luck = SHELF[game].start(Setting(2, options=options)), Random(1)
    while game == "space_walk" and not position.asks().key.endswith(".card"):
        position = position.after(luck.choice(list(position.moves())))
    return position


@cache
def whole_round(game: str) -> list[Move]:
    """The shortest of some rounds: dealt, played, all that follows from it, dealt again."""
    start = opened(game)
    found = (a_round(start, Random(seed), ROUNDS[game]) for seed in range(SEEDS))
    return min(filter(None, found), key=len)


def a_round(start: Position[Any], luck: Random, over: Over) -> list[Move]:
    """By chance; none, if it takes too long."""
    moves: list[Move] = []
    for move in by_chance(start, luck):
        moves.append(move)
        if over([str(one) for one in moves]):
            return moves
        if len(moves) == LONGEST:
            break
    return []


def by_chance(position: Position[Any], luck: Random) -> Iterator[Move]:
    while position.outcome is None:
        move: Move = luck.choice(list(position.moves()))
        yield move
        position = position.after(move)
