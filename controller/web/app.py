"""The doors: pages and their files, one live line a viewer, and what may be asked for."""

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
from controller.web.gate import HEADERS, LARGEST, REPORT, Bucket, Gate
from controller.web.http.answers import JSON, decoded, missing, refused, spoken, within
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

PATIENCE = 30.0  # s a request may wait for the loop: a robot, or a strip being wound
WAITING = 20  # requests of one role that the table may still owe an answer
WORDS, WORD_RATE = 8.0, 1.0  # what may be said into a line that only tells: at once, and a second

LASTING = 400 * 24 * 3600  # s after the last visit; no browser remembers longer

Placed = Callable[[View | None], Place]
NOWHERE: Place = ("", -1)


class SeatNumber(Convertor[int]):
    """A seat in an address: one digit, and no nought."""

    regex = "[1-9]"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


class Room(Convertor[str]):
    """A room whose line may be followed by this name."""

    regex = "table|lobby|service"

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


class SittingNumber(SeatNumber):
    """A sitting in the journal; more digits than it has ever counted are none."""

    regex = "[0-9]{1,15}"


register_url_convertor("seat", SeatNumber())
register_url_convertor("sitting", SittingNumber())
register_url_convertor("room", Room())


class Guarded:
    """Answers only under our own name, with our own headers, and nobody before his turn."""

    def __init__(self, app: ASGIApp, gate: Gate, crowd: Crowd) -> None:
        self.app, self.gate, self.crowd = app, gate, crowd

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        match scope["type"]:
            case "http":
                with self.crowd.asking(scope["client"]):
                    app = await self.answering(scope)
                    await app(scope, receive, partial(signed, send))
            case "websocket":
                line = self.app if self.knows(scope) else WebSocketClose(1008)
                with suppress(WebSocketDisconnect):
                    await line(scope, receive, partial(heard, send))
            case _:
                await self.app(scope, receive, send)

    async def answering(self, scope: Scope) -> ASGIApp:
        """What is only looked at is sent when its time has come; who asks for more has a key."""
        if not self.knows(scope):
            return refused("page.wrong_host", 421)
        pause = 0.0 if scope["method"] == "POST" else self.crowd.pause(scope["client"])
        if pause is None:
            return refused("page.too_fast", 429)
        await asyncio.sleep(pause)
        return self.app

    def knows(self, scope: Scope) -> bool:
        return self.gate.knows(Headers(scope=scope).get("host", ""), scope.get("server"))


async def signed(send: Send, message: Message) -> None:
    """The same answer under our own headers."""
    if message["type"] == "http.response.start":
        headers = MutableHeaders(scope=message)
        for name, value in HEADERS.items():
            headers.setdefault(name, value)
    await send(message)


async def heard(send: Send, message: Message) -> None:
    """A word into a live line; whoever listened may have left at any of them."""
    try:
        await send(message)
    except (OSError, RuntimeError) as gone:  # uvicorn's words for "gone" and "he closed it first"
        raise WebSocketDisconnect(1006) from gone


