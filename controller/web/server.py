"""The pages served from a thread of their own, so that the loop never waits for one."""

from __future__ import annotations

import asyncio
import os
import socket
from contextlib import suppress
from functools import partial
from threading import Event, Thread
from typing import Any, cast

import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

from controller.errors import Misuse
from controller.web.crowd import Crowd
from controller.web.doors import Address
from controller.web.gate import LOOPBACK

LONGEST = 4096  # bytes of a message on the live line; it only tells
USUAL = 8765
UNREAD = b"HTTP/1.1 431 Too Long\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
FILES = 2048  # that the process may hold open, where the machine allows it


class Server:
    """Open from `open` until `close`; both return when it is so."""

    def __init__(self, app: Starlette, listening: socket.socket, crowd: Crowd) -> None:
        settings = uvicorn.Config(
            app,
            http=cast(Any, partial(Reception, crowd)),
            proxy_headers=False,
            ws=Listening,
            ws_max_size=LONGEST,
            ws_max_queue=4,
            ws_per_message_deflate=False,
            log_config=None,
            log_level="warning",  # below it, whole addresses and headers are written down
            access_log=False,
            server_header=False,
            date_header=False,  # nobody caches by it, and it would be written anew every second
            timeout_graceful_shutdown=1,
        )
        self._listening = listening
        self._started = Event()
        self._server = Uvicorn(settings, self._started)
        self.thread = Thread(target=self._run, name="pages", daemon=True)

    def open(self) -> None:
        allow_files(FILES)
        self.thread.start()
        self._started.wait(10.0)

    def close(self) -> None:
        self._server.leave()
        if self.thread.ident:
            self.thread.join(3.0)
        self._listening.close()

    def _run(self) -> None:
        self._server.run(sockets=[self._listening])


class Reception(H11Protocol):
    """Whoever comes is counted before a word is said."""

    def __init__(self, crowd: Crowd, **terms: Any) -> None:
        super().__init__(**terms)
        self._crowd = crowd

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._crowd.enter(self.client, transport)


class Listening(WebSocketsSansIOProtocol):
    """A live line, on which it does not matter what is said: bytes will do, in any spelling."""

    def data_received(self, data: bytes) -> None:
        """Lines of a request longer than it reads are passed over in silence: not by us."""
        super().data_received(data)
        if self.conn.handshake_exc and not self.handshake_initiated:
            self.transport.write(UNREAD)
            self.transport.close()

    def shutdown(self) -> None:
        """Whoever is leaving already need not be told that we close."""
        with suppress(InvalidState):
            super().shutdown()
        self.transport.close()

    def send_receive_event_to_app(self) -> None:
        self.curr_msg_data_type = "bytes"
        super().send_receive_event_to_app()


class Uvicorn(uvicorn.Server):
    """Says when it is ready, and sleeps while nobody comes."""

    def __init__(self, settings: uvicorn.Config, started: Event) -> None:
        super().__init__(settings)
        self._ready, self._end = started, asyncio.Event()
        self._home: asyncio.AbstractEventLoop | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self._home = asyncio.get_running_loop()
        await super().startup(sockets)
        self._ready.set()

    async def main_loop(self) -> None:
        """The usual one looks ten times a second whether it shall end."""
        self.server_state.default_headers = self.config.encoded_headers
        await self._end.wait()

    def leave(self) -> None:
        """From any thread."""
        self.should_exit = True
        if self._home and not self._home.is_closed():
            self._home.call_soon_threadsafe(self._end.set)


def allow_files(wanted: int) -> None:
    """Every connection is an open file, of which a process may often have 256 or 1,024."""
    try:
        import resource
    except ImportError:  # on Windows nobody counts them
        return
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if allowed < wanted <= most or most == resource.RLIM_INFINITY:
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(allowed, wanted), most))


def listen(port: int | None, lan: bool) -> socket.socket:
    """A socket on this port, else on the usual or any free one; Misuse when it cannot be had."""
    if port is not None:
        return bound(port, lan)
    try:
        return bound(USUAL, lan)
    except Misuse:
        return bound(0, lan)


def bound(port: int, lan: bool) -> socket.socket:
    listening = socket.socket()
    if os.name == "posix":  # on Windows it would let a second table sit down on the same port
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind(("0.0.0.0" if lan else LOOPBACK, port))
        listening.listen()  # until then another table might have the same
    except (OSError, OverflowError) as trouble:
        listening.close()
        raise Misuse("page.no_port", port=port, why=trouble) from None
    return listening


def address(listening: socket.socket, lan: bool) -> Address:
    return Address(outward if lan else lambda: LOOPBACK, listening.getsockname()[1], lan)


def reaches_out(listening: socket.socket) -> bool:
    """It was opened for others than this machine."""
    return listening.getsockname()[0] not in (LOOPBACK, "::1")


def hosts(listening: socket.socket, lan: bool) -> frozenset[str]:
    """Every name under which the page is ours."""
    port = listening.getsockname()[1]
    names = {LOOPBACK, "localhost"} | ({outward(), *named()} if lan else set())
    return frozenset(f"{name.lower()}:{port}" for name in names)


def named() -> tuple[str, str]:
    """This machine's name, and how others in the house find it by mDNS."""
    name = socket.gethostname().split(".")[0]
    return name, f"{name}.local"


def outward() -> str:
    """The number others in the house reach this machine by: nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return LOOPBACK
