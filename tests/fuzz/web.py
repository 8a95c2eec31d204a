"""Requests and live lines that no page of ours would open, at a table with a game on it."""

from __future__ import annotations

import json
import logging
import re
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote

from controller.app.hosting.web_table import WebTable
from controller.values import Saying
from controller.web.crowd import CrowdLimits
from controller.words import say
from tests.fuzz import hostile
from tests.fuzz.case import Case
from tests.fuzz.files import game_files
from tests.fuzz.spoiling import spoilt
from tests.web.callers import SHOUT, UPGRADE, called
from tests.web.house import open_house

UNHURRIED = CrowdLimits(rate=1e6, burst=1e6)
STATUS = re.compile(rb"HTTP/1\.1 ([0-9]{3})")
FILES = (
    *("/", "/lobby", "/seat/1", "/service", "/words.js", "/service/files/report.html", "/nowhere"),
    "/service/why/1",
    *("/review/1", "/review/1/steps", "/review/1/file", "/review/1/opinion/2"),
    *("/rules/astron", "/rules/astron/boards"),
    *("/service/kit", "/service/kit/ludo/A4/usual/book.html"),
    *("/service/devices", "/static/style.css", "/static/line/live.js", "/look/astron"),
    *("/static/games/astron/scenery.js", "/manifest.webmanifest", "/away", "/away.js"),
    *("/docs", "/docs/", "/docs/index.html", "/docs/nowhere"),
)
LINES = ("/live/table", "/live/seat/1", "/live/service", "/live/lobby")
ASKED: dict[str, list[dict[str, Any]]] = {
    "/hands": [
        {"type": "obey", "line": line}
        for line in (
            "lift b1",
            "put b1",
            "move b1 b2",
            "turn 1.5",
            "press yes",
            "tap reader tricky",
        )
    ],
    "/seat/1": [
        {"type": "play", "move": "1 lays tricky"},
        {"type": "choose", "move": "1 moves b1-b2, then 1 ends"},
        {"type": "back"},
        {"type": "hint"},
        {"type": "help", "moments": 3},
    ],
    "/lobby": [
        {
            "type": "begin",
            "game": "astron",
            "places": [{"name": "Ada", "kind": "human", "partner": "Bea"}, {"name": "Bob"}],
            "teams": [[0], [1]],
            "options": {"touch_move": True},
            "picks": {"colour": ["red", "blue"]},
            "deck": "virtual",
        },
        {"type": "resume", "number": 1},
        {"type": "discard", "number": 2},
        {"type": "learn", "game": "astron", "lesson": "first"},
        {"type": "again", "swap": True},
        {"type": "branch", "number": 1, "upto": 3},
        {"type": "press", "key": "no"},
        {"type": "draft", "agreement": {"game": "astron", "kinds": ["human", "robot"]}},
    ],
    "/service": [
        {"type": "record", "on": True},
        {"type": "start", "errand": "check"},
        {"type": "direct", "word": "stop"},
        {"type": "point", "site": "c5"},
    ],
    "/service/devices": [{"type": "revoke", "device": 1}],
    "/review": [],
    "/review/1/lights/2": [{}],
}


