"""The web server, in a thread of its own, so that the loop never waits for a page."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from threading import Event, Thread
from typing import Any, cast

import h11
import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

from controller.errors import Misuse
from controller.web.crowd import Crowd
from controller.web.doors import Address
from controller.web.gate import LOOPBACK

MAX_MESSAGE = 4096  # maximum bytes of a message on the live connection, which only sends
USUAL_PORT = 8765
UNREAD = b"HTTP/1.1 431 Too Long\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
OPEN_FILES = 2048  # open files that the process asks for
# Domains of home networks. All but the last are reserved or not delegated in the public DNS
# (RFC 6762, RFC 8375, ICANN on .internal and .home); fritz.box is the router maker's.
HOUSE_DOMAINS = ("local", "lan", "home", "home.arpa", "internal", "localdomain", "fritz.box")
NAMESAKES = range(2, 21)  # mDNS appends a number if the name is taken: name-2.local
RAN_OUT = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)  # as asyncio distinguishes them
UNANSWERED = (h11.IDLE, h11.SEND_RESPONSE)  # the states in which an answer may begin

log = logging.getLogger(__name__)


class Server:
    """The server; `open` and `close` return when it is open or closed."""

    def __init__(self, app: Starlette, listening: socket.socket, crowd: Crowd) -> None:
        self._settings = partial(
            uvicorn.Config,
            app,
            http=cast(Any, partial(Reception, crowd)),
            proxy_headers=False,
            backlog=crowd.limits.accepted,
            ws=Listening,
            ws_max_size=MAX_MESSAGE,
            ws_max_queue=4,
            ws_per_message_deflate=False,
            log_config=None,
            log_level="error",  # warnings are about invalid requests, which are counted instead
            access_log=False,
            server_header=False,
            date_header=False,  # not used for caching, and would be rebuilt every second
            timeout_graceful_shutdown=1,
        )
        self._listening, self._crowd = listening, crowd
        self._asked = False  # a call to the pages' event loop is not answered yet
        self._prepare()

    def _prepare(self) -> None:
        self._started = Event()
        self._server = Uvicorn(self._settings(), self._started, self._crowd)
        self.thread = Thread(target=self._run, name="pages", daemon=True)

    def open(self) -> None:
        self.thread.start()
        self._started.wait(10.0)

    def reopen(self) -> None:
        """Start the pages in a new thread after the old one has ended."""
        self._prepare()
        self._asked = False
        self.open()

    @property
    def ended(self) -> bool:
        """True if the thread was started and has ended."""
        return self.thread.ident is not None and not self.thread.is_alive()

    def answers(self) -> bool:
        """True if the pages' event loop has run since the last call."""
        if self._asked or not self.thread.is_alive():
            return False
        self._asked = True
        self._server.call(self._answer)
        return True

    def _answer(self) -> None:
        self._asked = False

    def close(self) -> None:
        self._server.leave()
        if self.thread.ident:
            self.thread.join(3.0)
        self._listening.close()

    def _run(self) -> None:
        """Serve until `close`. uvicorn closes the socket it is given, so it gets a copy."""
        try:
            with self._listening.dup() as own:
                self._server.run(sockets=[own])
        except BaseException:
            log.exception("The thread of the pages has died.")
        finally:
            self._started.set()  # `open` must not wait for pages that cannot start


class Reception(H11Protocol):
    """The HTTP protocol; it counts connections before the first request, and invalid input."""

    def __init__(self, crowd: Crowd, **terms: Any) -> None:
        super().__init__(**terms)
        self._crowd = crowd

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._crowd.enter(self.client, transport)

    def send_400_response(self, msg: str) -> None:
        """Refuse invalid HTTP, or only close if an answer has begun or is complete.

        Nothing may follow a refusal, so a request in progress is treated as abandoned.
        """
        self._crowd.noise["not HTTP"] += 1
        if self.cycle:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in UNANSWERED:
            super().send_400_response(msg)
        self.transport.close()

    def _unsupported_upgrade_warning(self) -> None:
        self._crowd.noise["unknown upgrade"] += 1


class Listening(WebSocketsSansIOProtocol):
    """The WebSocket protocol; incoming text is not decoded, as its content does not matter."""

    def data_received(self, data: bytes) -> None:
        """Process data; refuse a handshake with too long lines, which the library ignores."""
        super().data_received(data)
        if self.conn.handshake_exc and not self.handshake_initiated:
            self.transport.write(UNREAD)
            self.transport.close()

    def shutdown(self) -> None:
        """Close the connection, even if the client is already leaving."""
        with suppress(InvalidState):
            super().shutdown()
        self.transport.close()

    def send_receive_event_to_app(self) -> None:
        self.curr_msg_data_type = "bytes"
        super().send_receive_event_to_app()


