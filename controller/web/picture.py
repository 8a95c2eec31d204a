"""What is seen from one place: made once and put into words once, however many look."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from itertools import count
from typing import TypeAlias

import msgspec

from controller.web.patch import Page, patch
from controller.web.view import View

BREATH = 1 / 60  # s between two pictures: more no screen shows
MOST = 8000  # pictures a second to all who look from one place: to five hundred, sixteen each

Paged: TypeAlias = Callable[[View | None], Page]
Held: TypeAlias = tuple[int, Page]
"""A page that somebody has, under a number that no other page ever has."""

BARE: Held = (0, {})
NUMBERS = count(1)

log = logging.getLogger(__name__)


class Picture:
    """The newest page. Who holds an older one, or another, is told what is new in it."""

    def __init__(self, page: Paged, look: Callable[[], View | None]) -> None:
        self._page, self._look = page, look
        self.viewers = 0
        self.turn = 0  # how often it was made anew, whether it changed or not
        self.view: View | None = None  # what it shows
        self.newest = BARE
        self._news: dict[int, str] = {}  # by the number of the page that somebody holds
        self._stale, self._renewed = asyncio.Event(), asyncio.Event()
        self._keeping: asyncio.Task[None] | None = None

    def enter(self) -> None:
        """Somebody looks; from the first on it is kept fresh."""
        self.viewers += 1
        if self.viewers == 1:
            self._keeping = asyncio.get_running_loop().create_task(self._keep_fresh())

    def leave(self) -> None:
        self.viewers -= 1
        if not self.viewers and self._keeping:
            self._keeping.cancel()

    def stir(self) -> None:
        """Something may be new."""
        self._stale.set()

    async def renewed(self, turn: int) -> int:
        """Returns when it has been made anew since."""
        while self.turn == turn:
            await self._renewed.wait()
        return self.turn

    def news(self, held: Held) -> str:
        """What makes this page the newest one, as JSON; '' when they are alike."""
        number, page = held
        if number not in self._news:
            self._news[number] = encoded(patch(page, self.newest[1]))
        return self._news[number]

    async def _keep_fresh(self) -> None:
        """Many are shown fewer pictures a second than few, and none later."""
        while True:
            await self._stale.wait()
            self._stale.clear()
            self._renew()
            await asyncio.sleep(max(BREATH, self.viewers / MOST))

    def _renew(self) -> None:
        try:
            view = self._look()
            self._hang(view, self._page(view))
        except Exception:
            log.exception("A page could not be made")

    def _hang(self, view: View | None, page: Page) -> None:
        number, before = self.newest
        if change := patch(before, page):
            self.newest = next(NUMBERS), page
            self._news = {number: encoded(change), self.newest[0]: ""}
        self.view, self.turn = view, self.turn + 1
        self._renewed.set()
        self._renewed = asyncio.Event()


def encoded(change: Page) -> str:
    return msgspec.json.encode(change).decode() if change else ""
