"""The web application: routes for pages and files, live connections, and requests to the table."""

from __future__ import annotations

import asyncio
import mimetypes
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace
from starlette.applications import Starlette
from starlette.convertors import Convertor, register_url_convertor
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.requests import Request as Asked
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketClose, WebSocketDisconnect

from controller.lessons.rule_pages import RulePages
from controller.values import CHANCE, Saying, Seat
from controller.web.crowd import Crowd, loop_time
from controller.web.doors import Doors, seated
from controller.web.gallery import Gallery, Place
from controller.web.gate import HEADERS, MAX_REQUEST, REPORT, Bucket, Gate
from controller.web.http.answers import (
    JSON,
    decoded,
    missing,
    read_body,
    refusal_response,
    sentence_response,
)
from controller.web.http.cookies import cookie_of, secrets_in
from controller.web.http.kits import Kits
from controller.web.http.manual import Manual
from controller.web.http.open_files import OpenFiles
from controller.web.http.reviews import Reviews
from controller.web.keys import Guest
from controller.web.mailbox import LobbyAsks, Mailbox, Obey, Revoke, SeatAsks, ServiceAsks
from controller.web.picture import BARE, Picture
from controller.web.shells import shell
from controller.web.view import View
from controller.words import say

mimetypes.add_type("text/javascript", ".js")  # some Windows registries say text/plain

REQUEST_TIMEOUT = (
    30.0  # s a request may wait for the loop, e.g. while a robot thinks or a strip is wound
)
WAITING = 20  # maximum number of unanswered requests of one role
WORDS, WORD_RATE = 8.0, 1.0  # messages that a viewer may send: at once, per second

LASTING = 400 * 24 * 3600  # s from the last visit; the longest that browsers keep a cookie

Placed = Callable[[View | None], Place]
NO_PLACE: Place = ("", -1)


class SeatNumber(Convertor[int]):
    """A seat number in a URL: one digit, not zero."""

    regex = "[1-9]"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


class Room(Convertor[str]):
    """The role in the URL of a live connection, unless it is a seat."""

    regex = "table|lobby|service"

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


class SittingNumber(SeatNumber):
    """The number of a sitting in a URL, at most 15 digits."""

    regex = "[0-9]{1,15}"


register_url_convertor("seat", SeatNumber())
register_url_convertor("sitting", SittingNumber())
register_url_convertor("room", Room())


class Guarded:
    """Middleware that checks the host name, limits the rate, and adds security headers."""

    def __init__(self, app: ASGIApp, gate: Gate, crowd: Crowd) -> None:
        self.app, self.gate, self.crowd = app, gate, crowd

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        match scope["type"]:
            case "http":
                with self.crowd.asking(scope["client"]):
                    app = await self.answering(scope)
                    await app(scope, receive, partial(add_headers, send))
            case "websocket":
                line = self.app if self.knows(scope) else WebSocketClose(1008)
                with suppress(WebSocketDisconnect):
                    await line(scope, receive, partial(send_or_disconnect, send))
            case _:
                await self.app(scope, receive, send)

    async def answering(self, scope: Scope) -> ASGIApp:
        """Return the application, after a pause if the client asks too often; or a refusal."""
        if not self.knows(scope):
            return refusal_response("page.wrong_host", 421)
        pause = 0.0 if scope["method"] == "POST" else self.crowd.pause(scope["client"])
        if pause is None:
            return refusal_response("page.too_fast", 429)
        await asyncio.sleep(pause)
        return self.app

    def knows(self, scope: Scope) -> bool:
        return self.gate.knows(Headers(scope=scope).get("host", ""), scope.get("server"))


async def add_headers(send: Send, message: Message) -> None:
    """Send a message with our own headers."""
    if message["type"] == "http.response.start":
        headers = MutableHeaders(scope=message)
        for name, value in HEADERS.items():
            headers.setdefault(name, value)
    await send(message)


