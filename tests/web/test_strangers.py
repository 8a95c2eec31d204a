"""What strangers send is counted and not logged; they cannot stop the pages for good."""

from __future__ import annotations

import logging
import re
import socket
from contextlib import suppress
from shutil import rmtree

import httpx
import pytest
from starlette.applications import Starlette

from controller.app.computer.discreet_log import LogFile
from controller.web.crowd import (
    EACH,
    LOOP_TURNS,
    NOISE_REPORT,
    USUAL_LIMITS,
    Crowd,
    fit_limits,
    own_files,
)
from controller.web.server import Server, open_socket
from tests.web.callers import called, head, watching
from tests.web.test_crowd import Hall

CHUNKED = "Transfer-Encoding: chunked"


def openings(base: str, key: str) -> dict[str, bytes]:
    """How a connection may stand before something comes that is not HTTP."""
    keyed = f"X-Stardeck-Key: {key}"
    get = head(base, "/static/style.css")
    return {
        "nothing": b"",
        "half a head": get[:20],
        "answered": get,
        "answered twice": get + get,
        "refused in chunks": head(base, "/hands", CHUNKED, verb="POST") + b"5\r\nhello\r\n",
        "refused before a chunk": head(base, "/hands", CHUNKED, verb="POST"),
        "refused at length": head(base, "/hands", "Content-Length: 40", verb="POST") + b"{",
        "listened to in chunks": head(base, "/hands", keyed, CHUNKED, verb="POST") + b"1\r\n{\r\n",
        "asked to go on": head(base, "/hands", keyed, CHUNKED, "Expect: 100-continue", verb="POST"),
        "another protocol": head(base, "/", "Upgrade: h2c", "Connection: upgrade"),
    }


NOT_HTTP = {
    "words": b"garbage\r\n\r\n",
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\r\n\r\n",
    "no number": b"zzz\r\n\r\n",
    "no version": b"GET / HTTP/x\r\n\r\n",
    "no length": b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n",
    "a chunk too long": b"5\r\nhello there\r\n\r\n",
    "endless": b"x" * 70_000,
}


def read_all(line: socket.socket) -> bytes:
    answer = b""
    with suppress(OSError):
        while news := line.recv(1 << 16):
            answer += news
    return answer


def wait_for_answers(line: socket.socket, opening: bytes) -> None:
    """Wait for every answer to GET; another request may get none, so it is given 0.3 s."""
    with line.makefile("rb") as answers:
        for _ in range(len(re.findall(rb"GET \S+ HTTP", opening))):
            head = list(iter(answers.readline, b"\r\n"))
            (length,) = (int(f[15:]) for f in head if f.lower().startswith(b"content-length:"))
            answers.read(length)
    if opening.startswith(b"POST"):
        line.settimeout(0.3)
        with suppress(TimeoutError):
            line.recv(1 << 16)
        line.settimeout(60)


@pytest.mark.parametrize("waits", [True, False], ids=["after the answer", "at once"])
@pytest.mark.parametrize("name", openings("http://host", ""))
def test_what_is_not_http_is_counted_and_never_logged(house, caplog, name, waits):
    web_table = house(players=("Ada", "Bob")).web_table
    base, crowd = web_table.address.base, web_table.server._crowd
    opening = openings(base, web_table.keys.table)[name]
    for sent in NOT_HTTP.values():
        with called(base) as line, suppress(ConnectionError):
            line.sendall(opening)
            if waits:
                wait_for_answers(line, opening)
            line.sendall(sent)
            with suppress(OSError):  # ENOTCONN: the table has hung up already
                line.shutdown(socket.SHUT_WR)
            read_all(line)
    assert httpx.get(base, timeout=60).status_code == 200
    if waits:  # else it may be gone before it is read; and a body may hold anything
        assert crowd.noise.total() >= (len(NOT_HTTP) if name == "nothing" else 1)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def test_however_much_noise_there_is_the_log_has_a_line_an_hour(caplog):
    caplog.set_level(logging.INFO)
    hall = Hall(USUAL_LIMITS)
    for _ in range(3 * int(NOISE_REPORT)):
        hall.now += 1.0
        hall.crowd.noise["not HTTP"] += 7
        hall.crowd.sweep()
    told = [record.getMessage() for record in caplog.records if "strangers" in record.msg]
    assert 2 <= len(told) <= 3
    assert all("not HTTP: " in line for line in told)


