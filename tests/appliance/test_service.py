"""The table as a process that systemd looks after: what it says, and what becomes of it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys

import pytest

from controller.app.appliance.systemd import SWITCHED_OFF, Supervisor, handed_over
from controller.sitting.journal import Journal
from tests.appliance.pty_board import PtyBoard
from tests.appliance.service import HANDED, ROOT, Service
from tests.web.callers import crowd

TABLE = ["-m", "controller"]
STUCK, OFF, DEAF, KILLED, FEW = (
    ["-m", "tests.appliance.planted", what] for what in ("stuck", "off", "deaf", "killed", "few")
)


@pytest.fixture
def started(tmp_path):
    """started(PROGRAM, WORD...) is a service, ended at last."""
    services = []

    def start(program, *words):
        services.append(Service(tmp_path, program, "play", "--quiet", *words))
        return services[-1]

    yield start
    for service in services:
        if service.process.poll() is None:
            service.end(signal.SIGKILL)


def moves(folder) -> list[str]:
    journal = Journal.open(folder / "stardeck" / "journal.db")
    try:
        found = journal.sittings(1)
        return list(journal.lines(found[0].id)) if found else []
    finally:
        journal.close()


def test_it_is_ready_on_the_port_it_was_given_and_feeds_the_watchdog_until_it_is_ended(started):
    service = started(TABLE)
    service.await_word("READY=1")
    assert service.page().status_code in (200, 403)
    assert service.hear(5.0).count("WATCHDOG=1") >= 2
    assert any("STATUS=In the lobby" in line for line in service.heard)
    told = service.end()
    assert "STOPPING=1" in service.heard
    assert service.process.returncode == 0, told


def test_a_loop_that_hangs_is_missed_though_its_pages_still_answer(started):
    service = started(STUCK)
    service.await_word("STATUS=hangs")
    assert service.page().status_code in (200, 403)
    assert "WATCHDOG=1" not in service.hear(3.0)


def test_pages_that_hang_are_missed_though_the_loop_still_goes_round(started):
    """The watchdog is fed once more at most: for the answer before."""
    service = started(DEAF)
    service.await_word("STATUS=hangs")
    assert service.hear(6.0).count("WATCHDOG=1") <= 1


def test_pages_whose_thread_died_are_started_again_and_the_watchdog_is_fed(started):
    service = started(KILLED)
    service.await_word("STATUS=died")
    assert service.page().status_code in (200, 403)
    service.heard.clear()
    service.await_word("WATCHDOG=1")


@pytest.mark.parametrize("kind", ["idle", "watching"])
def test_a_crowd_larger_than_the_descriptors_leaves_the_table_alive(started, kind):
    """While they stay, and after they have left."""
    service = started(FEW)
    service.await_word("READY=1")
    base = f"http://127.0.0.1:{service.port.getsockname()[1]}"
    with crowd(base, [kind] * 200):
        assert service.page().status_code in (200, 403)
    assert service.page().status_code in (200, 403)
    service.heard.clear()
    service.await_word("WATCHDOG=1")
    assert "Error" not in service.end()


def test_a_table_that_is_switched_off_ends_so_that_systemd_switches_off_the_machine(started):
    service = started(OFF)
    service.await_word("READY=1")
    service.left()
    assert service.process.returncode == SWITCHED_OFF and "STOPPING=1" in service.heard


def test_a_board_that_comes_later_is_taken_and_neither_plug_nor_kill_costs_a_move(
    started, tmp_path
):
    board = PtyBoard(tmp_path / "board", "space_walk")
    words = ("--go-on", "--board", str(board.name))
    service = started(TABLE, *words)
    service.await_word("STATUS=There is no board on")
    board.plug_in()
    service.await_word("STATUS=Start a new game?")
    board.press("yes", until=lambda: service.heard_of("STATUS=Space Walk, moves: 0"))
    board.put("o1")
    service.await_word("STATUS=Space Walk, moves: 1")
    board.pull_out()
    service.hear(0.5)
    assert service.process.poll() is None
    board.plug_in()
    board.put("o2")
    service.await_word("STATUS=Space Walk, moves: 2")
    service.end(signal.SIGKILL)
    kept = moves(tmp_path)
    assert len(kept) == 2 and kept[0].endswith("o1")
    again = started(TABLE, *words)
    again.await_word("STATUS=Space Walk, moves: 2")
    assert moves(tmp_path) == kept


def test_nobody_is_told_where_nobody_listens(tmp_path):
    for env in ({}, {"NOTIFY_SOCKET": str(tmp_path / "nobody")}):
        supervisor = Supervisor(env, lambda: 0.0)
        supervisor.ready()
        supervisor.alive("well", lambda: True)
        supervisor.stopping()


@pytest.mark.parametrize("usec", ["0", "", "-5", "1e6", "2000000"])
@pytest.mark.parametrize("whose", [None, "1", "own"])
def test_the_watchdog_is_fed_twice_in_its_patience_and_only_if_it_watches_us(tmp_path, usec, whose):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(tmp_path / "ear"))
        ear.setblocking(False)
        env, now = {"NOTIFY_SOCKET": str(tmp_path / "ear"), "WATCHDOG_USEC": usec}, [0.0]
        if whose:
            env["WATCHDOG_PID"] = str(os.getpid()) if whose == "own" else whose
        supervisor, fed = Supervisor(env, lambda: now[0]), 0
        for _ in range(80):
            now[0] += 0.125
            supervisor.alive("", lambda: True)
            fed += received(ear)
        assert fed == (10 if usec == "2000000" and whose != "1" else 0)
        for _ in range(80):
            now[0] += 0.125
            supervisor.alive("", lambda: False)
            assert not received(ear), "the pages do not answer"
        assert not env, "children are not told"


def received(ear) -> int:
    try:
        return int(ear.recv(100) == b"WATCHDOG=1")
    except BlockingIOError:
        return 0


@pytest.mark.parametrize(
    "env",
    [{}, {"LISTEN_FDS": "1"}, {"LISTEN_FDS": "1", "LISTEN_PID": "1"}, {"LISTEN_FDS": "0"}],
)
def test_a_port_that_was_meant_for_another_is_left_alone(env):
    assert handed_over({**env}) is None


TAKEN = """
import os
from controller.app.appliance.systemd import handed_over
port = handed_over(os.environ)
print(port.getsockname()[1], os.get_inheritable(port.fileno()), "LISTEN_FDS" in os.environ)
"""


def test_a_port_that_was_opened_for_us_is_taken_and_no_child_inherits_it():
    with socket.create_server(("127.0.0.1", 0)) as port:
        words = [sys.executable, "-c", HANDED, str(port.fileno()), "-c", TAKEN]
        env = {**os.environ, "LISTEN_FDS": "1"}
        done = subprocess.run(
            words, cwd=ROOT, env=env, pass_fds=[port.fileno()], capture_output=True, text=True
        )
        assert done.stdout.split() == [str(port.getsockname()[1]), "False", "False"], done.stderr
