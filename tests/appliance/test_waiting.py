"""A table waits for its board, says so meanwhile, and takes it when it comes."""

from __future__ import annotations

import os
import pty
from functools import partial
from random import Random

import pytest

from controller.app.appliance.arrival import Arrival
from controller.app.hosting.host import Host
from controller.app.setup.start_game import Environment, GameSetup, who
from controller.errors import BoardBusy, Misuse
from controller.game import Setting
from controller.games import SHELF
from controller.sitting.flow import Stage
from controller.web.gallery import Gallery
from controller.web.mailbox import Mailbox, Start
from drivers.clock import StepClock, WallClock
from drivers.link import Link
from drivers.wiring import load_wiring
from drivers.workshop.probe import panel_of
from firmware.fit import EMPTY_FIT
from sims.bench.bench import Bench
from sims.bench.protocol_sim import BENCHES, Pico, install
from tests.panels import PANELS, load_panel

URL = "sim://later"


class Waiting:
    """A host that was started before its board."""

    def __init__(self, folder=None) -> None:
        install()
        BENCHES.pop("later", None)
        self.clock, self.panel = StepClock(), None
        world = (URL, self._panel, None, lambda: 7, lambda: "", self.clock)
        house = Environment(*world, folder=folder, waits=True)
        self.house, self.host = house, Host(house, Gallery(), Mailbox())

    def _panel(self, game):
        return load_wiring(self.panel or game.panel)

    def await_any(self) -> None:
        panels = partial(panel_of, url=URL, paths=SHELF.panels.values())
        self.host.arrival = Arrival(URL, self.clock, panels, self.sit)

    def sit(self, wiring) -> None:
        self.panel = wiring
        self.host.sit(self.terms(load_wiring(wiring).file.game))

    def terms(self, name: str) -> GameSetup:
        game = SHELF[name]
        start = game.start(Setting(game.seats.start))
        return GameSetup(game, start, who(["human"] * game.seats.start), 7)

    def plug_in(self, panel: str, fit=None) -> Pico:
        wiring = load_panel(panel)
        bench = Bench(wiring, self.clock, Random(3))
        start = self.terms(wiring.file.game).start
        bench.stand(start.on_panel(wiring.senses).layout())
        BENCHES["later"] = pico = Pico(bench, self.clock, *([fit] if fit else []))
        return pico

    def wait(self, seconds: float) -> None:
        until = self.clock.now() + seconds
        while self.clock.now() < until:
            self.host.turn()

    @property
    def view(self):
        return self.host.gallery.view


@pytest.mark.parametrize("panel", PANELS)
def test_whatever_panel_comes_late_is_taken_and_says_what_is_played(panel):
    table = Waiting()
    table.await_any()
    table.wait(40.0)
    assert "There is no board on sim://later" in table.view.trouble
    assert "The table waits for it" in table.view.trouble
    table.plug_in(panel)
    table.wait(8.0)
    assert table.host.arrival.over and not table.view.trouble
    assert table.view.sitting.game.name == load_panel(panel).file.game
    assert table.view.present
    assert table.host.running.wiring.file.name == load_panel(panel).file.name


def test_a_game_that_was_named_begins_on_a_table_whose_board_comes_later():
    table = Waiting()
    table.host.sit(table.terms("astron"))
    table.wait(20.0)
    assert table.host.table.stage is Stage.PAUSED
    assert "nothing is plugged in" in table.view.trouble or "later" in table.view.trouble
    table.plug_in("astron")
    table.wait(8.0)
    assert table.view.present and not table.view.trouble
    assert table.host.table.stage is not Stage.PAUSED


def test_a_board_that_was_told_of_no_panel_leaves_the_choice_to_people():
    table = Waiting()
    table.await_any()
    table.plug_in("astron", EMPTY_FIT)
    table.wait(8.0)
    assert table.host.arrival.over and table.host.running is None
    table.host.sit(table.terms("astron"))
    table.wait(8.0)
    assert table.view.present


def test_a_panel_that_cannot_be_played_on_is_told_until_it_is_taken_away():
    table = Waiting()
    table.sit = lambda wiring: (_ for _ in ()).throw(Misuse("page.no_game"))
    table.await_any()
    pico = table.plug_in("astron")
    table.wait(8.0)
    assert table.view.trouble == str(Misuse("page.no_game"))
    pico.bench.unplug()
    del BENCHES["later"]
    table.wait(8.0)
    assert "The table waits for it" in table.view.trouble


def test_whoever_begins_a_game_at_a_page_need_not_wait_any_longer():
    table = Waiting()
    table.await_any()
    table.wait(3.0)
    table.host.sit(table.terms("space_walk"))
    assert table.host.arrival.over
    table.plug_in("space_walk")
    table.wait(8.0)
    assert table.view.present and table.view.sitting.game.name == "space_walk"


def test_the_workshop_has_the_board_though_it_is_not_played_on(caplog):
    table = Waiting()
    table.sit = lambda wiring: (_ for _ in ()).throw(Misuse("page.no_game"))
    table.await_any()
    table.plug_in("astron")
    table.wait(3.0)
    table.host.workshop.answer(Start("check"))
    table.wait(1.0)
    assert table.host.workshop.running, table.host.workshop.errand
    table.host.workshop.stop()
    table.wait(2.0)


def test_a_port_that_somebody_holds_is_not_waited_for():
    _, slave = pty.openpty()
    held = Link(os.ttyname(slave), WallClock())
    with pytest.raises(BoardBusy, match="in use"):
        Link(os.ttyname(slave), WallClock(), waits=True)
    held.close()


def test_a_line_that_waits_takes_the_port_when_it_is_there(tmp_path):
    """A name that is made later, as udev makes one."""
    port = tmp_path / "board"
    clock = StepClock()
    link = Link(str(port), clock, waits=True)
    assert not link.up and "nothing is plugged in" in str(link.trouble)
    _, slave = pty.openpty()
    port.symlink_to(os.ttyname(slave))
    for _ in range(400):
        link.lines()
        if link.up:
            break
    assert link.up and link.trouble is None
    link.close()
