"""Through a real tty: from an edge's bytes to those of its light, beside a bare echo of as many."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import time
import tty
from collections.abc import Iterator
from random import Random
from statistics import quantiles

from controller.game import Setting
from controller.games import SHELF
from controller.values import Site
from drivers.clock import WallClock
from firmware import wire
from sims.bench.bench import Bench
from sims.bench.protocol_sim import SCAN, Pico, install
from tests.bench.figures import ROOT, Figure
from tests.panels import load_panel

TOUCHES = 80
REST = 0.35  # s between two touches: a cell that changes more often is thought broken (F09)

TABLE = """
import sys
from controller.game import Setting
from controller.games import SHELF
from controller.sitting.loop import Loop
from controller.sitting.luck import Luck
from controller.sitting.table import Table
from drivers.board import open_board
from drivers.clock import WallClock
from tests.panels import load_panel
wiring = load_panel("astron")
table = Table(wiring.senses, wiring.limits)
table.take(SHELF["astron"].start(Setting(2)), luck=Luck(7))
board = open_board(sys.argv[1], wiring, WallClock())
loop = Loop(table, board, wiring.chain, wiring.file.pixels)
while True:
    loop.turn()
"""
ECHO = """
import os, sys, tty
line, light = os.open(sys.argv[1], os.O_RDWR | os.O_NOCTTY), bytes.fromhex(sys.argv[2])
tty.setraw(line)
while True:
    if os.read(line, 4096):
        os.write(line, light)
"""


class Cable:
    """One end of a tty, and a program at the other."""

    def __init__(self, program: str, *words: str) -> None:
        self.end, self._other = pty.openpty()
        tty.setraw(self._other)
        self.heard = wire.Decoder()
        self._program = subprocess.Popen(
            [sys.executable, "-c", program, os.ttyname(self._other), *words],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )

    def read(self, seconds: float) -> bytes:
        ready, _, _ = select.select([self.end], (), (), seconds)
        return os.read(self.end, 4096) if ready else b""

    def close(self) -> None:
        self._program.kill()
        self._program.wait()
        os.close(self.end)
        os.close(self._other)


class Touched:
    """A simulated Pico at our end, and how long the table takes to light what it has felt."""

    def __init__(self, cable: Cable) -> None:
        wiring, clock = load_panel("astron"), WallClock()
        install()
        self.bench = Bench(wiring, clock, Random(0))
        self.bench.stand(SHELF["astron"].start(Setting(2)).layout())
        self.pico, self._cable = Pico(self.bench, clock), cable
        self.took: list[float] = []
        self.lights = [b""]  # the last message of light
        self._felt: float | None = None

    def pump(self, seconds: float) -> None:
        """Bytes both ways for so long."""
        until = time.perf_counter() + seconds
        while time.perf_counter() < until:
            self._down(self._cable.read(SCAN))
            self.pico.run()
            self._up(bytes(self.pico.hal.up))
            self.pico.hal.up.clear()

    def _down(self, data: bytes) -> None:
        at = time.perf_counter()
        self.pico.hal.down += data
        for kind, _, payload in self._cable.heard.feed(data):
            if kind == wire.LEDS:
                self.lights.append(wire.encode(kind, 0, payload))
                if self._felt is not None:
                    self.took.append(at - self._felt)
                self._felt = None

    def _up(self, data: bytes) -> None:
        if data:
            if any(kind == wire.EDGE for kind, _, _ in wire.Decoder().feed(data)):
                self._felt = time.perf_counter()
            os.write(self._cable.end, data)


def through_a_tty() -> Iterator[Figure]:
    if not hasattr(os, "openpty"):
        return
    took, light = by_the_table()
    echoed = by_an_echo(light)
    for label, cut in (("p50", 49), ("p99", 98)):
        here, bare = quantiles(took, n=100)[cut], quantiles(echoed, n=100)[cut]
        yield Figure(f"through a tty: edge to light, {label}", here * 1e6, "us")
        yield Figure(f"through a tty: a bare echo, {label}", bare * 1e6, "us")
        yield Figure(f"through a tty: edge to light in echoes, {label}", here / bare, "x")


def by_the_table() -> tuple[list[float], bytes]:
    """With ship 2 in the hand too, the lights answer each touch of ship 1 at once."""
    cable = Cable(TABLE)
    touched = Touched(cable)
    touched.pump(4.0)
    touched.bench.lift(Site("c1"))
    touched.pump(2.0)
    touched.took.clear()
    for _ in range(TOUCHES // 2):
        ship = touched.bench.lift(Site("b1"))
        touched.pump(REST)
        touched.bench.put(ship, Site("b1"))
        touched.pump(REST)
    cable.close()
    return touched.took, touched.lights[-1]


def by_an_echo(light: bytes) -> list[float]:
    cable = Cable(ECHO, light.hex())
    time.sleep(0.5)
    edge, took = wire.encode(wire.EDGE, 0, wire.pack(wire.EDGE, 1, 1, 1)), []
    for _ in range(TOUCHES):
        start = time.perf_counter()
        os.write(cable.end, edge)
        cable.read(1.0)
        took.append(time.perf_counter() - start)
        time.sleep(0.02)
    cable.close()
    return took


TTY = [through_a_tty]
