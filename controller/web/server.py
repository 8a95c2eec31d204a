"""The pages served from a thread of their own, so that the loop never waits for one."""

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
from controller.web.crowd import ACCEPTED, Crowd
from controller.web.doors import Address
from controller.web.gate import LOOPBACK

LONGEST = 4096  # bytes of a message on the live line; it only tells
USUAL = 8765
UNREAD = b"HTTP/1.1 431 Too Long\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
FILES = 2048  # that the process may hold open, where the machine allows it
# Domains of home networks. All but the last are reserved or not delegated in the public DNS
# (RFC 6762, RFC 8375, ICANN on .internal and .home); fritz.box is the router maker's.
HOUSE_DOMAINS = ("local", "lan", "home", "home.arpa", "internal", "localdomain", "fritz.box")
NAMESAKES = range(2, 21)  # what mDNS appends when the name is taken: name-2.local
RAN_OUT = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)  # as asyncio sorts them
UNANSWERED = (h11.IDLE, h11.SEND_RESPONSE)  # where HTTP lets a server begin an answer

log = logging.getLogger(__name__)


class Server:
    """Open from `open` until `close`; both return when it is so."""

    def __init__(self, app: Starlette, listening: socket.socket, crowd: Crowd) -> None:
        self._settings = partial(
            uvicorn.Config,
            app,
            http=cast(Any, partial(Reception, crowd)),
            proxy_headers=False,
            backlog=ACCEPTED,
            ws=Listening,
            ws_max_size=LONGEST,
            ws_max_queue=4,
            ws_per_message_deflate=False,
            log_config=None,
            log_level="error",  # a warning is about what a stranger sent; that is counted
            access_log=False,
            server_header=False,
            date_header=False,  # nobody caches by it, and it would be written anew every second
            timeout_graceful_shutdown=1,
        )
        self._listening, self._crowd = listening, crowd
        self._asked = False  # whether the pages' loop still lives; it has not answered yet
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
        """True when the thread was started and has died."""
        return self.thread.ident is not None and not self.thread.is_alive()

    def answers(self) -> bool:
        """True if the pages' loop has come round since this was last asked."""
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
            self._started.set()  # nobody waits for pages that will not open


class Reception(H11Protocol):
    """Counts whoever comes before a word is said, and whatever is said that is not HTTP."""

    def __init__(self, crowd: Crowd, **terms: Any) -> None:
        super().__init__(**terms)
        self._crowd = crowd

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._crowd.enter(self.client, transport)

    def send_400_response(self, msg: str) -> None:
        """Refuse what is not HTTP; where an answer has begun or is over, only hang up.

        Nothing may follow a refusal, so a request that is still being answered counts as left.
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

    def __init__(self, settings: uvicorn.Config, started: Event, crowd: Crowd) -> None:
        super().__init__(settings)
        self._ready, self._end, self._crowd = started, asyncio.Event(), crowd
        self._home: asyncio.AbstractEventLoop | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self._home = asyncio.get_running_loop()
        self._home.set_exception_handler(self._judge_fault)
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen()  # a longer queue than asyncio, which takes few at a time, asks for
        self._ready.set()

    async def main_loop(self) -> None:
        """The usual one looks ten times a second whether it shall end."""
        self.server_state.default_headers = self.config.encoded_headers
        try:
            await self._end.wait()
        except asyncio.CancelledError:  # the thread dies; nobody else would close them
            self._crowd.dismiss()
            raise

    def call(self, act: Callable[[], None]) -> None:
        """Do this in the pages' own thread; nothing, when that has ended."""
        if self._home:
            with suppress(RuntimeError):  # closed already
                self._home.call_soon_threadsafe(act)

    def leave(self) -> None:
        """From any thread."""
        self.should_exit = True
        self.call(self._end.set)

    def _judge_fault(self, loop: asyncio.AbstractEventLoop, fault: dict[str, Any]) -> None:
        """Make room when descriptors have run out; all else is our own fault, and is logged."""
        if getattr(fault.get("exception"), "errno", None) in RAN_OUT:
            self._crowd.out_of_descriptors()
        else:
            loop.default_exception_handler(fault)


def allow_files(wanted: int) -> int | None:
    """Raise this process's limit of open files to so many, as far as it may; return the limit.

    Every connection is an open file, of which a process may often have 256 or 1,024.
    None where nobody counts them.
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


def public_address(listening: socket.socket, lan: bool) -> Address:
    return Address(outward if lan else lambda: LOOPBACK, listening.getsockname()[1], lan)


def reaches_out(listening: socket.socket) -> bool:
    """It was opened for others than this machine."""
    return listening.getsockname()[0] not in (LOOPBACK, "::1")


def hosts(listening: socket.socket, lan: bool) -> frozenset[str]:
    """Every name under which the page is ours, with its port."""
    port = listening.getsockname()[1]
    names = {LOOPBACK, "localhost"} | ({outward(), *house_names(own_name())} if lan else set())
    return frozenset(f"{name.lower()}:{port}" for name in names)


def house_names(own: str) -> Iterator[str]:
    """Every name that a router or mDNS may give to the machine of this name."""
    for name in (own, *(f"{own}-{number}" for number in NAMESAKES)):
        yield name
        yield from (f"{name}.{domain}" for domain in HOUSE_DOMAINS)


def own_name() -> str:
    """This machine's name, without a domain."""
    return socket.gethostname().split(".")[0]


def nickname() -> str:
    """How others in the house find this machine by mDNS."""
    return f"{own_name()}.local"


def outward() -> str:
    """The number others in the house reach this machine by: nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return LOOPBACK
