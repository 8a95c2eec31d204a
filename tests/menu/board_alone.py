"""A table without a page: a board that is taken for a real one, its keys, its lights, a hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from controller.app.appliance.table_menu import TableMenu
from controller.app.computer.pi_health import PiHealth
from controller.app.hosting.host import Host
from controller.app.setup.start_game import Environment, GameSetup, who
from controller.game import Game, Move, Position, Setting
from controller.scene import Light
from controller.sitting.flow import Stage
from controller.sitting.journal import Journal
from controller.sitting.table import Table
from controller.sounds.knob import Knob
from controller.values import Site
from controller.web.gallery import Gallery
from controller.web.mailbox import Mailbox
from controller.words import say
from drivers.wiring import Wiring
from sims.bench.hand import Hand
from sims.bench.showing import make_move
from sims.bench.twin import Twin

PATIENCE = 60.0  # s


class BoardAlone:
    """Power on, power off; what lies on the board stays."""

    def __init__(
        self, twin: Twin, game: Game, folder: Path, health: PiHealth | None = None
    ) -> None:
        self.twin, self.game, self.folder, self.health = twin, game, folder, health
        self.hand = Hand(twin.motions, self.wait)
        self.url = twin.plug_in()
        self.power_on()

    @property
    def wiring(self) -> Wiring:
        return self.twin.wiring

    def power_on(self) -> None:
        journal = Journal(self.folder / "journal.db")
        self.house = Environment(
            self.url,
            lambda game: self.wiring,
            journal,
            lambda: 7,
            lambda: "today",
            self.twin.clock,
            folder=self.folder,
            loudness=Knob(folder=self.folder),
            health=self.health,
        )
        self.host = Host(self.house, Gallery(), Mailbox())
        host = self.host
        host.menu = TableMenu(self.house, self.wiring, [self.game], lambda: host.kept)
        self.until(lambda: bool(host.gallery.view and host.gallery.view.present))
        self.wait(0.5)

    def power_off(self) -> None:
        """Without a word."""
        self.close()
        self.twin.bench.unplug()
        self.twin.bench.plug()

    def close(self) -> None:
        self.host.close()
        self.house.close()

    def sit(self, start: Position[Any]) -> None:
        """A game that is at this point, and stands so."""
        people = who(["human"] * len(start.scores()))
        self.twin.bench.stand(start.on_panel(self.wiring.senses).layout())
        self.twin.bench.refresh()
        self.host.sit(GameSetup(self.game, start, people, 7))
        self.settle()

    def wait(self, seconds: float) -> None:
        until = self.twin.clock.now() + seconds
        while self.twin.clock.now() < until:
            self.host.turn()

    def until(self, done: Callable[[], bool]) -> None:
        until = self.twin.clock.now() + PATIENCE
        while not done():
            assert self.twin.clock.now() < until, f"{self.asks} {self.lights()}"
            self.host.turn()

    @property
    def asks(self) -> str:
        view = self.host.gallery.view
        return say(view.asks) if view else ""

    @property
    def table(self) -> Table:
        assert self.host.table
        return self.host.table

    def lights(self) -> dict[Site, Light]:
        return self.twin.lights()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.hand.press(Site(f"key.{key}"))
            self.wait(0.2)

    def press_until(self, key: str, words: str) -> None:
        """This key, until it is asked."""
        for _ in range(40):
            if words in self.asks:
                return
            self.press(key)
        raise AssertionError(f"{words!r} is never asked; now: {self.asks}")

    # ----------------------------------------------------------------------------------------- play

    def settle(self) -> None:
        """Until somebody is to act; a strip that has lost its place is vouched for."""
        for _ in range(20):
            self.wait(0.5)
            if self.table.stage in (Stage.WAITING, Stage.OVER) and not self.table.busy:
                return
            if self.table.asks().key == "table.locate":
                self.press("yes")
        raise AssertionError(f"nobody can act: {self.asks}")

    def set_up(self, seats: int) -> None:
        """Put every piece where it begins."""
        layout = self.game.start(Setting(seats)).on_panel(self.wiring.senses).layout()
        self.twin.bench.stand(layout)
        self.twin.bench.refresh()
        self.wait(1.0)

    def play(self, luck: Random) -> Move:
        """Any lawful move, with the hand; cards are dealt and shown over the readers."""
        self.settle()
        number = len(self.table.history)
        move = luck.choice(sorted(self.table.position.moves(), key=str))
        self.twin.sit(self.table, self.game, standing=False)
        self.hand.do(make_move(move, self.twin, self.hand.motions))
        self.until(lambda: len(self.table.history) > number)
        return move
