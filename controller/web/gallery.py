"""The newest view, and a page for every place from which it is watched."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Protocol, TypeAlias

from controller.scene import Scene
from controller.web.http.kits import KitBuilder
from controller.web.picture import Paged, Picture
from controller.web.view import View
from controller.why.explain import Explanation

Explained: TypeAlias = tuple[Explanation, ...] | None
"""Why something was decided, for each hand; None if no longer stored, or secret."""

Place: TypeAlias = tuple[str, int]
"""From where the table is seen, and which seat is meant, or -1."""


class Library(Protocol):
    """Questions about stored games; each is answered in a separate thread."""

    def review(self, number: int) -> bytes: ...
    def file(self, number: int) -> str: ...
    def scene(self, number: int, step: int) -> tuple[str, Scene]: ...
    def opinion(self, number: int, step: int) -> str: ...
    def judged(self, text: bytes) -> Any: ...


class Gallery:
    """The link from loop to pages: the loop calls `publish`, the rest runs in the pages' thread."""

    def __init__(self) -> None:
        self.view: View | None = None
        self.taken: Callable[[str], bytes | None] = lambda name: None  # workshop files by name
        self.explained: Callable[[int], Explained] = lambda number: None  # by decision number
        self.library: Library | None = None  # the stored games
        self.kits: KitBuilder | None = None  # the maker's kits
        self.pictures: dict[Place, Picture] = {}  # those with viewers
        self._home: asyncio.AbstractEventLoop | None = None

    @property
    def serviced(self) -> bool:
        """True if the workshop's page is open on some device."""
        return ("service", -1) in self.pictures

    def publish(self, view: View) -> None:
        """Set the newest view and notify the pages' thread; never waits."""
        self.view = view
        if self._home is not None:
            with suppress(RuntimeError):  # the pages are being closed
                self._home.call_soon_threadsafe(self.ring)

    def open(self) -> None:
        """Note that the pages' event loop is running."""
        self._home = asyncio.get_running_loop()

    def ring(self) -> None:
        """Mark all pictures as out of date."""
        for picture in self.pictures.values():
            picture.stir()

    @contextmanager
    def visit(self, place: Place, page: Paged) -> Iterator[Picture]:
        """Yield the picture of this place; it is kept up to date while it has viewers."""
        picture = self.pictures.setdefault(place, Picture(page, lambda: self.view))
        picture.enter()
        self.ring()
        try:
            yield picture
        finally:
            picture.leave()
            if not picture.viewers:
                del self.pictures[place]
            self.ring()
