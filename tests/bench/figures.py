"""What is measured, each the way it is used."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import NamedTuple

from controller.game import Setting
from controller.games import SHELF
from controller.robots.players import random_player
from controller.sitting.journal import Journal, Played
from controller.values import CHANCE, Seat
from drivers.wiring import Wiring
from firmware import wire
from sims.bench.rig import Rig
from tests.panels import load_panel
from tests.played import play_out

ROOT = Path(__file__).parents[2]
PIXEL = 30e-6  # s: 24 bits of 1.25 us, as a WS2812 takes them
WATCHED = ("astron", "space_walk", "astroplane", "zylatron")  # panels
MOVES = 120  # of each game that is watched


class Figure(NamedTuple):
    name: str
    value: float
    unit: str


def timed(call: Callable[[], object]) -> float:
    """Seconds."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def spread(name: str, seconds: list[float]) -> Iterator[Figure]:
    """p50, p99 and the worst, in microseconds."""
    cuts = quantiles(seconds, n=100)
    for label, value in (("p50", cuts[49]), ("p99", cuts[98]), ("max", max(seconds))):
        yield Figure(f"{name}, {label}", value * 1e6, "us")


class Stopwatch:
    """Times a running loop from the first sensor byte read to the last LED byte written.

    What the simulated Pico takes to make its bytes is nobody's latency and is not counted. A light
    that answers waits for nothing, and is timed by its own thread; one that counts waits for the
    disk.
    """

    def __init__(self, rig: Rig) -> None:
        self.answers: list[float] = []  # to the light that answers the hand
        self.counted: list[float] = []  # to the light that says the move is on paper
        self._link, self._port = rig.board._link, rig.board._link._port
        self._fetch, self._turn, self._show = self._port._fetch, rig.loop.turn, rig.board.show
        self._port._fetch = self.fetch
        rig.loop.turn, rig.board.show = self.turn, self.show

    def fetch(self) -> None:
        began, until = self._now(), self._start
        self._fetch()
        self._start = tuple(s + n - b for s, n, b in zip(until, self._now(), began, strict=True))

    def turn(self):
        self._start, self._shown = self._now(), 0
        return self._turn()

    def show(self, frame) -> None:
        sent = self._link._seq
        self._show(frame)
        if self._link._seq != sent:
            thread, wall = (n - s for n, s in zip(self._now(), self._start, strict=True))
            if self._shown:
                self.counted.append(wall)
            else:
                self.answers.append(thread)
        self._shown += 1

    def _now(self) -> tuple[float, float]:
        return time.thread_time(), time.perf_counter()


def bytes_to_bytes(panel: str) -> Iterator[Figure]:
    """Also as a share of what the pixels' own wire takes for as many."""
    wiring = load_panel(panel)
    answers, counted = [], []
    for seed in range(3):
        watch = watched(wiring, seed)
        answers += watch.answers[20:]
        counted += watch.counted[20:]
    yield from spread(f"{panel}: bytes to bytes, light that answers", answers)
    yield from spread(f"{panel}: bytes to bytes, durable, light that counts", counted)
    share = 100 * quantiles(answers, n=100)[98] / (wiring.file.pixels * PIXEL)
    yield Figure(f"{panel}: bytes to bytes, p99 of the LEDs' wire", share, "%")


def watched(wiring: Wiring, seed: int) -> Stopwatch:
    """The first moves of a game, written down as they are made."""
    game, luck = SHELF[wiring.file.game], Random(seed)
    seats = game.seats[-1]
    with tempfile.TemporaryDirectory(dir=ROOT) as folder:
        journal = Journal.open(Path(folder) / "journal.db")
        start = game.start(Setting(seats))
        record = journal.begin(game, start, opened="", seed=1, deck="reader", players="")
        rig = Rig(start, wiring, seed=seed, virtual=False, record=record)
        watch = Stopwatch(rig)
        players = {Seat(seat): random_player(luck) for seat in range(CHANCE, seats)}
        for _ in islice(play_out(rig, players), MOVES):
            pass
        journal.close()
    return watch


def wiring_decoded() -> Iterator[Figure]:
    frame = wire.encode(wire.EDGE, 7, wire.pack(wire.EDGE, 123456, 77, 1))
    data, decoder, count = frame * 1000, wire.Decoder(), 0
    start = time.perf_counter()
    while time.perf_counter() - start < 2.0:
        for kind, _, payload in decoder.feed(data):
            wire.unpack(kind, payload)
        count += 1000
    yield Figure("frames decoded and unpacked", count / (time.perf_counter() - start), "/s")


def commits() -> Iterator[Figure]:
    game = SHELF["astron"]
    with tempfile.TemporaryDirectory(dir=ROOT) as folder:
        journal = Journal.open(Path(folder) / "journal.db")
        start = game.start(Setting(2))
        record = journal.begin(game, start, opened="", seed=1, deck="virtual", players="")
        move = next(iter(start.moves()))
        took = [timed(lambda: record.keep([Played(move)])) for _ in range(500)]
        journal.close()
    yield Figure("journal: durable commits", len(took) / sum(took), "/s")
    yield from spread("journal: one durable commit", took)


START = """
import time, sys
from controller.games import SHELF
from controller.game import Setting
from drivers.clock import WallClock
from drivers.wiring import load_wiring
from sims.bench.rig import Rig
game = SHELF["astron"]
rig = Rig(game.start(Setting(6)), load_wiring(game.panel), clock=WallClock())
while not rig.pico.hal.frames:
    rig.loop.turn()
"""


def start_up() -> Iterator[Figure]:
    """A new process until the first frame of light has reached the Pico."""
    turns = [(timed(lambda: child(START)), timed(lambda: child(""))) for _ in range(5)]
    ours, bare = map(min, zip(*turns, strict=True))
    yield Figure("start-up to the first frame", ours, "s")
    yield Figure("start-up in starts of a bare python", ours / bare, "x")


MEMORY = (
    START
    + """
until = time.monotonic() + 1
while time.monotonic() < until:
    rig.loop.turn()
with open("/proc/self/status") as told:  # ru_maxrss would count in whoever started us
    print(next(line.split()[1] for line in told if line.startswith("VmHWM")))
"""
)


def memory() -> Iterator[Figure]:
    yield Figure("resident memory in play", int(child(MEMORY)) / 1024, "MB")


def child(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    return done.stdout.strip()


FIGURES: list[Callable[[], Iterator[Figure]]] = [
    *(partial(bytes_to_bytes, panel) for panel in WATCHED),
    wiring_decoded,
    commits,
    start_up,
    memory,
]
