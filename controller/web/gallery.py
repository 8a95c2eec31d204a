"""Who is looking: the newest view, and a bell for everybody who waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from controller.web.view import View


class Gallery:
    """`publish` is called by the loop and never waits; the rest lives in the pages' thread."""

    def __init__(self) -> None:
        self.view: View | None = None
        self.present: dict[str, int] = {}  # viewers by role
        self.taken: Callable[[str], bytes | None] = lambda name: None  # the workshop's files
        self._bells: set[asyncio.Event] = set()
        self._home: asyncio.AbstractEventLoop | None = None

    def publish(self, view: View) -> None:
        """From now on this is how the table stands."""
        self.view = view
        if self._home is not None:
            with suppress(RuntimeError):  # the pages are being closed
                self._home.call_soon_threadsafe(self.ring)

    def open(self) -> None:
        """The pages' own loop is running: here bells may ring."""
        self._home = asyncio.get_running_loop()

    def ring(self) -> None:
        for bell in self._bells:
            bell.set()

    @contextmanager
    def visit(self, role: str) -> Iterator[asyncio.Event]:
        """A bell that rings whenever there is something new; it has rung already."""
        bell = asyncio.Event()
        self._bells.add(bell)
        self.present[role] = self.present.get(role, 0) + 1
        self.ring()
        try:
            yield bell
        finally:
            self._bells.discard(bell)
            self.present[role] -= 1
            self.ring()
