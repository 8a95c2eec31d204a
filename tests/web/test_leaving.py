"""A visitor may leave at any message; no error and no open connection remains."""

from __future__ import annotations

import asyncio
from itertools import count

import pytest

from controller.app.hosting.web_table import usual_panel
from controller.lessons.rule_pages import RulePages
from controller.web.app import Pages
from controller.web.crowd import Crowd, CrowdLimits
from controller.web.devices import Devices
from controller.web.doors import Doors
from controller.web.gallery import Gallery
from controller.web.gate import Gate
from controller.web.keys import Entrance, QrKeys
from controller.web.mailbox import Mailbox, Press
from controller.web.server import hosts, open_socket, public_address
from tests.walls import HUNG
from tests.web.callers import UPGRADE, called
from tests.web.test_crowd import run

MOMENT = 0.05  # s for what is sent to a visitor who says nothing more
FULL = CrowdLimits(rate=0.001, burst=0, queue=0)
TALKS = {"type": "websocket.receive", "text": "hello?"}
LEAVES = {"type": "websocket.disconnect", "code": 1001}


class Visitor:
    """A line that breaks when the n-th word is sent into it."""

    def __init__(self, hears: int, says: list[dict], broken: Exception) -> None:
        self.hears, self.says = hears, [{"type": "websocket.connect"}, *says]
        self.broken = broken
        self.heard: list[str] = []
        self.silent = asyncio.Event()  # it has said everything, and is listened to

    async def receive(self) -> dict:
        await asyncio.sleep(0.001)
        if self.says:
            return self.says.pop(0)
        self.silent.set()
        return await asyncio.Event().wait()

    async def send(self, message: dict) -> None:
        if len(self.heard) >= self.hears:
            raise self.broken
        self.heard.append(message["type"].removeprefix("websocket."))


def pages(limits: CrowdLimits) -> tuple[Pages, str]:
    gallery, tokens, listening = Gallery(), map(str, count()), open_socket(0, lan=False)
    keys, outside = QrKeys(lambda: next(tokens)), public_address(listening, lan=False)
    gate = Gate(hosts(listening, lan=False), float)
    doors = Doors(gallery, Entrance(keys, Devices(None, str, str)), outside)
    listening.close()
    rules = RulePages(usual_panel)
    return Pages(gallery, Mailbox(), gate, doors, Crowd(limits), rules), keys.table


async def visit(visitor: Visitor, path: str, limits: CrowdLimits, keyed: bool) -> None:
    """As the server calls us, to its end, or a moment longer than the visitor talks."""
    inside, key = pages(limits)
    inside.gallery.open()
    headers = [(b"host", inside.doors.address.base.removeprefix("http://").encode())]
    headers += [(b"x-stardeck-key", key.encode())] if keyed else []
    scope = {
        "type": "websocket", "path": path, "query_string": b"", "headers": headers,
        "client": ("127.0.0.1", 9), "server": ("127.0.0.1", inside.doors.address.port),
        "asgi": {"version": "3.0"}, "root_path": "", "subprotocols": [],
    }  # fmt: skip
    call = asyncio.ensure_future(inside.app(simulated=True)(scope, visitor.receive, visitor.send))
    silent = asyncio.ensure_future(visitor.silent.wait())
    await asyncio.wait({call, silent}, timeout=HUNG, return_when=asyncio.FIRST_COMPLETED)
    silent.cancel()
    assert call.done() or visitor.says == [], "still looking"
    await asyncio.wait({call}, timeout=MOMENT)
    if call.done():
        call.result()
    call.cancel()


@pytest.mark.parametrize("says", [[], [LEAVES], [TALKS, LEAVES], [TALKS] * 12])
@pytest.mark.parametrize("hears", range(4))
@pytest.mark.parametrize("broken", [OSError("gone"), RuntimeError("closed")])
@pytest.mark.parametrize(
    ("path", "limits", "keyed"),
    [
        ("/live/table", CrowdLimits(), True),
        ("/live/table", CrowdLimits(), False),
        ("/live/table", FULL, False),
        ("/live/seat/1", CrowdLimits(), False),
        ("/live/nowhere", CrowdLimits(), False),
        ("/live/seat service", CrowdLimits(), True),
    ],
)
def test_who_leaves_at_any_word_is_let_go(path, limits, keyed, hears, says, broken):
    run(visit(Visitor(hears, list(says), broken), path, limits, keyed))


def test_a_bug_in_what_is_told_comes_out(monkeypatch):
    def broken(*_):
        raise ZeroDivisionError

    monkeypatch.setattr(Gallery, "visit", broken)
    with pytest.raises(ZeroDivisionError):
        run(visit(Visitor(9, [], OSError()), "/live/table", CrowdLimits(), keyed=True))


def test_a_line_asked_for_in_too_many_words_is_refused_at_once(house):
    base = house(players=("Ada", "Bob")).web_table.address.base
    for length in (100, 5_000, 9_000, 30_000, 70_000):
        with called(base) as outside:
            opening = [f"GET /live/{'9' * length} HTTP/1.1", "Host: 127.0.0.1", *UPGRADE, "", ""]
            outside.sendall("\r\n".join(opening).encode())
            assert outside.recv(12).startswith(b"HTTP/1.1 4")


def test_a_table_that_ends_answers_whoever_still_waits_and_takes_no_more():
    """Else the pages' server cancels their requests, and writes a fault of ours into the log."""
    mailbox = Mailbox()
    waiting = mailbox.post(Press("yes"))
    assert waiting and not waiting.done()
    mailbox.close()
    assert waiting.result(timeout=0) == ""
    assert mailbox.post(Press("yes")) is None
