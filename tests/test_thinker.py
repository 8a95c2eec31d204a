"""The process that thinks: it says what would be thought here, and never outlives the table."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from itertools import count
from random import Random

import pytest

from controller.app.setup.thinker import AtOnce, Thinker, thinker_question, thought
from controller.game import Setting
from controller.games import SHELF
from controller.robots.levels import ladder
from controller.robots.search import Search
from controller.values import Seat
from tests.walls import HUNG


def asked(rounds: int = 30, seconds: float = 60.0):
    game, luck = SHELF["space_walk"], Random(4)
    position = game.start(Setting(2))
    for _ in range(22):
        position = position.after(luck.choice(list(position.moves())))
    while len(list(position.moves())) < 4:
        position = position.after(luck.choice(list(position.moves())))
    return thinker_question(game, position, min(position.due), rounds, seconds, 5)


def answered(thinker: Thinker):
    until = time.monotonic() + HUNG
    while (answer := thinker.heard()) is None:
        assert time.monotonic() < until
        os.sched_yield()
    return answer


@pytest.fixture
def thinker():
    one = Thinker()
    yield one
    one.close()
    assert one._process.exitcode is not None


def test_another_process_thinks_the_same_is_restarted_when_it_dies_and_asks_for_little(thinker):
    here = AtOnce()
    here.ask(asked())
    thinker.ask(asked())
    assert thinker.busy
    assert answered(thinker).opinion == here.heard().opinion
    assert not thinker.busy and thinker.heard() is None
    os.kill(thinker._process.pid, signal.SIGKILL)
    thinker._process.join()
    thinker.ask(asked())
    assert answered(thinker).opinion is None, "the thought broke off"
    thinker.ask(asked(rounds=3))
    assert answered(thinker).opinion.rounds == 3


def test_time_ends_a_thought_and_so_does_a_call():
    calls = iter([False, True])
    assert thought(asked(rounds=10**6, seconds=60.0), lambda: next(calls)).rounds < 100
    assert thought(asked(rounds=10**6, seconds=0.0), lambda: False).rounds == 0


@pytest.mark.parametrize("limit", [0, 40, 900])
def test_however_wide_the_board_a_thought_ends_at_once(limit):
    """Counted in moves that are looked at, since a machine may be slow."""
    game, steps = SHELF["zylatron"], count()
    position = game.start(Setting(2))
    position = position.after(next(iter(position.moves())))
    seat, manner = position.turn, ladder(game).manner
    search = Search(position, seat, manner, Random(1), enough=lambda: next(steps) >= limit)
    search.think(10**6)
    assert next(steps) <= limit + 2, "whoever is told that it is enough hardly asks again"
    assert len(search.options) >= 6


def test_what_cannot_be_thought_about_is_no_opinion(caplog):
    with caplog.at_level("CRITICAL"):
        assert thought(asked().__class__("ludo", b"{}", Seat(0), 1, 1.0, 1), lambda: False) is None
    caplog.clear()


ORPHAN = """
import sys, time
from controller.app.setup.thinker import Thinker
if __name__ == "__main__":
    print(Thinker()._process.pid, flush=True)
    time.sleep(600)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="asks for signals")
def test_it_dies_with_the_table_however_that_dies(tmp_path):
    script = tmp_path / "table.py"
    script.write_text(ORPHAN)
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, env=env) as table:
        child = int(table.stdout.readline())
        table.kill()
    until = time.monotonic() + HUNG
    while alive(child):
        assert time.monotonic() < until
        os.sched_yield()


def alive(pid: int) -> bool:
    """A process that has ended and was not buried counts as ended."""
    try:
        os.kill(pid, 0)
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