def test_the_log_has_a_limit_and_what_was_set_aside_is_the_owners_alone(tmp_path):
    path = tmp_path / "log"
    log, written = logging.Logger("table"), LogFile(path, largest=2000)
    log.addHandler(written)
    for number in range(500):
        log.warning("A line of the log, number %d", number)
    written.close()
    kept = sorted(tmp_path.iterdir())
    assert [one.name for one in kept] == ["log", "log.1"]
    assert all(one.stat().st_size <= 2000 for one in kept)
    assert all(one.stat().st_mode & 0o777 == 0o600 for one in kept)
    assert path.read_text().endswith("number 499\n")


def test_a_log_that_cannot_be_written_stops_nobody_and_prints_nothing(tmp_path, capsys):
    (tmp_path / "logs").mkdir()
    log, written = logging.Logger("table"), LogFile(tmp_path / "logs" / "log", largest=10)
    log.addHandler(written)
    log.warning("a first line")
    rmtree(tmp_path / "logs")
    log.warning("a line that finds no folder")
    (tmp_path / "logs").mkdir()
    log.warning("a line that does")
    written.close()
    assert (tmp_path / "logs" / "log").read_text() == "WARNING:table:a line that does\n"
    assert capsys.readouterr() == ("", "")


# ------------------------------------------------------------------------------------ descriptors


@pytest.mark.parametrize("descriptors", [*range(0, 3000, 7), 10**6, None])
def test_connections_fit_the_descriptors_of_the_process(descriptors):
    limits = fit_limits(USUAL_LIMITS, descriptors)
    taken = limits.room * EACH + limits.accepted * LOOP_TURNS
    scarce = descriptors is not None and descriptors < 40
    assert descriptors is None or scarce or taken + own_files(descriptors) <= descriptors
    assert limits.room <= USUAL_LIMITS.room and 1 <= limits.lines <= USUAL_LIMITS.lines
    assert limits.guests < limits.room, "who has a key finds a place"
    if descriptors is None or descriptors >= 2048:
        assert limits == USUAL_LIMITS


def test_without_descriptors_who_has_no_key_makes_room_and_nobody_else():
    hall = Hall(USUAL_LIMITS)
    seat, guest, idle = (hall.come("10.0.0.1") for _ in range(3))
    hall.crowd.follows(seat, "seat 1", known=True)
    hall.crowd.follows(guest, "guest", known=False)
    for left in ([seat, guest], [seat], [seat]):
        hall.crowd.out_of_descriptors()
        assert hall.here([seat, guest, idle]) == left


# ------------------------------------------------------------------------------- the pages' thread


def test_pages_whose_thread_died_come_again_and_leave_no_line_open(house, caplog):
    web_table = house(players=("Ada", "Bob")).web_table
    base, server = web_table.address.base, web_table.server

    def die() -> None:
        raise SystemExit

    for _ in range(3):
        with watching(base) as line:
            assert line.recv(12) == b"HTTP/1.1 101"
            before = server.thread
            server._server.call(die)
            before.join(60)
            assert not before.is_alive()
            read_all(line)  # ends when the line is closed
        assert httpx.get(base, timeout=60).status_code == 200
        assert server.thread is not before and server.answers()
    assert isinstance(server._crowd, Crowd) and len(server._crowd) <= 2
    assert "The thread of the pages has died." in caplog.text
    caplog.clear()


def test_pages_that_cannot_be_opened_keep_nobody_waiting(caplog):
    """The table's loop opens them again and again, and plays on meanwhile."""
    listening = open_socket(0, lan=False)
    listening.close()
    server = Server(Starlette(), listening, Crowd())
    for begin in (server.open, server.reopen):
        begin()
        server.thread.join(60)
        assert server.ended and server._started.is_set() and not server.answers()
    assert caplog.text.count("The thread of the pages has died.") == 2
    caplog.clear()
