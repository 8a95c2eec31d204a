"""Games that were kept: looked at again, taken away as a file, brought in from one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.requests import Request as Asked
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from controller.errors import StardeckError
from controller.values import CHANCE, Seat
from controller.web.crowd import Crowd
from controller.web.gallery import Gallery, Library
from controller.web.http.answers import JSON, refused, spoken, within
from controller.web.keys import Guest
from controller.web.mailbox import Bring, Illumine

LONGEST = 1 << 20  # bytes of a game as a file

Wanted: TypeAlias = Callable[[Library, int], Any]


class ReviewPages(Protocol):
    """As much of the pages as is wanted here."""

    gallery: Gallery
    crowd: Crowd

    async def behind(self, role: str, asked: Asked, name: str) -> Response: ...
    async def answered(self, request: Any, role: str, seat: Seat) -> Response: ...
    def opens(self, role: str, guest: Guest) -> bool: ...
    def guest(self, asked: HTTPConnection) -> Guest: ...
    def guest_of_ours(self, asked: HTTPConnection) -> Guest | None: ...


class Reviews:
    """For whoever has the table."""

    def __init__(self, pages: ReviewPages) -> None:
        self.pages = pages

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/review/{number:sitting}", self.shell),
            Route("/review/{number:sitting}/steps", self.steps),
            Route("/review/{number:sitting}/file", self.file),
            Route("/review/{number:sitting}/opinion/{step:sitting}", self.opinion),
            Route("/review/{number:sitting}/lights/{step:sitting}", self.lights, methods=["POST"]),
            Route("/review", self.bring, methods=["POST"]),
        ]

    async def shell(self, asked: Asked) -> Response:
        return await self.pages.behind("table", asked, "review.html")

    async def steps(self, asked: Asked) -> Response:
        """A kept game step by step."""
        guest = self.pages.guest(asked)
        found = await self._found(asked, guest, lambda library, number: library.review(number))
        return found if isinstance(found, Response) else Response(found, media_type=JSON)

    async def file(self, asked: Asked) -> Response:
        """A kept game, to be taken away."""
        guest = self.pages.guest(asked)
        found = await self._found(asked, guest, lambda library, number: library.file(number))
        if isinstance(found, Response):
            return found
        name = f"stardeck-{asked.path_params['number']}.toml"
        kept = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(found, media_type="application/toml", headers=kept)

    async def opinion(self, asked: Asked) -> Response:
        """What the best robot says of that move; it takes its time."""
        guest, step = self.pages.guest(asked), asked.path_params["step"]
        found = await self._found(asked, guest, lambda library, n: library.opinion(n, step))
        return found if isinstance(found, Response) else spoken(found)

    async def lights(self, asked: Asked) -> Response:
        """The board itself shows how it stood then, while nobody plays on it."""
        guest, step = self.pages.guest_of_ours(asked), asked.path_params["step"]
        if guest is None:
            return refused("page.wrong_origin", 403)
        found = await self._found(asked, guest, lambda library, n: library.scene(n, step))
        if isinstance(found, Response):
            return found
        return await self.pages.answered(Illumine(*found), "table", CHANCE)

    async def bring(self, asked: Asked) -> Response:
        """A game out of a file: kept here from now on."""
        guest, library = self.pages.guest_of_ours(asked), self.pages.gallery.library
        if guest is None or not self.pages.opens("table", guest):
            return refused("page.wrong_key", 403)
        if library is None:
            return refused("page.no_journal", 404)
        try:
            body = await asyncio.wait_for(within(asked, LONGEST), self.pages.crowd.limits.slow)
            return (
                refused("page.too_long", 413) if body is None else await self._kept(library, body)
            )
        except (TimeoutError, ClientDisconnect):
            return refused("page.too_slow", 408)

    async def _kept(self, library: Library, body: bytes) -> Response:
        """It is judged here, and written down by whoever has the journal."""
        try:
            game = await asyncio.to_thread(library.judged, body)
        except StardeckError as trouble:
            return spoken(str(trouble), 400)
        return await self.pages.answered(Bring(game), "table", CHANCE)

    async def _found(self, asked: Asked, guest: Guest, wanted: Wanted) -> Any:
        """Out of the library; or the reason why not, as a Response."""
        library = self.pages.gallery.library
        if not self.pages.opens("table", guest):
            return refused("page.wrong_key", 403)
        if library is None:
            return refused("page.no_journal", 404)
        try:
            return await asyncio.to_thread(wanted, library, asked.path_params["number"])
        except StardeckError as trouble:
            return spoken(str(trouble), 404)