class Complaints(logging.Handler):
    """What was logged as our own fault since it was last asked."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self._said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self._said.append(logging.Formatter().format(record))

    def told(self) -> str:
        said, self._said = self._said, []
        return "\n".join(said)


@contextmanager
def attacked(attack: Callable[[WebTable, Random], str]) -> Iterator[Case]:
    complaints = Complaints()
    logging.getLogger().addHandler(complaints)
    with TemporaryDirectory() as folder, suppressed(complaints):
        terms = {"folder": Path(folder), "journal": Path(folder) / "journal.db"}
        with open_house(players=("Ada", "Bob"), limits=UNHURRIED, **terms) as house:
            yield lambda luck: attack(house.web_table, luck) + complaints.told()


@contextmanager
def suppressed(complaints: Complaints) -> Iterator[None]:
    try:
        yield
    finally:
        logging.getLogger().removeHandler(complaints)


def http() -> Any:
    return attacked(request)


def live() -> Any:
    return attacked(line)


# ------------------------------------------------------------------------------------- requests


def request(web_table: WebTable, luck: Random) -> str:
    """One request: as it should be but for what stands in it, or torn as a whole."""
    whole = luck.random() < 0.9
    sent = written(web_table, luck)
    return judged(exchanged(web_table, sent if whole else hostile.torn(luck, sent), whole), whole)


def written(web_table: WebTable, luck: Random) -> bytes:
    posts = luck.random() < 0.6
    path = luck.choice(list(ASKED) if posts else FILES)
    body = asked(luck, path) if posts else b""
    verb = "POST" if posts else "GET"
    if luck.random() < 0.05:
        verb = luck.choice(["HEAD", "PUT", "OPTIONS", "BREW", "get", "PROPFIND"])
    headers = {**usual(web_table, path), "Content-Length": str(len(body)), "Connection": "close"}
    return headed(luck, verb, path, headers) + body


def usual(web_table: WebTable, path: str) -> dict[str, str]:
    host = web_table.address.base.removeprefix("http://")
    return {"Host": host, "Origin": f"http://{host}", "X-Stardeck-Key": key(web_table, path)}


def key(web_table: WebTable, path: str) -> str:
    if "seat" in path:
        return web_table.seat_key(1)
    return web_table.keys.service if "service" in path else web_table.keys.table


def asked(luck: Random, path: str) -> bytes:
    """What might be asked for there, with something wrong in it."""
    if path == "/review":
        return spoilt(luck.choice(game_files()), luck)
    lawful = luck.choice(ASKED[path])
    if luck.random() < 0.1:
        return luck.choice([b"", b"[" * 4000, b'{"x":' * 800, b"\xff", b"9" * 5000, b"x" * 5000])
    body = json.dumps(hostile.spoilt(luck, lawful) if luck.random() < 0.9 else lawful).encode()
    return hostile.torn(luck, body) if luck.random() < 0.2 else body


def headed(luck: Random, verb: str, path: str, headers: dict[str, str]) -> bytes:
    """A head that ends where it should, whatever stands in it."""
    if luck.random() < 0.5:
        path = quote(hostile.text(luck, path), safe=luck.choice(["/", "/?=&%", "/%[]'\\"]))
    if luck.random() < 0.3:
        path += f"?key={quote(hostile.text(luck, headers['X-Stardeck-Key']))}"
    if luck.random() < 0.3:
        name = luck.choice(["Host", "Origin", "X-Stardeck-Key", "Cookie", "Range", "Accept"])
        headers = {**headers, name: flat(hostile.text(luck, headers.get(name, "bytes=0-1")))}
    lines = (f"{verb} {path} HTTP/1.1", *(f"{name}: {what}" for name, what in headers.items()))
    return "\r\n".join([*lines, "", ""]).encode("utf-8", "surrogatepass")


def flat(value: str) -> str:
    return value.replace("\r", " ").replace("\n", " ")


def exchanged(web_table: WebTable, sent: bytes, whole: bool) -> bytes:
    """All that is answered; who did not come to an end waits for nothing."""
    with called(web_table.address.base) as outside, suppress(ConnectionError):
        outside.sendall(sent)
        if not whole:
            outside.settimeout(0.02)
        return all_of(outside)
    return b""


def all_of(outside: socket.socket) -> bytes:
    answer = b""
    with suppress(TimeoutError, ConnectionError):
        while news := outside.recv(1 << 16):
            answer += news
    return answer


def judged(answer: bytes, whole: bool) -> str:
    """Nothing but sentences: no failure of ours, and no silence where an answer is due."""
    found = STATUS.match(answer)
    if found is None:
        return f"no answer: {answer[:200]!r}" if whole or answer else ""
    ours = say(Saying("page.our_fault")).encode() in answer
    return f"our fault: {found[1]!r} {answer[-200:]!r}\n" if ours or found[1][:1] == b"5" else ""


# ---------------------------------------------------------------------------------------- lines


def line(web_table: WebTable, luck: Random) -> str:
    """A line that is opened and talked into, each in a way that it should not be."""
    path = luck.choice(LINES)
    headers = usual(web_table, path) | dict(header.split(": ") for header in UPGRADE)
    if luck.random() < 0.7:
        path += f"?key={headers['X-Stardeck-Key']}"
        opening = "\r\n".join([f"GET {path} HTTP/1.1", *map(": ".join, headers.items()), "", ""])
        sent = opening.encode()
    else:
        sent = headed(luck, "GET", path, headers)
    with called(web_table.address.base) as outside, suppress(ConnectionError):
        outside.sendall(sent)
        answer = outside.recv(1 << 16)
        outside.sendall(talk(luck))
        with suppress(OSError):  # cut off already
            outside.shutdown(socket.SHUT_WR)
        return judged(answer + all_of(outside), whole=True)
    return ""


def talk(luck: Random) -> bytes:
    """Frames of every kind, some of them torn."""
    frames = b"".join(frame(luck) for _ in range(luck.randrange(6)))
    return hostile.torn(luck, frames) if luck.random() < 0.5 else frames


def frame(luck: Random) -> bytes:
    """RFC 6455: a bit for the last part, an opcode, the length, a mask; or a plain shout."""
    if luck.random() < 0.3:
        return SHOUT
    said = luck.randbytes(luck.choice([0, 1, 2, 40, 125, 126, 5000]))
    first = luck.choice([0x81, 0x82, 0x88, 0x89, 0x8A, 0x01, 0x00, 0x80, 0xC1, luck.randrange(256)])
    size = (
        len(said).to_bytes(1, "big") if len(said) < 126 else b"\x7e" + len(said).to_bytes(2, "big")
    )
    masked = bytes([size[0] | (0x80 if luck.random() < 0.95 else 0)]) + size[1:]
    return bytes([first]) + masked + bytes(4) + said