class Uvicorn(uvicorn.Server):
    """A uvicorn server that reports when it is ready, and does not poll."""

    def __init__(self, settings: uvicorn.Config, started: Event, crowd: Crowd) -> None:
        super().__init__(settings)
        self._ready, self._end, self._crowd = started, asyncio.Event(), crowd
        self._home: asyncio.AbstractEventLoop | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self._home = asyncio.get_running_loop()
        self._home.set_exception_handler(self._judge_fault)
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen()  # with a longer queue than asyncio sets
        self._ready.set()

    async def main_loop(self) -> None:
        """Wait for the end; uvicorn's own loop would poll ten times a second."""
        self.server_state.default_headers = self.config.encoded_headers
        try:
            await self._end.wait()
        except asyncio.CancelledError:  # the thread ends; nothing else would close them
            self._crowd.dismiss()
            raise

    def call(self, act: Callable[[], None]) -> None:
        """Call this in the pages' thread; do nothing if it has ended."""
        if self._home:
            with suppress(RuntimeError):  # closed already
                self._home.call_soon_threadsafe(act)

    def leave(self) -> None:
        """End the server; may be called from any thread."""
        self.should_exit = True
        self.call(self._end.set)

    def _judge_fault(self, loop: asyncio.AbstractEventLoop, fault: dict[str, Any]) -> None:
        """Close a connection if descriptors have run out; log all other faults."""
        if getattr(fault.get("exception"), "errno", None) in RAN_OUT:
            self._crowd.out_of_descriptors()
        else:
            loop.default_exception_handler(fault)


def allow_files(wanted: int) -> int | None:
    """Raise this process's limit of open files up to `wanted`, and return the limit.

    Every connection is an open file, and limits of 256 or 1,024 are common. None means no limit.
    """
    try:
        import resource
    except ImportError:  # Windows
        return None
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if allowed == resource.RLIM_INFINITY:
        return None
    raised = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    if raised > allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (raised, most))
    return max(allowed, raised)


def open_socket(port: int | None, lan: bool) -> socket.socket:
    """Return a socket on this port, or if None on the usual or a free one; Misuse if impossible."""
    if port is not None:
        return bind_socket(port, lan)
    try:
        return bind_socket(USUAL_PORT, lan)
    except Misuse:
        return bind_socket(0, lan)


def bind_socket(port: int, lan: bool) -> socket.socket:
    """Return a listening socket on this port; raise Misuse if it cannot be opened."""
    listening = socket.socket()
    if os.name == "posix":  # on Windows this would let a second table use the same port
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind(("0.0.0.0" if lan else LOOPBACK, port))
        listening.listen()  # before this, another table could bind the same port
    except (OSError, OverflowError) as trouble:
        listening.close()
        raise Misuse("page.no_port", port=port, why=trouble) from None
    return listening


def public_address(listening: socket.socket, lan: bool) -> Address:
    """Return the address under which players reach this socket."""
    return Address(lan_address if lan else lambda: LOOPBACK, listening.getsockname()[1], lan)


def reaches_out(listening: socket.socket) -> bool:
    """True if the socket was opened for other machines too."""
    return listening.getsockname()[0] not in (LOOPBACK, "::1")


def hosts(listening: socket.socket, lan: bool) -> frozenset[str]:
    """Return every host name of this server, with the port."""
    port = listening.getsockname()[1]
    names = {LOOPBACK, "localhost"} | ({lan_address(), *house_names(own_name())} if lan else set())
    return frozenset(f"{name.lower()}:{port}" for name in names)


def house_names(own: str) -> Iterator[str]:
    """Yield every name that a router or mDNS may give to a machine of this name."""
    for name in (own, *(f"{own}-{number}" for number in NAMESAKES)):
        yield name
        yield from (f"{name}.{domain}" for domain in HOUSE_DOMAINS)


def own_name() -> str:
    """Return this machine's name without a domain."""
    return socket.gethostname().split(".")[0]


def nickname() -> str:
    """Return this machine's mDNS name."""
    return f"{own_name()}.local"


def lan_address() -> str:
    """Return this machine's IP address in the local network; nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return LOOPBACK
