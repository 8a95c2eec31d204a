"""A table with its pages in a thread of its own, for tests from outside."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from threading import Event, Thread
from typing import Any

from controller.app.hosting.host import Host
from controller.app.hosting.web_table import WebTable
from controller.app.setup.panels import best_panel
from controller.app.setup.start_game import Environment, GameSetup, who
from controller.game import Game, Setting
from controller.games import SHELF
from controller.sitting.flow import Stage
from controller.sitting.journal import Journal
from controller.web.crowd import USUAL_LIMITS
from drivers.clock import PacedClock, WallClock
from drivers.wiring import Wiring, load_wiring
from sims.bench.twin import open_twin


class OpenHouse:
    """A web_table whose host runs until the door is closed."""

    def __init__(
        self,
        sit: bool,
        journal: Path | None,
        folder: Path | None,
        pace: float,
        port: int,
        terms: dict[str, Any],
    ) -> None:
        self.ready, self._closing = Event(), Event()
        self.web_table: WebTable
        self._terms, self._sit, self._journal = terms, sit, journal
        self._folder, self._pace, self._port = folder, pace, port
        self.trouble: BaseException | None = None
        self.thread = Thread(target=self._run, daemon=True)
        self.thread.start()
        assert self.ready.wait(120)
        if self.trouble:
            raise self.trouble

    @property
    def host(self) -> Host:
        return self.web_table.host

    def close(self) -> None:
        self._closing.set()
        self.host.workshop.stop()
        self.host.house.clock.ring()
        self.thread.join(10)
        if self.trouble:
            raise self.trouble

    def _run(self) -> None:
        try:
            self._open()
            self._settle()
            self.ready.set()
            while not self._closing.is_set():
                self.web_table.turn()
            self.web_table.close()
            self.host.house.close()
        except BaseException as trouble:
            self.trouble = trouble
            self.ready.set()

    def _settle(self) -> None:
        """Cards are dealt, the board stands right: as anybody finds a table who comes to it."""
        table = self.host.table
        while table and (table.busy or table.stage is Stage.SETUP):
            self.host.turn()

    def _open(self) -> None:
        """In this very thread: a journal may be used only where it was opened."""
        token = self._terms.pop("token", None) or numbered()
        panel = self._terms.pop("panel", stock)
        house = Environment(
            url="sim://",
            open_twin=open_twin,
            panel=panel,
            usual=panel,
            journal=Journal.open(self._journal) if self._journal else None,
            seed=lambda: 7,
            today=lambda: "1954-10-01 20:00",
            clock=PacedClock(WallClock(), self._pace),
            folder=self._folder,
        )
        limits, lan = self._terms.pop("limits", USUAL_LIMITS), self._terms.pop("lan", False)
        self.web_table = WebTable(house, token, port=self._port, lan=lan, limits=limits)
        if self._sit:
            self.host.sit(terms_for(**self._terms))
        self.web_table.open()


def numbered() -> Callable[[], str]:
    """Keys that a test finds again."""
    numbers = count(1)
    return lambda: f"secret-{next(numbers)}"


def stock(game: Game) -> Wiring:
    """The panel that a simulated table has."""
    return load_wiring(best_panel(game))


def terms_for(players: Sequence[str] = ("human", "first"), **terms: Any) -> GameSetup:
    game = terms.pop("game", SHELF["astron"])
    options = terms.pop("options", {})
    start = terms.pop("start", None) or game.start(Setting(len(players), options=options))
    return GameSetup(game, start, who(players), terms.pop("seed", 7), **terms)


@contextmanager
def open_house(
    *,
    sit: bool = True,
    journal: Path | None = None,
    folder: Path | None = None,
    pace: float = 100.0,
    port: int = 0,
    **terms: Any,
) -> Iterator[OpenHouse]:
    house = OpenHouse(sit, journal, folder, pace, port, terms)
    try:
        yield house
    finally:
        house.close()
