"""The files that need no key: words, rules, scenery, and what a browser installs."""

from __future__ import annotations

import asyncio

import msgspec
from starlette.requests import Request as Asked
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from controller.lessons.rule_pages import RulePages
from controller.web.http.answers import JSON, refusal_response
from controller.web.http.rule_boards import boards_page
from controller.web.shells import (
    STATIC,
    beginning,
    rule_book,
    rules_shell,
    script,
    shell,
    words,
)


class OpenFiles:
    """The request handlers for public files, none of which shows a running game."""

    def __init__(self, rules: RulePages) -> None:
        self.rules = rules

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/words.js", self.words),
            Route("/rules/{game}", self.rules_file),
            Route("/rules/{game}/boards", self.rule_boards),
            Route("/look/{game}", self.look),
            Route("/manifest.webmanifest", self.manifest),
            Route("/away.js", self.worker),
            Route("/away", self.away),
            Route("/static/games/{game}/{name}", self.game_file),
            Mount("/static", StaticFiles(directory=STATIC)),
        ]

    async def words(self, _: Asked) -> Response:
        return Response(words(), media_type="text/javascript")

    async def game_file(self, asked: Asked) -> Response:
        """Return a script from a game's folder: its scenery or its poster."""
        path = script(asked.path_params["game"], asked.path_params["name"])
        if path is None:
            return refusal_response("page.no_file", 404)
        return FileResponse(path, media_type="text/javascript")

    async def rules_file(self, asked: Asked) -> Response:
        """Return the page of a game's rules."""
        game = rule_book(asked.path_params["game"])
        if game is None:
            return refusal_response("page.no_file", 404)
        page = await asyncio.to_thread(self.rules.page, game)
        return HTMLResponse(rules_shell(game, page))

    async def rule_boards(self, asked: Asked) -> Response:
        """Return the diagrams of a game's rules."""
        game = rule_book(asked.path_params["game"])
        if game is None:
            return refusal_response("page.no_file", 404)
        boards = await asyncio.to_thread(boards_page, game, self.rules)
        return Response(msgspec.json.encode(boards), media_type=JSON)

    async def look(self, asked: Asked) -> Response:
        """Return the board of a game before the first move."""
        board = await asyncio.to_thread(beginning, asked.path_params["game"])
        return (
            refusal_response("page.no_file", 404)
            if board is None
            else Response(board, media_type=JSON)
        )

    async def manifest(self, _: Asked) -> Response:
        return Response(shell("manifest.json"), media_type="application/manifest+json")

    async def worker(self, _: Asked) -> Response:
        """Return the service worker, from the root, since it only controls paths below its own."""
        return FileResponse(STATIC / "line" / "away.js", media_type="text/javascript")

    async def away(self, _: Asked) -> Response:
        return HTMLResponse(shell("away.html"))
