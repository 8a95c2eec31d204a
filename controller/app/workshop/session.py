"""The board lent to the workshop: nobody else speaks to it, and afterwards all stands as before."""

from __future__ import annotations

from functools import partial

from controller.app.start_game import Environment
from controller.app.twin import Twin
from controller.app.workshop.jobs import Job, Order
from controller.errors import Misuse
from controller.game import Game, Setting
from controller.web.mailbox import Direct, Point, Start
from controller.web.view import Errand
from drivers.board import Board
from drivers.clock import PacedClock
from drivers.workshop.probe import open_probe

# What hands at the bench may do meanwhile: nothing that waits for the game.
HANDS = frozenset(
    {"lift", "put", "move", "slide", "tap", "turn", "press", "unplug", "plug"}
    | {"stick", "kill", "heal", "fault"}
)


class WorkshopSession:
    """One job at a time, a step in every turn of the host."""

    def __init__(self, house: Environment) -> None:
        self.house = house
        self.wanted: str = ""  # what is to begin when the loop has come round
        self.files: dict[str, bytes] = {}
        self._job: Job | None = None
        self._last: Errand | None = None

    @property
    def running(self) -> bool:
        return self._job is not None

    @property
    def busy(self) -> bool:
        return bool(self.wanted) or self.running

    @property
    def errand(self) -> Errand | None:
        """The one that is running, or how the last one ended."""
        return self._job.slate.now if self._job else self._last

    def answer(self, request: Start | Direct | Point) -> None:
        """Misuse when it cannot be now."""
        match request:
            case Start(errand):
                self._want(errand)
            case Direct("help"):
                self._working().help()
                self._hurry()
            case Direct(word) | Point(word):
                self._working().direct(word)

    def allow(self, line: str) -> None:
        """Misuse for what a hand at the bench cannot do while the game is away."""
        if self._job and line.split()[:1] and line.split()[0] not in HANDS:
            raise Misuse("page.lent")

    def stop(self) -> None:
        if self._job:
            self._job.direct("stop")

    def close(self) -> None:
        if self._job:
            self._job.close()

    def begin(self, game: Game, board: Board | None, twin: Twin | None) -> None:
        """The caller has let go of the board."""
        kind, self.wanted, self.files = self.wanted, "", {}
        self._job = Job(self._order(kind, game, board, twin or self._desk(game)))

    def step(self) -> None:
        """A little further; at the end what came of it is kept."""
        job = self._working()
        if not job.step():
            self._last, self.files = job.slate.now, job.files
            self._job = None
            self._slow_down()

    def _want(self, errand: str) -> None:
        if self.busy:
            raise Misuse("page.errand_on")
        self.wanted = errand

    def _working(self) -> Job:
        if self._job is None:
            raise Misuse("page.no_errand")
        return self._job

    def _order(self, kind: str, game: Game, board: Board | None, twin: Twin | None) -> Order:
        house, wiring = self.house, self.house.panel(game)
        strip = board.strip if board and wiring.file.pi.lights else None
        desk = twin.plug_in() if twin and not board else house.url
        url = board.link.url if board else desk
        order = partial(
            Order,
            kind,
            partial(open_probe, url, wiring, house.clock, strip),
            box(game),
            house.folder,
            house.today(),
            game.name,
        )
        return order(twin.helper, twin.as_it_stands()) if twin else order()

    def _desk(self, game: Game) -> Twin | None:
        """No game is on the table: a bare panel is put on the desk."""
        if self.house.open_twin is None:
            return None
        return self.house.open_twin(self.house.panel(game), box(game), self.house.clock, 0)

    def _hurry(self) -> None:
        """A simulated hand need not be waited for."""
        if isinstance(self.house.clock, PacedClock):
            self.house.clock.hurry()

    def _slow_down(self) -> None:
        if isinstance(self.house.clock, PacedClock):
            self.house.clock.rest()


def box(game: Game) -> tuple[str, ...]:
    """Everything in the game's box that can carry a tag."""
    return game.pieces(game.start(Setting(game.seats.start)))
