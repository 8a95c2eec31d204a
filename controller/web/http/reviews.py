"""The requests for stored games: review, download, upload, and opinions on moves."""

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
from controller.web.http.answers import JSON, read_body, refusal_response, sentence_response
from controller.web.keys import Guest
from controller.web.mailbox import Bring, Illumine

MAX_UPLOAD = 1 << 20  # maximum size in bytes of an uploaded game

Wanted: TypeAlias = Callable[[Library, int], Any]


class ReviewPages(Protocol):
    """The part of the pages that is used here."""

    gallery: Gallery
    crowd: Crowd

    async def behind(self, role: str, asked: Asked, name: str) -> Response: ...
    async def answered(self, request: Any, role: str, seat: Seat) -> Response: ...
    def opens(self, role: str, guest: Guest) -> bool: ...
    def guest(self, asked: HTTPConnection) -> Guest: ...
    def guest_of_ours(self, asked: HTTPConnection) -> Guest | None: ...


class Reviews:
    """The request handlers for stored games, open to those with access to the table."""

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
        """Return the steps of a stored game."""
        guest = self.pages.guest(asked)
        found = await self._found(asked, guest, lambda library, number: library.review(number))
        return found if isinstance(found, Response) else Response(found, media_type=JSON)

    async def file(self, asked: Asked) -> Response:
        """Return a stored game as a file to download."""
        guest = self.pages.guest(asked)
        found = await self._found(asked, guest, lambda library, number: library.file(number))
        if isinstance(found, Response):
            return found
        name = f"stardeck-{asked.path_params['number']}.toml"
        kept = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(found, media_type="application/toml", headers=kept)

    async def opinion(self, asked: Asked) -> Response:
        """Return what the best robot says about a move; this can take a while."""
        guest, step = self.pages.guest(asked), asked.path_params["step"]
        found = await self._found(asked, guest, lambda library, n: library.opinion(n, step))
        return found if isinstance(found, Response) else sentence_response(found)

    async def lights(self, asked: Asked) -> Response:
        """Light a step of a stored game on the board, if no game is played there."""
        guest, step = self.pages.guest_of_ours(asked), asked.path_params["step"]
        if guest is None:
            return refusal_response("page.wrong_origin", 403)
        found = await self._found(asked, guest, lambda library, n: library.scene(n, step))
        if isinstance(found, Response):
            return found
        return await self.pages.answered(Illumine(*found), "table", CHANCE)

    async def bring(self, asked: Asked) -> Response:
        """Store a game from an uploaded file."""
        guest, library = self.pages.guest_of_ours(asked), self.pages.gallery.library
        if guest is None or not self.pages.opens("table", guest):
            return refusal_response("page.wrong_key", 403)
        if library is None:
            return refusal_response("page.no_journal", 404)
        try:
            body = await asyncio.wait_for(
                read_body(asked, MAX_UPLOAD), self.pages.crowd.limits.slow
            )
            return (
                refusal_response("page.too_long", 413)
                if body is None
                else await self._kept(library, body)
            )
        except (TimeoutError, ClientDisconnect):
            return refusal_response("page.too_slow", 408)

    async def _kept(self, library: Library, body: bytes) -> Response:
        """Check the game here, and let the loop write it to the journal."""
        try:
            game = await asyncio.to_thread(library.judged, body)
        except StardeckError as trouble:
            return sentence_response(str(trouble), 400)
        return await self.pages.answered(Bring(game), "table", CHANCE)

    async def _found(self, asked: Asked, guest: Guest, wanted: Wanted) -> Any:
        """Return what is wanted from the library, or a refusal as Response."""
        library = self.pages.gallery.library
        if not self.pages.opens("table", guest):
            return refusal_response("page.wrong_key", 403)
        if library is None:
            return refusal_response("page.no_journal", 404)
        try:
            return await asyncio.to_thread(wanted, library, asked.path_params["number"])
        except StardeckError as trouble:
            return sentence_response(str(trouble), 404)
