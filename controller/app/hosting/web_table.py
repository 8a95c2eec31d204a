"""A table with its web pages: the host in this thread, the web server in another."""

from __future__ import annotations

import logging
from collections.abc import Callable
from socket import socket

from controller.app.hosting.host import Host
from controller.app.making.kit_shelf import KitShelf
from controller.app.setup.start_game import Environment
from controller.game import Game
from controller.lessons.diagram import PanelSenses
from controller.lessons.rule_pages import RulePages
from controller.values import Saying
from controller.web.app import Pages
from controller.web.crowd import USUAL_LIMITS, Crowd, CrowdLimits, fit_limits
from controller.web.devices import Devices
from controller.web.doors import Address, Doors, based, seated
from controller.web.gallery import Gallery
from controller.web.gate import Gate
from controller.web.keys import Entrance, QrKeys
from controller.web.mailbox import Mailbox
from controller.web.server import (
    OPEN_FILES,
    Server,
    allow_files,
    hosts,
    nickname,
    open_socket,
    public_address,
    reaches_out,
)
from controller.words import say
from drivers.wiring import load_wiring

REOPEN_AFTER = 5.0  # s between two attempts to restart the web server


class WebTable:
    """Host, pages, keys and web server of one table."""

    def __init__(
        self,
        house: Environment,
        token: Callable[[], str],
        *,
        port: int | None = 0,
        lan: bool = False,
        limits: CrowdLimits = USUAL_LIMITS,
        handed: socket | None = None,
    ) -> None:
        """Open the port, unless `handed` is an open one, as systemd hands it over."""
        listening = handed or open_socket(port, lan)
        lan = reaches_out(listening) if handed else lan
        self.address: Address = public_address(listening, lan)
        self.gallery, mailbox = Gallery(), Mailbox(house.clock.ring)
        self.keys = QrKeys(token)
        devices = Devices(house.folder and house.folder / "devices.json", token, house.today)
        self.entrance = Entrance(self.keys, devices)
        self.host = Host(house, self.gallery, mailbox)
        self.kits = self.gallery.kits = KitShelf()
        gate = Gate(hosts(listening, lan), house.clock.now)
        doors = Doors(self.gallery, self.entrance, self.address)
        crowd = Crowd(fit_limits(limits, allow_files(OPEN_FILES)))
        pages = Pages(self.gallery, mailbox, gate, doors, crowd, RulePages(usual_panel))
        self.server = Server(pages.app(simulated=house.simulated), listening, crowd)
        self._now, self._reopen_at = house.clock.now, 0.0
        logging.getLogger().addHandler(self.host.log)

    @property
    def table(self) -> str:
        """The address of the table's own page, with its key."""
        return f"{self.address.base}/?key={self.keys.table}"

    @property
    def lobby(self) -> str:
        """The address of the lobby, with its key."""
        return f"{self.address.base}/lobby?key={self.keys.table}"

    @property
    def service(self) -> str:
        """The address of the workshop page, with its key."""
        return f"{self.address.base}/service?key={self.keys.service}"

    @property
    def nickname(self) -> str:
        """The table's address by host name, which is easier to type."""
        return based(nickname(), self.address.port)

    @property
    def status(self) -> str:
        """What the table is doing, as a short text for systemd's status."""
        running, menu = self.host.running, self.host.menu
        if menu and menu.open:
            return say(menu.says())
        if running is None:
            awaited = self.host.arrival.sentence if self.host.arrival else ""
            return awaited or say(Saying("service.lobby"))
        gaps: dict[str, str | int | Saying] = {
            "game": running.terms.game.title,
            "move": len(running.table.history),
        }
        return say(Saying("service.playing", gaps))

    def seat(self, number: int) -> str:
        """Return the address of a seat's page, for its QR code; its key works once."""
        return f"{self.address.base}/seat/{number}?key={self.seat_key(number)}"

    def seat_key(self, number: int) -> str:
        return self.entrance.key_of(number - 1, seated(self.gallery.view))

    def open(self) -> None:
        self.server.open()

    def turn(self) -> None:
        """Run one turn of the table; restart the web server if its thread has died."""
        self.host.turn()
        if self.server.ended and self._now() >= self._reopen_at:
            self._reopen_at = self._now() + REOPEN_AFTER
            self.server.reopen()

    def close(self) -> None:
        logging.getLogger().removeHandler(self.host.log)
        self.host.mailbox.close()
        if self.host.running:
            self.host.running.settle()
        self.server.close()
        self.kits.close()
        self.host.close()


def usual_panel(game: Game) -> PanelSenses:
    """Return the game's own panel, on which its rules page lights the boards."""
    wiring = load_wiring(game.panel)
    return PanelSenses(wiring.senses, wiring.limits)
