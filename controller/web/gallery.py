"""Who is looking: the newest view, and a picture of it for every place that it is seen from."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Protocol, TypeAlias

from controller.scene import Scene
from controller.web.http.kits import Shelf
from controller.web.picture import Paged, Picture
from controller.web.view import View
from controller.why.explain import Explanation

Explained: TypeAlias = tuple[Explanation, ...] | None
"""Why something was decided, hand by hand; None where that is no longer known, or secret."""

Place: TypeAlias = tuple[str, int]
"""From where the table is seen, and which seat is meant, or -1."""


class Library(Protocol):
    """What may be asked about games that were kept; each asks in a thread of its own."""

    def review(self, number: int) -> bytes: ...
    def file(self, number: int) -> str: ...
    def scene(self, number: int, step: int) -> tuple[str, Scene]: ...
    def opinion(self, number: int, step: int) -> str: ...
    def judged(self, text: bytes) -> Any: ...


class Gallery:
    """`publish` is called by the loop and never waits; the rest lives in the pages' thread."""

    def __init__(self) -> None:
        self.view: View | None = None
        self.taken: Callable[[str], bytes | None] = lambda name: None  # the workshop's files
        self.explained: Callable[[int], Explained] = lambda number: None  # a decision, by number
        self.library: Library | None = None  # the games that were kept
        self.kits: Shelf | None = None  # what one builds panels from
        self.pictures: dict[Place, Picture] = {}  # that somebody looks at
        self._home: asyncio.AbstractEventLoop | None = None

    @property
    def serviced(self) -> bool:
        """Somebody in the workshop looks at how the board is."""
        return ("service", -1) in self.pictures

    def publish(self, view: View) -> None:
        """From now on this is how the table stands."""
        self.view = view
        if self._home is not None:
            with suppress(RuntimeError):  # the pages are being closed
                self._home.call_soon_threadsafe(self.ring)

    def open(self) -> None:
        """The pages' own loop is running: here pictures may be made."""
        self._home = asyncio.get_running_loop()

    def ring(self) -> None:
        for picture in self.pictures.values():
            picture.stir()

    @contextmanager
    def visit(self, place: Place, page: Paged) -> Iterator[Picture]:
        """What is seen from there, kept fresh while anybody looks."""
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