class Pages:
    """The web side of one table."""

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
        """Where there is no bench, there is no door to put a hand through."""
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
        """Anybody may watch."""
        if self.opens("table", self.guest(asked)) or "key" in asked.query_params:
            return await self.behind("table", asked, "table.html")
        return HTMLResponse(shell("table.html"))

    async def lobby_file(self, asked: Asked) -> Response:
        return await self.behind("lobby", asked, "lobby.html")

    async def seat_file(self, asked: Asked) -> Response:
        """A player who sits elsewhere now is led there."""
        role = f"seat {asked.path_params['number']}"
        guest = self.guest(asked)
        own = self.doors.entrance.seat_of(guest, seated(self.gallery.view))
        if own >= 0 and not guest.by_key and not self.opens(role, guest):
            return RedirectResponse(f"/seat/{own + 1}", 303)
        return await self.behind(role, asked, "seat.html")

    async def service_file(self, asked: Asked) -> Response:
        return await self.behind("service", asked, "service.html")

    async def workshop_file(self, asked: Asked) -> Response:
        """A report, a wiring, a recording: to be looked at, or kept."""
        if not self.opens("service", self.guest(asked)):
            return refused("page.wrong_key", 403)
        name = asked.path_params["name"]
        found = await asyncio.to_thread(self.gallery.taken, name)
        if found is None:
            return refused("page.no_file", 404)
        if name.endswith(".html") and "keep" not in asked.query_params:
            return HTMLResponse(found, headers={"Content-Security-Policy": REPORT})
        kept = {"Content-Disposition": f'attachment; filename="stardeck-{name}"'}
        return Response(found, media_type="application/octet-stream", headers=kept)

    async def why(self, asked: Asked) -> Response:
        """What a decision was taken by."""
        if not self.opens("service", self.guest(asked)):
            return refused("page.wrong_key", 403)
        found = await asyncio.to_thread(self.gallery.explained, asked.path_params["number"])
        if found is None:
            return refused("page.not_explained", 404)
        return Response(msgspec.json.encode(found), media_type=JSON)

    async def behind(self, role: str, asked: Asked, name: str) -> Response:
        """A page for those who were let in; a key lets in, and leaves the address at once."""
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
        """For good, by the key that was brought: the secret by which the device is known."""
        self.doors.entrance.keys.used(guest.by_key)
        calls_itself, admit = asked.headers.get("user-agent", ""), self.doors.entrance.devices.admit
        secret = await asyncio.to_thread(admit, guest.secret, guest.by_key, calls_itself)
        self.gallery.ring()
        return secret

    def opens(self, role: str, guest: Guest) -> bool:
        return self.doors.entrance.opens(role, guest, seated(self.gallery.view))

    def guest(self, asked: HTTPConnection) -> Guest:
        """A key comes in the address or, from a program, in a header; a device has its cookie."""
        key = asked.headers.get("x-stardeck-key") or asked.query_params.get("key", "")
        return self.doors.entrance.guest(key, secrets_in(asked.cookies))

    def guest_of_ours(self, asked: HTTPConnection) -> Guest | None:
        """Whoever wants more than a page. None when another page sent him.

        A browser says which page it is that asks; without that, its cookie is nobody's word.
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
        """It is put out, and its pages with it."""
        request = await self.understood(asked, "service", Revoke)
        if isinstance(request, Response):
            return request
        devices = self.doors.entrance.devices
        found = await asyncio.to_thread(devices.revoke, request.device)
        self.gallery.ring()
        return spoken("") if found else refused("page.no_device", 404)

    async def seat_asks(self, asked: Asked) -> Response:
        number = asked.path_params["number"]
        return await self.pass_on(asked, f"seat {number}", SeatAsks, Seat(number - 1))

    async def pass_on(self, asked: Asked, role: str, kind: Any, seat: Seat = CHANCE) -> Response:
        """Into the mailbox, and back with what the table says; or the reason why not."""
        request = await self.understood(asked, role, kind)
        if isinstance(request, Response):
            return request
        return await self.answered(request, role, seat)

    async def understood(self, asked: Asked, role: str, kind: Any) -> Any:
        """What is asked for by somebody who may; or the reason why not, as a Response."""
        guest = self.guest_of_ours(asked)
        if guest is None:
            return refused("page.wrong_origin", 403)
        if not self.opens(role, guest):
            return refused("page.wrong_key", 403)
        self.crowd.trust(asked.scope["client"])
        if self.gate.hurries(role):
            return refused("page.too_fast", 429)
        try:
            body = await asyncio.wait_for(within(asked, LARGEST), self.crowd.limits.slow)
            return refused("page.too_long", 413) if body is None else decoded(body, kind)
        except (TimeoutError, ClientDisconnect):
            return refused("page.too_slow", 408)

    async def answered(self, request: Any, role: str, seat: Seat) -> Response:
        """What the table says; no role lets so many letters lie that the others find no room."""
        waiting = self.mailbox.post(request, seat) if self._unanswered[role] < WAITING else None
        if waiting is None:
            return refused("page.busy", 503)
        self._unanswered[role] += 1
        try:
            return spoken(await asyncio.wait_for(asyncio.wrap_future(waiting), PATIENCE))
        except TimeoutError:
            return refused("page.busy", 503)
        finally:
            self._unanswered[role] -= 1

    # ---------------------------------------------------------------------------------------- live

    async def live(self, socket: WebSocket) -> None:
        """One viewer: the whole page first, then only what changed."""
        number = socket.path_params.get("number")
        role = f"seat {number}" if number else socket.path_params["role"]
        guest = self.guest_of_ours(socket)
        here = self.doors.place(role, guest, self.gallery.view) if guest else NOWHERE
        if not guest or not here[0]:
            await socket.close(1008)
            return
        await socket.accept()
        if await self.finds_room(socket, role, known=here[0] != "watch"):
            await self.attend(socket, partial(self.doors.place, role, guest))
        else:
            await socket.close(1013, say(Saying("page.full")))

    async def finds_room(self, socket: WebSocket, role: str, known: bool) -> bool:
        """Who has no key waits for his turn to take it."""
        client = socket.scope["client"]
        pause = 0.0 if known else self.crowd.pause(client)
        if pause is None:
            return False
        await asyncio.sleep(pause)
        return self.crowd.follows(client, role, known)

    async def attend(self, socket: WebSocket, place: Placed) -> None:
        """Tell and listen until one of the two ends."""
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
        """For as long as he may see it: another game has other seats, a device is put out."""
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
        """What it shows, now and whenever it is made anew: by that, and no other, he is judged."""
        turn = 0 if picture.view is self.gallery.view else picture.turn
        while True:
            turn = await picture.renewed(turn)
            yield picture.view


async def answer_chatter(socket: WebSocket) -> None:
    """This line only tells. Who talks into it gets an answer, who shouts is let go."""
    words = Bucket(WORD_RATE, WORDS, loop_time)
    while words.take() is not None:
        if (await socket.receive())["type"] == "websocket.disconnect":
            return
        await socket.send_json({"said": say(Saying("page.only_tells"))})
