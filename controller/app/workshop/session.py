"""WorkshopSession: runs one job at a time on the board, which the game is then without."""

from __future__ import annotations

from functools import partial

from controller.app.setup.start_game import Environment
from controller.app.setup.twin import Twin
from controller.app.workshop.jobs import Job, Order
from controller.errors import Misuse
from controller.game import Game, Setting
from controller.web.mailbox import Direct, Point, Start
from controller.web.view import Errand
from drivers.board import Board
from drivers.clock import PacedClock
from drivers.workshop.probe import open_probe

# Commands for the simulated hand during a job: none that waits for the game.
HANDS = frozenset(
    {"lift", "put", "move", "slide", "tap", "turn", "press", "unplug", "plug"}
    | {"stick", "kill", "heal", "fault"}
)


class WorkshopSession:
    """One job at a time, run a step in each turn of the host, and the result of the last."""

    def __init__(self, house: Environment) -> None:
        self.house = house
        self.wanted: str = ""  # kind of the job to start in this turn of the loop
        self.files: dict[str, bytes] = {}
        self._job: Job | None = None
        self._last: Errand | None = None

    @property
    def running(self) -> bool:
        """True while a job has the board."""
        return self._job is not None

    @property
    def busy(self) -> bool:
        """True while a job is running or about to start."""
        return bool(self.wanted) or self.running

    @property
    def errand(self) -> Errand | None:
        """The running job as the page shows it, or how the last one ended."""
        return self._job.slate.now if self._job else self._last

    def answer(self, request: Start | Direct | Point) -> None:
        """Do what the workshop page asks; Misuse if it cannot be done now."""
        match request:
            case Start(errand):
                self._want(errand)
            case Direct("help"):
                self._working().help()
                self._hurry()
            case Direct(word) | Point(word):
                self._working().direct(word)

    def allow(self, line: str) -> None:
        """Raise Misuse if the simulated hand may not do this while a job runs."""
        if self._job and line.split()[:1] and line.split()[0] not in HANDS:
            raise Misuse("page.lent")

    def stop(self) -> None:
        """Ask the job to stop."""
        if self._job:
            self._job.direct("stop")

    def close(self) -> None:
        """End the job early, if there is one."""
        if self._job:
            self._job.close()

    def begin(self, game: Game, board: Board | None, twin: Twin | None) -> None:
        """Start the wanted job; the caller has already released the board."""
        kind, self.wanted, self.files = self.wanted, "", {}
        self._job = Job(self._order(kind, game, board, twin or self._desk(game)))

    def step(self) -> None:
        """Run the job one step; at its end keep its result and files."""
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
        """Return a simulated panel for the job when no game has one; None for a real board."""
        if self.house.open_twin is None:
            return None
        return self.house.open_twin(self.house.panel(game), box(game), self.house.clock, 0)

    def _hurry(self) -> None:
        """Let simulated time run fast: no person has to follow a simulated hand."""
        if isinstance(self.house.clock, PacedClock):
            self.house.clock.hurry()

    def _slow_down(self) -> None:
        if isinstance(self.house.clock, PacedClock):
            self.house.clock.rest()


def box(game: Game) -> tuple[str, ...]:
    """Return the names of all pieces in the game's box that can carry a tag."""
    return game.pieces(game.start(Setting(game.seats.start)))