async def send_or_disconnect(send: Send, message: Message) -> None:
    """Send a message on a live connection; raise WebSocketDisconnect if it is closed."""
    try:
        await send(message)
    except (OSError, RuntimeError) as gone:  # uvicorn's errors for a closed connection
        raise WebSocketDisconnect(1006) from gone


class Pages:
    """The request handlers of one table."""

    def __init__(
        self,
        gallery: Gallery,
        mailbox: Mailbox,
        gate: Gate,
        doors: Doors,
        crowd: Crowd,
        rules: RulePages,
    ) -> None:
        self.gallery, self.mailbox, self.gate, self.doors = gallery, mailbox, gate, doors
        self.crowd, self.rules = crowd, rules
        self._unanswered: Counter[str] = Counter()

    def app(self, *, simulated: bool) -> Starlette:
        """Return the application; only a simulated table has a route for hands."""
        routes: list[BaseRoute] = [
            Route("/", self.table_file),
            Route("/lobby", self.lobby_file),
            Route("/seat/{number:seat}", self.seat_file),
            Route("/service", self.service_file),
            *Reviews(self).routes(),
            *Kits(self).routes(),
            Route("/service/files/{name}", self.workshop_file),
            Route("/service/why/{number:int}", self.why),
            Route("/lobby", self.lobby_asks, methods=["POST"]),
            Route("/service", self.service_asks, methods=["POST"]),
            Route("/service/devices", self.device_asks, methods=["POST"]),
            Route("/seat/{number:seat}", self.seat_asks, methods=["POST"]),
            WebSocketRoute("/live/{role:room}", self.live),
            WebSocketRoute("/live/seat/{number:seat}", self.live),
            *OpenFiles(self.rules).routes(),
            *Manual().routes(),
        ]
        if simulated:
            routes.insert(0, Route("/hands", self.hand_asks, methods=["POST"]))
        return Starlette(
            routes=routes,
            lifespan=self.opened,
            middleware=[Middleware(Guarded, gate=self.gate, crowd=self.crowd)],
            exception_handlers={404: missing, 405: missing},
        )

    @asynccontextmanager
    async def opened(self, _: Starlette) -> AsyncIterator[None]:
        self.gallery.open()
        sweeping = asyncio.ensure_future(self.sweep())
        yield
        sweeping.cancel()

    async def sweep(self) -> None:
        while True:
            await asyncio.sleep(1.0)
            self.crowd.sweep()

    # -------------------------------------------------------------------------------------- pages

    async def table_file(self, asked: Asked) -> Response:
        """Return the table's page; without a key, visitors may watch."""
        if self.opens("table", self.guest(asked)) or "key" in asked.query_params:
            return await self.behind("table", asked, "table.html")
        return HTMLResponse(shell("table.html"))

    async def lobby_file(self, asked: Asked) -> Response:
        return await self.behind("lobby", asked, "lobby.html")

    async def seat_file(self, asked: Asked) -> Response:
        """Return the seat's page; a player who now sits elsewhere is redirected there."""
        role = f"seat {asked.path_params['number']}"
        guest = self.guest(asked)
        own = self.doors.entrance.seat_of(guest, seated(self.gallery.view))
        if own >= 0 and not guest.by_key and not self.opens(role, guest):
            return RedirectResponse(f"/seat/{own + 1}", 303)
        return await self.behind(role, asked, "seat.html")

    async def service_file(self, asked: Asked) -> Response:
        return await self.behind("service", asked, "service.html")

    async def workshop_file(self, asked: Asked) -> Response:
        """Return a file of the workshop (report, wiring, recording), to be shown or downloaded."""
        if not self.opens("service", self.guest(asked)):
            return refusal_response("page.wrong_key", 403)
        name = asked.path_params["name"]
        found = await asyncio.to_thread(self.gallery.taken, name)
        if found is None:
            return refusal_response("page.no_file", 404)
        if name.endswith(".html") and "keep" not in asked.query_params:
            return HTMLResponse(found, headers={"Content-Security-Policy": REPORT})
        kept = {"Content-Disposition": f'attachment; filename="stardeck-{name}"'}
        return Response(found, media_type="application/octet-stream", headers=kept)

    async def why(self, asked: Asked) -> Response:
        """Return the explanation of a decision."""
        if not self.opens("service", self.guest(asked)):
            return refusal_response("page.wrong_key", 403)
        found = await asyncio.to_thread(self.gallery.explained, asked.path_params["number"])
        if found is None:
            return refusal_response("page.not_explained", 404)
        return Response(msgspec.json.encode(found), media_type=JSON)

    async def behind(self, role: str, asked: Asked, name: str) -> Response:
        """Return a page if the guest has access; a key in the URL is exchanged for a cookie."""
        guest = self.guest(asked)
        if not self.opens(role, guest):
            return HTMLResponse(shell("locked.html"), 403)
        secret = await self.let_in(guest, asked) if guest.by_key else guest.secret
        bare = "key" not in asked.query_params
        page = HTMLResponse(shell(name)) if bare else RedirectResponse(asked.url.path, 303)
        if secret:
            page.set_cookie(cookie_of(secret), secret, LASTING, httponly=True, samesite="lax")
        return page

    async def let_in(self, guest: Guest, asked: Asked) -> str:
        """Register the device for the key it brought, and return the device's secret."""
        self.doors.entrance.keys.used(guest.by_key)
        calls_itself, admit = asked.headers.get("user-agent", ""), self.doors.entrance.devices.admit
        secret = await asyncio.to_thread(admit, guest.secret, guest.by_key, calls_itself)
        self.gallery.ring()
        return secret

    def opens(self, role: str, guest: Guest) -> bool:
        return self.doors.entrance.opens(role, guest, seated(self.gallery.view))

    def guest(self, asked: HTTPConnection) -> Guest:
        """Return who asks, from the key in the URL or a header, and from the device's cookie."""
        key = asked.headers.get("x-stardeck-key") or asked.query_params.get("key", "")
        return self.doors.entrance.guest(key, secrets_in(asked.cookies))

    def guest_of_ours(self, asked: HTTPConnection) -> Guest | None:
        """Return who asks for more than a page; None if the request comes from a foreign page.

        Browsers name the page that asks (Origin); without it, the cookie proves nothing and is
        ignored.
        """
        origin = asked.headers.get("origin")
        if not self.gate.admits(asked.headers.get("host", ""), origin):
            return None
        guest = self.guest(asked)
        return guest if origin else replace(guest, secret="")

    # ------------------------------------------------------------------------------- what is asked

    async def hand_asks(self, asked: Asked) -> Response:
        return await self.pass_on(asked, "table", Obey)

    async def lobby_asks(self, asked: Asked) -> Response:
        return await self.pass_on(asked, "table", LobbyAsks)

    async def service_asks(self, asked: Asked) -> Response:
        return await self.pass_on(asked, "service", ServiceAsks)

    async def device_asks(self, asked: Asked) -> Response:
        """Revoke a device's access and close its pages."""
        request = await self.understood(asked, "service", Revoke)
        if isinstance(request, Response):
            return request
        devices = self.doors.entrance.devices
        found = await asyncio.to_thread(devices.revoke, request.device)
        self.gallery.ring()
        return sentence_response("") if found else refusal_response("page.no_device", 404)

    async def seat_asks(self, asked: Asked) -> Response:
        number = asked.path_params["number"]
        return await self.pass_on(asked, f"seat {number}", SeatAsks, Seat(number - 1))

    async def pass_on(self, asked: Asked, role: str, kind: Any, seat: Seat = CHANCE) -> Response:
        """Post the request to the mailbox and return the table's answer, or why it is refused."""
        request = await self.understood(asked, role, kind)
        if isinstance(request, Response):
            return request
        return await self.answered(request, role, seat)

    async def understood(self, asked: Asked, role: str, kind: Any) -> Any:
        """Return the decoded request if the guest may make it, else a refusal as Response."""
        guest = self.guest_of_ours(asked)
        if guest is None:
            return refusal_response("page.wrong_origin", 403)
        if not self.opens(role, guest):
            return refusal_response("page.wrong_key", 403)
        self.crowd.trust(asked.scope["client"])
        if self.gate.hurries(role):
            return refusal_response("page.too_fast", 429)
        try:
            body = await asyncio.wait_for(read_body(asked, MAX_REQUEST), self.crowd.limits.slow)
            return refusal_response("page.too_long", 413) if body is None else decoded(body, kind)
        except (TimeoutError, ClientDisconnect):
            return refusal_response("page.too_slow", 408)

    async def answered(self, request: Any, role: str, seat: Seat) -> Response:
        """Post the request and return the answer; the number waiting is limited for each role."""
        waiting = self.mailbox.post(request, seat) if self._unanswered[role] < WAITING else None
        if waiting is None:
            return refusal_response("page.busy", 503)
        self._unanswered[role] += 1
        try:
            return sentence_response(
                await asyncio.wait_for(asyncio.wrap_future(waiting), REQUEST_TIMEOUT)
            )
        except TimeoutError:
            return refusal_response("page.busy", 503)
        finally:
            self._unanswered[role] -= 1

    # ---------------------------------------------------------------------------------------- live

    async def live(self, socket: WebSocket) -> None:
        """Serve one live connection: the whole page first, then only changes."""
        number = socket.path_params.get("number")
        role = f"seat {number}" if number else socket.path_params["role"]
        guest = self.guest_of_ours(socket)
        here = self.doors.place(role, guest, self.gallery.view) if guest else NO_PLACE
        if not guest or not here[0]:
            await socket.close(1008)
            return
        await socket.accept()
        if await self.finds_room(socket, role, known=here[0] != "watch"):
            await self.attend(socket, partial(self.doors.place, role, guest))
        else:
            await socket.close(1013, say(Saying("page.full")))

    async def finds_room(self, socket: WebSocket, role: str, known: bool) -> bool:
        """True if there is room for this viewer; without a key, the viewer may have to wait."""
        client = socket.scope["client"]
        pause = 0.0 if known else self.crowd.pause(client)
        if pause is None:
            return False
        await asyncio.sleep(pause)
        return self.crowd.follows(client, role, known)

    async def attend(self, socket: WebSocket, place: Placed) -> None:
        """Send changes and read messages until either ends, then close the connection."""
        both = [
            asyncio.ensure_future(self.tell(socket, place)),
            asyncio.ensure_future(answer_chatter(socket)),
        ]
        _, left = await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        for task in left:
            task.cancel()
        for ended in await asyncio.gather(*both, return_exceptions=True):
            if isinstance(ended, Exception):
                raise ended
        await socket.close(1008)

    async def tell(self, socket: WebSocket, place: Placed) -> None:
        """Send changes as long as the guest has access to the same page.

        Access can end when another game has other seats, or when the device is revoked.
        """
        held = BARE
        while (here := place(self.gallery.view))[0]:
            with self.gallery.visit(here, partial(self.doors.page, here)) as picture:
                async for view in self.shown(picture):
                    if place(view) != here:
                        break
                    news, held = picture.news(held), picture.newest
                    if news:
                        await socket.send_text(news)

    async def shown(self, picture: Picture) -> AsyncIterator[View | None]:
        """Yield the view that the picture shows, now and after each renewal.

        Access is checked against this view, since it is the one that is sent.
        """
        turn = 0 if picture.view is self.gallery.view else picture.turn
        while True:
            turn = await picture.renewed(turn)
            yield picture.view


async def answer_chatter(socket: WebSocket) -> None:
    """Answer each message of a viewer, since this connection only sends; return if too many."""
    words = Bucket(WORD_RATE, WORDS, loop_time)
    while words.take() is not None:
        if (await socket.receive())["type"] == "websocket.disconnect":
            return
        await socket.send_json({"said": say(Saying("page.only_tells"))})
