"""A hand in a page while robots play: it drags anything of anybody's, then does as it is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from controller.app.running.running_table import RunningTable
from controller.app.setup.start_game import Environment, GameSetup, who
from controller.errors import Misuse
from controller.game import Setting
from controller.games import SHELF
from controller.sitting.flow import Stage
from controller.values import Piece, Sense, Site
from drivers.clock import Clock, StepClock
from drivers.wiring import Wiring
from sims.bench.hand import Hand
from sims.bench.twin import Twin
from tests.hands.failure import Failure, Found
from tests.hands.obeying import ObedientHand
from tests.hands.seated import Seated, any_kind, lasting
from tests.panels import load_panel

ROUNDS = 3
DRAGS = 5  # lines of one round
PAUSES = (0.0, 0.1, 0.4, 1.2, 3.0)  # s; a robot moves a second after anybody
PATIENCE = 60.0  # s in which a game that goes on has gone on
VERBS = ("lift", "lift", "lift_all", "put", "put", "move", "fetch", "away", "point", "press")


class AtPage(Seated):
    """A simulated table as pages have it: one person, the other seats choose for themselves.

    Or `people` on every seat.
    """

    def __init__(self, panel: str, luck: Random, *, people: bool = False) -> None:
        wiring, seed = load_panel(panel), luck.randrange(1000)
        game = SHELF[wiring.file.game]
        seats = luck.choice(game.seats)
        house = Environment(
            "sim://", lambda game: wiring, None, lambda: seed, str, StepClock(), self._opened
        )
        players = who(["Ada", *["Ben" if people else "random"] * (seats - 1)])
        terms = GameSetup(game, game.start(Setting(seats)), players, seed)
        self.running = RunningTable(house, terms, lambda words: None)
        self.loop = self.running.loop
        self.doubled: set[str] = set()

    def _opened(self, wiring: Wiring, pieces: Sequence[str], clock: Clock, seed: int) -> Twin:
        """The twin that the running table asks for is this one."""
        Twin.__init__(self, wiring, pieces, clock, seed=seed)
        self.hand = Hand(self.motions, self.wait)
        self.in_air, self.log, self.acted = self.motions.held, [], 0.0
        return self

    def wait(self, seconds: float) -> None:
        until = self.clock.now() + seconds
        while self.clock.now() < until:
            self.running.turn()
            self.running.let_robots_play()
            self.doubled |= self.twice()

    def places(self) -> dict[str, Site]:
        """Where each piece stands."""
        return {p.name: site for site, stack in self.bench.stacks.items() for p in stack}

    def twice(self) -> set[str]:
        """Pieces that the page shows more often than there are of them."""
        eyes = self.eyes()
        shown = Counter(piece.name for stack in eyes.pieces.values() for piece in stack)
        shown.update(eyes.held)
        there = {t.name: t.count for t in self.game.drawing(self.table.position).tokens}
        return {name for name, count in shown.items() if count > there.get(name, 0)}


class Meddler:
    """A person at the page who does not care whose turn it is."""

    def __init__(self, rig: AtPage, luck: Random) -> None:
        self.rig, self.luck = rig, luck
        self.done: list[str] = []
        self.homes: dict[str, Site] = {}  # where each piece was taken from in this round

    def drag(self) -> None:
        line = getattr(self, self.luck.choice(VERBS))()
        self.done.append(line)
        before = self.rig.places()
        try:
            self.rig.obey(line, lambda sentence: None)
        except Misuse:
            self.done[-1] += " (in vain)"
        self.rig.wait(self.luck.choice(PAUSES))
        after = self.rig.places()
        self.homes = {n: s for n, s in self.homes.items() if after.get(n) != s}
        for name, site in before.items() - after.items():
            self.homes.setdefault(name, site)

    def lift(self) -> str:
        return f"lift {self.somewhere()}"

    def lift_all(self) -> str:
        return f"lift {self.somewhere()} all"

    def put(self) -> str:
        return f"put {self.anywhere()}"

    def move(self) -> str:
        return f"move {self.somewhere()} {self.anywhere()}"

    def fetch(self) -> str:
        tokens = self.rig.game.drawing(self.rig.table.position).tokens
        return f"fetch {self.luck.choice([token.name for token in tokens])}"

    def away(self) -> str:
        return "away"

    def point(self) -> str:
        return f"point {self.anywhere()}"

    def press(self) -> str:
        senses = self.rig.wiring.senses.items()
        keys = [site.removeprefix("key.") for site, sense in senses if sense is Sense.KEY]
        return f"press {self.luck.choice(keys)}"

    def somewhere(self) -> Site:
        """Where something stands."""
        return self.luck.choice(sorted(self.rig.bench.stacks) or lasting(self.rig))

    def anywhere(self) -> Site:
        return self.luck.choice([self.luck.choice(lasting(self.rig)), self.somewhere()])


class PageHand(ObedientHand):
    """Does what is said by the lines of a page, after what robots are about to do."""

    rig: AtPage

    def lift(self, site: Site, piece: Piece) -> None:
        self.order(f"lift {site} {piece.name}")

    def put(self, piece: Piece, site: Site) -> None:
        if piece in self.aside:
            self.aside.remove(piece)
        if piece not in self.held:
            self.order(f"fetch {piece.name}")
        self.order(f"put {site} {piece.name}")

    def press(self, key: Site) -> None:
        self.order(f"press {key.removeprefix('key.')}")

    def order(self, line: str) -> None:
        self.note(line)
        self.rig.obey(line, lambda sentence: None)
        while self.rig.busy:
            self.rig.wait(0.05)


def check(panel: str, seed: int) -> Found:
    """Every piece is in exactly one place all the while, and the game goes on."""
    luck = Random(f"page {panel} {seed}")
    rig = AtPage(panel, luck)
    meddler = Meddler(rig, luck)
    rig.wait(luck.choice([0.5, 5.0, 20.0]))
    for _ in range(ROUNDS):
        meddler.homes = {}
        for _ in range(DRAGS):
            meddler.drag()
        hand = PageHand(rig, luck, meddler.homes)
        meddler.done.append("|")
        on = goes_on(rig, hand, luck)
        wrong = f"twice: {', '.join(sorted(rig.doubled))}" if rig.doubled else ""
        wrong = wrong or ("" if on else f"no way on from {rig.table.stage.value}")
        if wrong:
            told = f"{rig.words}; did {', '.join(hand.done)}; astray {rig.astray()}"
            acts = ", ".join(meddler.done)
            failure = Failure("page", wrong, rig.game.name, panel, seed, "", acts, told)
            return Found((failure,), Counter(games=1))
    return Found(counts=Counter(games=1, gestures=len(meddler.done)))


def goes_on(rig: AtPage, hand: PageHand, luck: Random) -> bool:
    """True if a hand that obeys, and moves in turn, soon sees another move."""
    table, known = rig.table, len(rig.table.history)
    until = rig.clock.now() + PATIENCE
    while rig.clock.now() < until:
        hand.obey(12)
        rig.wait(1.5)
        if len(table.history) > known or table.stage is Stage.OVER:
            return True
        own = [move for move in table.position.moves() if move.seat == 0]
        if table.stage is Stage.WAITING and own and not rig.busy:
            rig.make(any_kind(own, luck))
            rig.wait(3.0)
    return False
