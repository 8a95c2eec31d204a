"""The loop waits, it does not poll: it wakes for the board, for a letter, and for what is due."""

from __future__ import annotations

import os
import pty
import threading
from itertools import count
from random import Random

import pytest

from controller.app.hosting import host as host_module
from controller.games import SHELF
from controller.web.mailbox import Mailbox, Obey
from drivers.clock import PacedClock, StepClock, WallClock
from drivers.link import open_port
from drivers.ports.hearing import hearing
from tests.test_recording import asked, hosted

LONG = 60.0  # s: who sleeps that long was not woken
WATCHED = 20.0  # s
IDLE = 6  # turns in a second: two of our own, heartbeats, a sign of life and its answer


def turns(host, seconds: float) -> int:
    clock = host.house.clock
    until = clock.now() + seconds
    for turn in count():
        if clock.now() >= until:
            return turn
        host.turn()
    raise AssertionError


@pytest.mark.parametrize("game", SHELF.names)
def test_while_nothing_stirs_the_table_hardly_turns(game):
    host = hosted(None, "Ada", "Bo", game=SHELF[game])
    turns(host, 5.0)
    assert turns(host, WATCHED) <= IDLE * WATCHED
    host.close()


def test_a_hand_is_felt_within_a_frame_however_long_nothing_stirred(tmp_path):
    host = hosted(tmp_path, "Ada", "Bo")
    turns(host, WATCHED)
    began = host.house.clock.now()
    asked(host, Obey("lift b1"))
    while "b1" in host.running.table.state.input.felt.readings:
        host.turn()
    assert host.house.clock.now() - began < 0.5
    host.close()


def test_a_robot_is_not_waited_for_with_patience():
    host = hosted(None, "Ada", "first")
    turns(host, WATCHED)
    asked(host, Obey("slide b1 b2"))
    before = len(host.table.history)
    assert turns(host, 1.0) > IDLE or len(host.table.history) > before
    host.close()


@pytest.mark.parametrize("clock", [WallClock(), PacedClock(WallClock())], ids=["wall", "paced"])
def test_whoever_rings_wakes_who_dozes_and_rings_are_not_lost(clock):
    threading.Timer(0.01, clock.ring).start()
    assert clock.doze(LONG)
    clock.ring()
    clock.ring()
    assert clock.doze(LONG), "it was rung before"
    assert not clock.doze(0.0), "and all rings are heard as one"


def test_a_letter_rings():
    clock = WallClock()
    Mailbox(clock.ring).post(Obey("tidy"))
    assert clock.doze(LONG)


def test_a_stepped_clock_is_woken_too():
    clock = StepClock()
    clock.ring()
    assert clock.doze(LONG) and clock.now() < LONG
    assert not clock.doze(LONG) and clock.now() > LONG


@pytest.mark.parametrize("words", [b"!", b"!" * 3000])
def test_a_tty_is_heard_at_once_and_whole(words):
    master, slave = pty.openpty()
    port, clock = open_port(os.ttyname(slave)), WallClock()
    hear = hearing(port, clock)
    assert hear(0.0) == b""
    threading.Timer(0.01, os.write, (master, words)).start()
    heard = b""
    while len(heard) < len(words):
        heard += hear(LONG)
    assert heard == words
    threading.Timer(0.01, clock.ring).start()
    assert hear(LONG) == b"", "a letter came, no byte"
    port.close()
    os.close(master)
    os.close(slave)


def test_a_tty_that_is_gone_says_so_instead_of_waking_for_ever():
    master, slave = pty.openpty()
    port = open_port(os.ttyname(slave))
    hear = hearing(port, WallClock())
    os.close(slave)
    os.close(master)
    with pytest.raises(OSError):
        hear(LONG)
    port.close()


@pytest.fixture
def looks(monkeypatch):
    """How often somebody looked at the table."""
    seen, usual = [], host_module.view_table
    monkeypatch.setattr(host_module, "view_table", lambda *a, **k: seen.append(1) or usual(*a, **k))
    return seen


def test_while_nothing_stirs_no_picture_is_made(looks):
    host = hosted(None, "Ada", "Bo")
    turns(host, 5.0)
    looks.clear()
    turns(host, WATCHED)
    assert not looks
    asked(host, Obey("lift b1"))
    turns(host, 1.0)
    assert looks
    host.close()


LINES = ["lift b1", "put b1", "move b1 b3", "press yes", "press back", "unplug", "plug", "turn 1"]


def test_at_rest_the_pages_show_what_a_fresh_look_would():
    """Whatever was done before, by hand or by page."""
    assert sum(map(rests, range(4)))


def rests(seed: int) -> int:
    """So many turns of this game the table was at rest."""
    luck = Random(seed)
    host = hosted(None, "Ada", luck.choice(["Bo", "first"]), seed=seed)
    rested = 0
    for _ in range(12):
        asked(host, Obey(luck.choice(LINES)))
        until = host.house.clock.now() + luck.uniform(0.0, 6.0)
        while host.house.clock.now() < until:
            host.turn()
            if host._resting is not None:
                rested += 1
                fresh = host._view(host.running.loop._seen)
                assert not fresh.differs(host._shown)
    host.close()
    return rested
