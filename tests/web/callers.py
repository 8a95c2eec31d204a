"""Those who come uninvited, each by a socket of their own: idle, slow, deaf, or shouting."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from urllib.parse import urlsplit

from tests.walls import HUNG

SHOUT = b"\x81\x85\0\0\0\0hello"  # a text frame, masked with nothing


def called(base: str) -> socket.socket:
    where = urlsplit(base)
    return socket.create_connection((where.hostname, where.port), timeout=HUNG)


def head(base: str, path: str, *more: str, verb: str = "GET") -> bytes:
    lines = (f"{verb} {path} HTTP/1.1", f"Host: {urlsplit(base).netloc}", *more, "", "")
    return "\r\n".join(lines).encode()


UPGRADE = (
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
)


def idle(base: str) -> socket.socket:
    """Says nothing at all."""
    return called(base)


def slow(base: str) -> socket.socket:
    """Never comes to the end of the first line."""
    line = called(base)
    line.sendall(b"GET /static/")
    return line


def rambling(base: str) -> socket.socket:
    """Announces more than is ever said."""
    line = called(base)
    line.sendall(head(base, "/hands", "Content-Length: 4000", verb="POST") + b'{"type"')
    return line


def watching(base: str) -> socket.socket:
    """Return a connection that follows the table; what it sends waits to be read."""
    line = called(base)
    line.sendall(head(base, "/live/table", *UPGRADE))
    return line


def shouting(base: str) -> socket.socket:
    line = watching(base)
    line.recv(12)
    with suppress(OSError):
        line.sendall(SHOUT * 100)
    return line


CALLERS: Mapping[str, Callable[[str], socket.socket]] = {
    "idle": idle,
    "slow": slow,
    "rambling": rambling,
    "watching": watching,
    "shouting": shouting,
}


@contextmanager
def crowd(base: str, kinds: list[str]) -> Iterator[list[socket.socket]]:
    """They come one after the other, and stay as long as they are let."""
    with ExitStack() as doors:
        lines = []
        for kind in kinds:
            with suppress(OSError):  # made room while they were coming in
                lines.append(doors.enter_context(CALLERS[kind](base)))
        yield lines
