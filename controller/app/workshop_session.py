"""The board lent to the workshop: nobody else speaks to it, and afterwards all stands as before."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from msgspec.structs import replace

from controller.app.start_game import House
from controller.app.workshop_jobs import Order, Work
from controller.errors import Misuse
from controller.game import Game, Setting
from controller.games import SHELF
from controller.values import Saying
from controller.web.mailbox import Direct, Point, Start
from controller.web.view import Errand
from controller.words import say
from drivers.board import Board
from drivers.clock import PacedClock
from drivers.workshop.probe import open_probe
from sims.bench.bench import Bench
from sims.bench.helper import Helper
from sims.bench.protocol_sim import BENCHES, Pico, install
from sims.bench.rig import Rig, uid

# What hands at the bench may do meanwhile: nothing that waits for the game.
HANDS = frozenset(
    {"lift", "put", "move", "slide", "tap", "turn", "press", "unplug", "plug"}
    | {"stick", "kill", "heal", "fault"}
)

FELT = 0.5  # s until the Pico has told of what was put back


class Workroom:
    """One errand at a time, in the loop's own thread; pages are attended to between two frames."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.wanted: str = ""  # what is to begin when the loop has come round
        self.files: dict[str, bytes] = {}
        self._work: Work | None = None
        self._last: Errand | None = None

    @property
    def busy(self) -> bool:
        return bool(self.wanted) or self._work is not None

    @property
    def errand(self) -> Errand | None:
        """The one that is running, or how the last one ended."""
        return self._work.slate.now if self._work else self._last

    def answer(self, request: Start | Direct | Point) -> None:
        """Misuse when it cannot be now."""
        match request:
            case Start(errand):
                self._begin(errand)
            case Direct("help"):
                self._working().help()
                self._hurry()
            case Direct(word) | Point(word):
                self._working().direct(word)

    def allow(self, line: str) -> None:
        """Misuse for what a hand at the bench cannot do while the game is away."""
        if self._work and line.split()[:1] and line.split()[0] not in HANDS:
            raise Misuse(say(Saying("page.lent")))

    def stop(self) -> None:
        if self._work:
            self._work.direct("stop")

    def run(self, game: Game, board: Board | None, rig: Rig | None, attend: Attend) -> None:
        """The whole errand; the caller has let go of the board."""
        kind, self.wanted, self.files = self.wanted, "", {}
        order = self._order(kind, game, board)
        if rig:
            order = replace(order, tidy=partial(self._tidy, Stood(rig), rig))
        self._work = Work(order, attend, self._helper(game, rig))
        try:
            with undisturbed(rig):
                self._work.run()
        finally:
            self._last, self.files = self._work.slate.now, self._work.files
            self._work = None
            self._slow_down()

    def _tidy(self, before: Stood, rig: Rig) -> float:
        """What the simulated hand moved it puts back; what people moved they put back."""
        return before.restore(rig) if self._work and self._work.caller.helped else 0.0

    def _begin(self, errand: str) -> None:
        if self.busy:
            raise Misuse(say(Saying("page.errand_on")))
        self.wanted = errand

    def _working(self) -> Work:
        if self._work is None:
            raise Misuse(say(Saying("page.no_errand")))
        return self._work

    def _order(self, kind: str, game: Game, board: Board | None) -> Order:
        house, wiring = self.house, self.house.panel(game)
        strip = board.strip if board and wiring.file.pi.lights else None
        desk = "sim://desk" if house.simulated else house.url
        url = board.link.url if board else desk
        return Order(
            kind,
            partial(open_probe, url, wiring, house.clock, strip),
            box(game),
            house.folder,
            house.today(),
            game.name,
        )

    def _helper(self, game: Game, rig: Rig | None) -> Helper | None:
        """The hand at the bench, where there is one."""
        if not self.house.simulated:
            return None
        return Helper(rig.bench, rig.pico) if rig else Helper(*self._desk(game))

    def _desk(self, game: Game) -> tuple[Bench, Pico]:
        """No game is on the table: a bare panel is put on the desk."""
        install()
        tags = {uid(piece): piece for piece in box(game)}
        bench = Bench(self.house.panel(game).tagged(tags), self.house.clock)
        pico = BENCHES["desk"] = Pico(bench, self.house.clock)
        return bench, pico

    def _hurry(self) -> None:
        """A simulated hand need not be waited for."""
        if isinstance(self.house.clock, PacedClock):
            self.house.clock.hurry()

    def _slow_down(self) -> None:
        if isinstance(self.house.clock, PacedClock):
            self.house.clock.rest()


Attend = Callable[[], None]


def box(game: Game) -> tuple[str, ...]:
    """Everything in the game's box that can carry a tag."""
    return game.start(Setting(game.seats.start)).pieces()


def first_game() -> Game:
    """Whose panel is meant, as long as nobody has chosen a game."""
    return next(iter(SHELF.values()))


@contextmanager
def undisturbed(rig: Rig | None) -> Iterator[None]:
    """Hands at the bench do not let the game's time pass: its loop stands still."""
    if rig is None:
        yield
        return
    wait, rig.hand.wait = rig.hand.wait, lambda seconds: None
    try:
        yield
    finally:
        rig.hand.wait = wait


class Stood:
    """How a bench stood: pieces, what was in the hand, strips."""

    def __init__(self, rig: Rig) -> None:
        self._stacks = {site: list(stack) for site, stack in rig.bench.stacks.items()}
        self._rows = {dial: rig.bench.row(dial) for dial in rig.wiring.limits}
        self._held = list(rig.hand.held)

    def restore(self, rig: Rig) -> float:
        """As it was, the cable too; how many seconds it takes until all of it is felt."""
        bench = rig.bench
        for site in [site for site, stack in bench.stacks.items() for _ in stack]:
            bench.lift(site)
        for site, stack in self._stacks.items():
            for piece in stack:
                bench.put(piece, site)
        rig.hand.held[:] = self._held
        bench.plug()
        turns = [bench.turn(dial, row - bench.row(dial)) for dial, row in self._rows.items()]
        return max(turns, default=0.0) + FELT
