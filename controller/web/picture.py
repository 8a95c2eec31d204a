"""The page seen from one place: made and encoded once for all its viewers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from itertools import count
from typing import TypeAlias

import msgspec

from controller.web.patch import Page, patch
from controller.web.view import View

BREATH = 1 / 60  # s between two pictures; screens show no more
MAX_PICTURES = 8000  # pictures a second to all viewers of one place, e.g. 16 each to 500

Paged: TypeAlias = Callable[[View | None], Page]
Held: TypeAlias = tuple[int, Page]
"""A page that a viewer has, and its unique number."""

BARE: Held = (0, {})
NUMBERS = count(1)

log = logging.getLogger(__name__)


class Picture:
    """The newest page of a place; viewers of older pages get the difference."""

    def __init__(self, page: Paged, look: Callable[[], View | None]) -> None:
        self._page, self._look = page, look
        self.viewers = 0
        self.turn = 0  # number of renewals, also without a change
        self.view: View | None = None  # the view it was made from
        self.newest = BARE
        self._news: dict[int, str] = {}  # by the number of the page that a viewer has
        self._stale, self._renewed = asyncio.Event(), asyncio.Event()
        self._keeping: asyncio.Task[None] | None = None

    def enter(self) -> None:
        """Add a viewer; with the first one, the picture starts to be kept up to date."""
        self.viewers += 1
        if self.viewers == 1:
            self._keeping = asyncio.get_running_loop().create_task(self._keep_fresh())

    def leave(self) -> None:
        self.viewers -= 1
        if not self.viewers and self._keeping:
            self._keeping.cancel()

    def stir(self) -> None:
        """Mark the page as out of date."""
        self._stale.set()

    async def renewed(self, turn: int) -> int:
        """Wait for a renewal after this one, and return its number."""
        while self.turn == turn:
            await self._renewed.wait()
        return self.turn

    def news(self, held: Held) -> str:
        """Return the patch from this page to the newest, as JSON; "" if they are equal."""
        number, page = held
        if number not in self._news:
            self._news[number] = encoded(patch(page, self.newest[1]))
        return self._news[number]

    async def _keep_fresh(self) -> None:
        """Renew the page whenever it is out of date, less often if it has many viewers."""
        while True:
            await self._stale.wait()
            self._stale.clear()
            self._renew()
            await asyncio.sleep(max(BREATH, self.viewers / MAX_PICTURES))

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
    """Return a patch as JSON, or "" if it is empty."""
    return msgspec.json.encode(change).decode() if change else ""
